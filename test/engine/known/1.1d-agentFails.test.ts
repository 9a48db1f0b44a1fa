import { byId } from '../../harness/workflows/byId';
import { credentialReference, runGraph, type GraphOptions } from '../engine';
import { AGENT, START, TOOL, TRIGGER } from '../nodeTypes';
import { useService, withoutPauses } from '../sandbox';
import { award, usePayouts } from './payouts';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

it.each([
	['without an event', START, {}],
	['with an event', TRIGGER, {}],
	[
		'with the documented key',
		START,
		{ repeatProtection: 'key', idempotencyKey: '=chat {{ $execution.id }}' },
	],
])(
	'known defect 1.1d: an agent before version 3 that fails after its tool paid pays again in the retry, %s',
	async (_how, start, protection) => {
		const { ada } = service.ids.members;
		const graph = (failsAfter: number): GraphOptions => ({
			credential: service.credential(),
			nodes: {
				Start: { type: start },
				Agent: { type: AGENT, parameters: { failsAfter } },
				Tool: {
					type: TOOL,
					parameters: award(service, { serviceId: byId(ada), ...protection }),
					credentials: credentialReference(),
				},
			},
			connections: { Start: [['Agent']] },
			tools: { Tool: 'Agent' },
			input: [{ eventId: 'e1', type: 'quest.completed' }],
		});
		const { run } = await runGraph({ ...graph(1), mode: 'trigger', executionId: '1' });
		expect(run.data.resultData.error?.message).toBe('The model is away');
		expect(payouts.to(ada)).toEqual([[5]]);

		const retry = { mode: 'retry', executionId: '2', retryOf: run, retryOfId: '1' } as const;
		const { run: retried } = await runGraph({ ...graph(-1), ...retry });
		expect(retried.status).toBe('success');
		// Right: [[5]]. The retried call has the number of the first one, and the documented key stays the same in a retry.
		expect(payouts.to(ada)).toEqual([[5, 5]]);
	},
);
