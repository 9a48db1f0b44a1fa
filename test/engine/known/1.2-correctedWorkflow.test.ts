import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../harness/workflows/byId';
import { runGraph, type GraphOptions } from '../engine';
import { NODE, START, TRIGGER } from '../nodeTypes';
import { useService, withoutPauses } from '../sandbox';
import { award, usePayouts } from './payouts';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

const corrections: Array<[string, string, () => INodeParameters, number]> = [
	['the amount', START, () => ({ amount: 7 }), 7],
	['the amount', TRIGGER, () => ({ amount: 7 }), 7],
	['the currency', START, () => ({ currencyId: byId(service.ids.currencies.gems) }), 5],
	['the operation', START, () => ({ operation: 'updateBalances' }), 5],
];

it.each(corrections)(
	'known defect 1.2: a retry after %s was corrected pays again what the first attempt paid (%s)',
	async (_what, start, correction, amount) => {
		const { ada, bruno } = service.ids.members;
		const graph = (more: INodeParameters): GraphOptions => ({
			credential: service.credential(),
			nodes: { Start: { type: start }, Pay: { type: NODE, parameters: award(service, more) } },
			connections: { Start: [['Pay']] },
			input: [ada, bruno].map((to, place) => ({ to, eventId: `e${place}`, type: 'quest.completed' })),
		});
		const operation = 'member.updateBalance';
		service.control.addFault({ operation, kind: 'delay', times: 1 });
		service.control.addFault({ operation, kind: 'status', status: 403, when: 'before', times: 1 });
		const { run } = await runGraph({ ...graph({}), mode: 'trigger', executionId: '1' });
		expect(run.data.resultData.error?.description).toContain('A retry of this execution skips it.');
		expect(payouts.to(ada, bruno)).toEqual([[5], []]);

		const retry = { mode: 'retry', executionId: '2', retryOf: run, retryOfId: '1' } as const;
		const { run: retried } = await runGraph({ ...graph(correction()), ...retry });
		expect(retried.status).toBe('success');
		// Right: Ada has [5] alone, because the retry skips the item as the error promised.
		expect(payouts.to(ada, bruno)).toEqual([[5, amount], [amount]]);
	},
);
