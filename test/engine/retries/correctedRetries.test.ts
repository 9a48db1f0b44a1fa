import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { find } from '../../../sandbox/base/state';
import { runGraph, type GraphOptions } from '../engine';
import { NODE, START, TRIGGER } from '../nodeTypes';
import { useService, withoutPauses } from '../sandbox';
import { award, usePayouts } from '../payouts';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

const ADDRESS = 'team@members.example';

/** The address belongs to one member from now on. */
function give(owner: string): void {
	const { members } = find(service.state.realms, service.realmId, 'realm');
	for (const member of members.values()) {
		if (member.email === ADDRESS) member.email = `${member.username}@members.example`;
		if (member.id === owner) member.email = ADDRESS;
	}
}

const graph = (start: string): GraphOptions => ({
	credential: service.credential(),
	nodes: {
		Start: { type: start },
		Pay: {
			type: NODE,
			parameters: award(service, {
				serviceId: { __rl: true, mode: 'email', value: ADDRESS } as unknown as INodeParameters,
				amount: '={{ $json.amount }}',
			}),
		},
	},
	connections: { Start: [['Pay']] },
	input: [1, 2].map((amount) => ({ amount, eventId: `e${amount}`, type: 'quest.completed' })),
});

/** The first payment is made, and the second one refused. */
function refuseTheSecond(): void {
	const operation = 'member.updateBalance';
	service.control.addFault({ operation, kind: 'delay', times: 1 });
	service.control.addFault({ operation, kind: 'status', status: 403, when: 'before', times: 1 });
}

it.each([
	['a retry', START],
	['a redelivered event', TRIGGER],
])('%s skips what was paid, even if the address belongs to another member by then', async (_what, start) => {
	const { ada, bruno } = service.ids.members;
	give(ada);
	refuseTheSecond();
	const { run } = await runGraph({ ...graph(start), mode: 'trigger', executionId: '1' });
	expect(payouts.to(ada, bruno)).toEqual([[1], []]);

	give(bruno);
	const next: Partial<GraphOptions> =
		start === START ? { mode: 'retry', retryOf: run, retryOfId: '1' } : { mode: 'trigger' };
	await runGraph({ ...graph(start), ...next, executionId: '2' });
	expect(payouts.to(ada, bruno)).toEqual([[1], [2]]);
});

it.each([
	['its address belongs to nobody', () => give('nobody'), {}, '"Member": no member has the email address'],
	['a parameter is empty', () => {}, { amount: '={{ $json.none }}' }, 'Amount'],
])('a retry knows an item that was paid, even if %s by then', async (_what, change, more, refusal) => {
	const { ada } = service.ids.members;
	give(ada);
	refuseTheSecond();
	const { run } = await runGraph({ ...graph(START), mode: 'trigger', executionId: '1' });
	change();
	const corrected = graph(START);
	const { parameters } = corrected.nodes.Pay!;
	// An error branch that repairs the item and leads back would pay it again.
	corrected.nodes.Pay = {
		type: NODE,
		onError: 'continueRegularOutput',
		parameters: { ...parameters, ...more },
	};
	const retry = { mode: 'retry', executionId: '2', retryOf: run, retryOfId: '1' } as const;
	const { of } = await runGraph({ ...corrected, ...retry });
	expect(of('Pay').items.map(({ json }) => json)).toEqual([
		expect.objectContaining({
			skipped: true,
			firstRun: expect.objectContaining({ execution: 'this' }) as unknown,
		}),
		expect.objectContaining({ error: expect.stringContaining(refusal) as unknown }),
	]);
	expect(payouts.to(ada)).toEqual([[1]]);
});

const corrections: Array<[string, string, () => INodeParameters, number]> = [
	['the amount', START, () => ({ amount: 7 }), 7],
	['the amount', TRIGGER, () => ({ amount: 7 }), 7],
	['the currency', START, () => ({ currencyId: byId(service.ids.currencies.gems) }), 5],
	['the operation', START, () => ({ operation: 'updateBalances' }), 5],
];

it.each(corrections)(
	'a retry after %s was corrected skips what the first attempt paid (%s)',
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
		const { run: retried, of } = await runGraph({ ...graph(correction()), ...retry });
		expect(retried.status).toBe('success');
		const told = of('Pay').items.map(({ json }) => json.skipped);
		expect(told).toEqual([true, undefined]);
		expect(payouts.to(ada, bruno)).toEqual([[5], [amount]]);
	},
);
