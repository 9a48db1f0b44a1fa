import { until } from '../../harness/process/wait';
import type { GraphOptions } from '../engine';
import { amended } from '../executionData';
import { CODE, NODE, SPLIT, TRIGGER } from '../nodeTypes';
import { useService, withoutPauses } from '../sandbox';
import { award, usePayouts } from './payouts';
import { Processes } from './processes';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

it('known defect 1.1c: a retry of a crashed execution pays again what one event had paid, if items have no source', async () => {
	const { ada, bruno, chen } = service.ids.members;
	const list = [{ to: ada }, { to: bruno }, { to: chen, isLeftOut: true }];
	const graph: GraphOptions = {
		credential: service.credential(),
		nodes: {
			Start: { type: TRIGGER },
			Split: { type: SPLIT },
			Code: { type: CODE },
			Pay: { type: NODE, parameters: award(service) },
		},
		connections: { Start: [['Split']], Split: [['Code']], Code: [['Pay']] },
		input: [{ eventId: 'e1', type: 'quest.completed', list }],
	};
	const operation = 'member.updateBalance';
	service.control.addFault({ operation, kind: 'delay', times: 1 });
	service.control.addFault({ operation, kind: 'timeout', when: 'after', times: 1 });
	const n8n = new Processes('1.1c');
	const killed = await n8n.killed(graph, async () => {
		await until('the second payment', () => payouts.to(bruno)[0]!.length > 0);
	});

	const saved = amended(killed.saves[0]!, Object.keys(graph.nodes), {
		started: new Set(['Start', 'Split', 'Code', 'Pay']),
		ended: new Set(['Start', 'Split', 'Code']),
	});
	const { run } = await n8n.retried(graph, killed, saved);
	// Right: [[5], [5], []]. The set of one event has that event's ID, so the items have the keys of the first attempt.
	expect(payouts.to(ada, bruno, chen)).toEqual([[5, 5], [5, 5], []]);
	expect(run.status).toBe('success');
});
