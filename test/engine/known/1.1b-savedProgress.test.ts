import { until } from '../../harness/process/wait';
import type { GraphOptions } from '../engine';
import { LOOP, NODE, START } from '../nodeTypes';
import { useService, withoutPauses } from '../sandbox';
import { award, usePayouts } from './payouts';
import { Processes } from './processes';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

it('known defect 1.1b: with saved progress, a retry pays again what the killed batch of a loop had paid', async () => {
	const { ada, bruno, chen } = service.ids.members;
	const graph: GraphOptions = {
		credential: service.credential(),
		nodes: {
			Start: { type: START },
			Loop: { type: LOOP },
			Pay: { type: NODE, parameters: award(service) },
		},
		connections: { Start: [['Loop']], Loop: [[], ['Pay']], Pay: [['Loop']] },
		input: [ada, bruno, chen].map((to) => ({ to })),
	};
	const operation = 'member.updateBalance';
	service.control.addFault({ operation, kind: 'delay', times: 1 });
	service.control.addFault({ operation, kind: 'timeout', when: 'after', times: 1 });
	const n8n = new Processes('1.1b');
	const killed = await n8n.killed(graph, async () => {
		await until('the payment of the second batch', () => payouts.to(bruno)[0]!.length > 0);
	});

	const saved = killed.saves.at(-1)!;
	const { run, of } = await n8n.retried(graph, killed, saved);
	// Right: [[5], [5], …]. The item of the killed batch is reported as unknown.
	expect(payouts.to(ada, bruno, chen)).toEqual([[5], [5, 5], [5]]);
	expect(of('Pay', 1).items.map(({ json }) => json)).toEqual([expect.objectContaining({ amount: 5 })]);
	expect(run.status).toBe('success');
});
