import { until } from '../../harness/process/wait';
import type { GraphOptions } from '../engine';
import { CODE, NODE, POLL_TRIGGER } from '../nodeTypes';
import { useService, withoutPauses } from '../sandbox';
import { award, usePayouts } from './payouts';
import { Processes } from './processes';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

it('known defect 1.6: repeated events are paid again without a hint, if items have no source and a new event is among them', async () => {
	const { ada, bruno, chen, dalia } = service.ids.members;
	const events = [chen, ada, bruno, dalia].map((to, place) => ({
		eventId: `e${place}`,
		type: 'member.joined',
		to,
		isLeftOut: to === chen,
	}));
	const graph = (count: number): GraphOptions => ({
		credential: service.credential(),
		nodes: {
			Start: { type: POLL_TRIGGER, parameters: { events: ['member.joined'] } },
			Code: { type: CODE },
			Pay: { type: NODE, parameters: award(service) },
		},
		connections: { Start: [['Code']], Code: [['Pay']] },
		input: events.slice(0, count),
	});
	const operation = 'member.updateBalance';
	service.control.addFault({ operation, kind: 'delay', times: 1 });
	service.control.addFault({ operation, kind: 'timeout', when: 'after', times: 1 });
	const n8n = new Processes('1.6');
	await n8n.killed(graph(3), async () => {
		await until('the second payment', () => payouts.to(bruno)[0]!.length > 0);
	});

	// The poll trigger cannot know whether its events arrived, so it repeats them with the new one.
	const { run } = await n8n.started(graph(4));
	expect(payouts.to(ada, bruno, dalia)).toEqual([[5, 5], [5, 5], [5]]);
	// Right: a hint, once, that such items are paid again when their events come in another execution.
	expect(run.data.resultData.runData.Pay![0]!.hints).toEqual([
		expect.objectContaining({ message: expect.stringMatching(/^3 awarded, 15 of currency /) as string }),
	]);
});
