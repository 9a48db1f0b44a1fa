import type { ITaskDataConnectionsSource } from 'n8n-workflow';

import type { GraphOptions } from '../engine';
import { NEXT, NODE, SPLIT, TRIGGER } from '../nodeTypes';
import { store } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';
import { award, usePayouts } from './payouts';
import { Processes } from './processes';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

it.each<[string, ITaskDataConnectionsSource]>([
	['another output', { main: [{ previousNode: 'Split', previousNodeOutput: 1, previousNodeRun: 0 }] }],
	['no node', { main: [null] }],
])(
	'known defect 1.11: refused, unknown and paid items look like successes without a result, where n8n names %s as their source',
	async (what, source) => {
		const { ada, bruno, chen } = service.ids.members;
		const list = [ada, bruno, chen].map((to) => ({ to }));
		const graph: GraphOptions = {
			credential: service.credential(),
			nodes: {
				Start: { type: TRIGGER },
				Split: { type: SPLIT },
				Pay: { type: NODE, parameters: award(service), onError: 'continueErrorOutput' },
				Thank: { type: NEXT },
				Look: { type: NEXT },
			},
			connections: { Start: [['Split']], Split: [['Pay']], Pay: [['Thank'], ['Look']] },
			input: [{ eventId: 'e1', type: 'quest.completed', list }],
		};
		const n8n = new Processes(`1.11, ${what}`);
		// n8n is killed before the first write of the paying node.
		const killed = await n8n.killed(graph, async () => {
			await new Promise<void>((resolve) => {
				let isFirst = true;
				store.wait = async () => {
					if (!isFirst) return;
					isFirst = false;
					resolve();
					await new Promise<never>(() => {});
				};
			});
		});

		const operation = 'member.updateBalance';
		service.control.addFault({ operation, kind: 'delay', times: 1 });
		service.control.addFault({ operation, kind: 'status', status: 403, when: 'before', times: 1 });
		service.control.addFault({ operation, kind: 'drop', when: 'before', times: 1 });
		const saved = killed.saves.at(-1)!;
		saved.executionData!.nodeExecutionStack[0]!.source = source;
		const { run, of } = await n8n.retried(graph, killed, saved);
		expect(run.status).toBe('success');
		expect(payouts.to(ada, bruno, chen)).toEqual([[5], [], []]);
		// Right: the award of Ada here, and Bruno (notApplied) and Chen (unknown) in "Look".
		expect(of('Thank').items.map(({ json }) => json)).toEqual(list);
		expect(of('Look').items).toEqual([]);
	},
);
