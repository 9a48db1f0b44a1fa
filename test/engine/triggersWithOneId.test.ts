import type { INode } from 'n8n-workflow';

import { runGraph } from './engine';
import { award, usePayouts } from './payouts';
import { NODE, POLL_TRIGGER, TRIGGER } from './nodeTypes';
import { processedValues } from './processedValues';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

/** A workflow with a second trigger, which a person has made by editing the workflow's JSON. */
const deliver = async (type: string, twin: Partial<INode>, executionId: string) =>
	await runGraph({
		credential: service.credential(),
		nodes: {
			Start: { type, parameters: { events: ['member.joined'] } },
			Twin: { type, parameters: { events: ['member.joined'] }, ...twin },
			Pay: { type: NODE, parameters: award(service) },
		},
		connections: { Start: [['Pay']], Twin: [['Pay']] },
		input: [{ eventId: 'e1', type: 'member.joined', to: service.ids.members.ada }],
		mode: type === TRIGGER ? 'webhook' : 'trigger',
		executionId,
	});

describe.each([TRIGGER, POLL_TRIGGER])('%s', (type) => {
	it('runs no event while another trigger has its ID, and says what to do', async () => {
		const { run, of } = await deliver(type, { id: 'id of Start' }, '1');
		expect(of('Start').error).toMatchObject({
			message: 'The nodes "Start" and "Twin" have the same ID',
			description: expect.stringMatching(
				/^Copy one of them, .* Each would drop events of the other\.$/,
			) as string,
		});
		expect(run.data.resultData.runData.Pay).toBeUndefined();
		expect([...processedValues]).toEqual([]);
		expect(payouts.to(service.ids.members.ada)).toEqual([[]]);
	});

	it('runs the event after one of them has its own ID, and once', async () => {
		await deliver(type, { id: 'id of Start' }, '1');
		for (const execution of ['2', '3']) await deliver(type, {}, execution);
		expect(payouts.to(service.ids.members.ada)).toEqual([[5]]);
	});
});
