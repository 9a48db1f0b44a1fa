import type { IDataObject, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';

import { useSteadyClock } from '../../harness/clock';
import { byId } from '../../harness/workflows/nodes';
import { runGraph } from '../engine';
import { NODE, START } from '../nodeTypes';
import { transferToAda } from '../payouts';
import { processedValues } from '../processedValues';
import { useService } from '../sandbox';

useSteadyClock();
const service = useService();
beforeEach(() => processedValues.clear());

async function hintsOf(
	parameters: INodeParameters,
	input: IDataObject[] = [{}],
	mode: WorkflowExecuteMode = 'trigger',
): Promise<string[]> {
	const { run } = await runGraph({
		credential: service.credential(),
		input,
		mode,
		nodes: {
			Start: { type: START },
			Node: { type: NODE, onError: 'continueRegularOutput', parameters },
		},
		connections: { Start: [['Node']] },
	});
	return (run.data.resultData.runData.Node?.[0]?.hints ?? []).map(({ message }) => message);
}

const conditions = (): INodeParameters => ({
	resource: 'taskCondition',
	operation: 'getMany',
	questId: byId(service.ids.quests.firstSteps),
	taskId: byId(service.ids.tasks.sayHello),
});
const transfer = (more: INodeParameters = {}) => transferToAda(service, { amount: 1, ...more });

/** The hint about one transfer. */
const PAID = '1 transferred, 1 of the default currency in total.';
it('a normal run has only the sum of a payment', async () => {
	expect(await hintsOf({ resource: 'realm', operation: 'get' })).toEqual([]);
	expect(await hintsOf(transfer({ repeatProtection: 'off' }))).toEqual([PAID]);
});

it('an undocumented endpoint is not repeated with each run, because its description says so', async () => {
	expect(await hintsOf(conditions(), [{}, {}])).toEqual([]);
});

it('items that a key left out are counted by the run that did them', async () => {
	const keyed = transfer({ repeatProtection: 'key', idempotencyKey: '={{ $json.order }}' });
	const input = ['a', 'a', 'b'].map((order) => ({ order }));
	expect(await hintsOf(keyed, input)).toEqual([
		'2 transferred, 2 of the default currency in total.',
		'Repeat Protection skipped one item that run 1 of this node in this execution already processed.',
	]);
	expect(await hintsOf(keyed, [...input, { order: 'c' }])).toEqual([
		'1 transferred, 1 of the default currency in total.',
		'Repeat Protection skipped 3 items that an earlier execution already processed.',
	]);
});

it('a refusal and an unknown outcome are counted, and the latter is warned of', async () => {
	const fault = { operation: 'member.transferBalance', kind: 'status', times: 1 } as const;
	service.control.addFault({ ...fault, status: 422 });
	expect(await hintsOf(transfer({ repeatProtection: 'off' }))).toEqual(['1 refused.']);
	service.control.addFault({ ...fault, status: 502, when: 'after' });
	expect(await hintsOf(transfer({ repeatProtection: 'off' }))).toEqual([
		'Outcome unknown: one item may have been applied. Check in the service before you run it again.',
	]);
});

it('awards and deductions have a sum for each currency, without what was refused', async () => {
	const { ada } = service.ids.members;
	const { stars, gems } = service.ids.currencies;
	const award = transfer({
		operation: 'updateBalance',
		serviceId: byId('={{ $json.to }}'),
		currencyId: byId('={{ $json.currency }}'),
		amount: '={{ $json.amount }}',
	});
	const [sum] = await hintsOf(award, [
		{ to: ada, currency: stars, amount: 5 },
		{ to: ada, currency: stars, amount: 1_000 },
		{ to: ada, currency: gems, amount: 7 },
		{ to: ada, currency: stars, amount: -3 },
		{ to: 'f'.repeat(24), currency: stars, amount: 9 },
	]);
	expect(sum).toBe(
		`3 awarded, 1,005 of currency ${stars} and 7 of currency ${gems} in total, 1 deducted, 3 of currency ${stars} in total, 1 refused.`,
	);
});

it('a long wait for the limit is reported, and a short one is not', async () => {
	const fault = { operation: 'realm.get', kind: 'rateLimit', times: 1 } as const;
	service.control.addFault({ ...fault, retryAfter: 1 });
	expect(await hintsOf({ resource: 'realm', operation: 'get' })).toEqual([]);
	service.control.addFault({ ...fault, retryAfter: 6 });
	expect(await hintsOf({ resource: 'realm', operation: 'get' })).toEqual([
		expect.stringMatching(/^This run waited [67] seconds for the rate limit of the service\.$/),
	]);
}, 30_000);

describe('a dry run says what it would do', () => {
	const amounts = [5, 1_000, -3, 0.25].map((amount) => ({ amount }));
	const [byAmount, options] = [{ amount: '={{ $json.amount }}' }, { dryRun: true }];
	const award = (more: INodeParameters = {}): INodeParameters => ({
		...transfer({ ...byAmount, options }),
		operation: 'updateBalance',
		...more,
	});
	const people = (operation: string): INodeParameters => ({
		resource: 'memberCredential',
		operation,
		...{ type: 'custom', value: '={{ $json.value }}', source: 'shop', amount: 5 },
		options,
	});

	it('with transfers', async () => {
		const parameters = transfer({ ...byAmount, options });
		const said = 'Nothing was sent.';
		expect(await hintsOf(parameters, amounts)).toEqual([
			`Would transfer 1,005.25 of the default currency in 3 transfers, 1 refused. ${said}`,
		]);
		expect(await hintsOf(parameters, amounts.slice(0, 1))).toEqual([
			`Would transfer 5 of the default currency in one transfer. ${said}`,
		]);
	});

	it('with awards and deductions, by currency and member', async () => {
		const { ada, bruno } = service.ids.members;
		const { stars, gems } = service.ids.currencies;
		const parameters = award({
			serviceId: byId('={{ $json.to }}'),
			currencyId: byId(`={{ $json.currency ?? "${gems}" }}`),
		});
		const input = [
			{ to: ada, amount: 5 },
			{ to: ada, amount: 6, currency: stars },
			{ to: bruno, amount: 7 },
			{ to: bruno, amount: -3 },
			{ to: ada, amount: 'much' },
		];
		const said = `Would award 12 of currency ${gems} and 6 of currency ${stars} to 2 members, deduct 3 of currency ${gems} from one member, 1 refused. Nothing was sent.`;
		expect(await hintsOf(parameters, input)).toEqual([said]);
		expect(await hintsOf({ ...parameters, operation: 'updateBalances' }, input)).toEqual([said]);
	});

	it('with a currency and a member from the lists, and with a member by email', async () => {
		const chosen = (value: string, cachedResultName: string) =>
			({ __rl: true, mode: 'list', value, cachedResultName }) as unknown as INodeParameters;
		const currencyId = chosen(service.ids.currencies.stars, '⭐ Stars');
		const email = { __rl: true, mode: 'email', value: '={{ $json.email }}' } as unknown as INodeParameters;
		const input = ['ada', 'bruno', 'nobody'].map((name) => ({
			email: `${name}@members.example`,
			amount: 75,
		}));
		expect(await hintsOf(award({ serviceId: email, currencyId }), input)).toEqual([
			'Would award 150 Stars to 2 members, 1 refused. Nothing was sent.',
		]);
		const serviceId = chosen(service.ids.members.ada, 'Ada');
		expect(await hintsOf(award({ serviceId, currencyId }), input.slice(0, 1))).toEqual([
			'Would award 75 Stars to one member. Nothing was sent.',
		]);
	});

	it.each(['updateBalance', 'updateBalances'])('with people who have not joined: %s', async (operation) => {
		const input = ['a', 'b', 'b'].map((value) => ({ value }));
		const [hint] = await hintsOf(people(operation), input);
		expect(hint).toBe('Would award 15 of the default currency to 2 people. Nothing was sent.');
		expect(await hintsOf(people(operation), input.slice(0, 1))).toEqual([
			'Would award 5 of the default currency to one person. Nothing was sent.',
		]);
	});

	it('with requests that are no payments', async () => {
		const create: INodeParameters = {
			resource: 'currency',
			operation: 'create',
			name: '={{ $json.name }}',
			options,
		};
		expect(await hintsOf(create, [{ name: 'Coins' }, { name: 'Gems' }, {}])).toEqual([
			'Would send 2 requests, 1 refused. Nothing was sent.',
		]);
		expect(await hintsOf(create, [{ name: 'Coins' }])).toEqual(['Would send one request. Nothing was sent.']);
	});
});
