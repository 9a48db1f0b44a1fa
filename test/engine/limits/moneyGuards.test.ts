import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Operation } from '../../../nodes/RewardsEngagement/declare/operation';
import { operationNamed } from '../../fixtures/operations';
import { useSteadyClock } from '../../harness/clock';
import { byId } from '../../harness/workflows/nodes';
import { declaring } from '../changedNode';
import { runGraph, runNode, type RunOptions } from '../engine';
import { LOOP, NEXT, NODE, START } from '../nodeTypes';
import { transferToAda } from '../payouts';
import { processedValues, store } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

useSteadyClock();
const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const transfer = (options: INodeParameters, more: INodeParameters = {}) =>
	transferToAda(service, {
		currencyId: byId(service.ids.currencies.stars),
		amount: '={{ $json.amount }}',
		options,
		...more,
	});
const pay = async (
	amounts: ReadonlyArray<number | string | IDataObject>,
	options: INodeParameters,
	{ parameters, ...rest }: Partial<RunOptions> = {},
) =>
	await runNode({
		credential: service.credential(),
		input: amounts.map((amount) => (typeof amount === 'object' ? amount : { amount })),
		...rest,
		parameters: transfer(options, parameters),
	});
/** Does the work while the transfer has another declaration of what it moves. */
const spending = async <T>(spends: Operation['spends'], work: () => Promise<T>) =>
	await declaring({ resource: 'member', name: 'transferBalance' }, { spends }, work);
const GOING_ON = { onError: 'continueErrorOutput' } as const;
const moved = () =>
	service.requests.filter(({ operationId, acted }) => acted && operationId === 'member.transferBalance')
		.length;

it.each(['updateBalance', 'updateBalances', 'transferBalance'])(
	'an amount of %s starts empty, and an empty one sends nothing',
	async (operation) => {
		const { amount: _left, ...parameters } = transfer({}, { operation });
		const { errorItems } = await runNode({ credential: service.credential(), parameters, ...GOING_ON });
		expect(errorItems.map(({ json }) => json.error)).toEqual(['"Amount" is empty']);
		expect(service.requests).toEqual([]);
	},
);

describe('Maximum Amount per Item', () => {
	it('allows an item that moves exactly the limit', async () => {
		const { error } = await pay([10, 3], { maximumAmount: 10 });
		expect(error).toBeUndefined();
		expect(moved()).toBe(2);
	});

	it('stops the run before anything is sent, though the item is the last', async () => {
		const { error } = await pay([1, 2, 10.5], { maximumAmount: 10 });
		expect(error?.message).toBe(
			`Not sent: 10.5 of currency ${service.ids.currencies.stars} is above "Maximum Amount per Item" (10)`,
		);
		expect(error?.description).toBe(
			'If the amount is correct, raise "Maximum Amount per Item" in the options of the node.',
		);
		expect(error?.context).toMatchObject({ itemIndex: 2 });
		expect(service.requests).toEqual([]);
	});

	it('leaves out that item alone where the workflow goes on', async () => {
		const { items, errorItems } = await pay([1, 11, 2], { maximumAmount: 10 }, GOING_ON);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(errorItems).toEqual([
			expect.objectContaining({
				json: expect.objectContaining({
					details: expect.objectContaining({ outcome: 'notApplied' }) as unknown,
				}) as unknown,
				pairedItem: { item: 1 },
			}),
		]);
		expect(moved()).toBe(2);
	});

	it("claims no keys for the items it leaves out, so that the others' keys are written in batches", async () => {
		let writes = 0;
		store.wait = async () => {
			writes++;
			await new Promise((resolve) => setTimeout(resolve, 5));
		};
		try {
			const amounts = Array.from({ length: 800 }, (_item, n) => ({ amount: n < 500 ? 11 : 1, n }));
			const key = { repeatProtection: 'key', idempotencyKey: '=order {{ $json.n }}' };
			const { items } = await pay(amounts, { maximumAmount: 10 }, { ...GOING_ON, parameters: key });
			expect(items).toHaveLength(300);
			// About 95 on an idle machine and 160 beside other suites. It would be over 900 if each was written
			// separately.
			expect(writes).toBeLessThan(500);
		} finally {
			store.wait = undefined;
		}
	});

	it('calls the currency by its name, if it was chosen from the list', async () => {
		const { stars } = service.ids.currencies;
		const currencyId = { __rl: true, mode: 'list', value: stars, cachedResultName: '⭐ Stars' };
		const { error } = await pay([11], { maximumAmount: 10 }, { parameters: { currencyId } });
		expect(error?.message).toBe('Not sent: 11 Stars is above "Maximum Amount per Item" (10)');
		expect(service.requests).toEqual([]);
	});

	it.each<[string, INodeParameters[string], string]>([
		['below 0', -1, '"Maximum Amount per Item" must be 0 or above, but is -1'],
		['no number', '={{ "much" }}', '"Maximum Amount per Item" must be a number, but is "much"'],
	])('is refused where it is %s', async (_what, maximumAmount, message) => {
		const { error } = await pay([1], { maximumAmount });
		expect(error?.message).toBe(message);
		expect(service.requests).toEqual([]);
	});
});

describe('Maximum Total per Execution', () => {
	it('allows a run that moves exactly the limit', async () => {
		const { error } = await pay([1, 2], { maximumTotal: 3 });
		expect(error).toBeUndefined();
		expect(moved()).toBe(2);
	});

	it('sends nothing when it would be exceeded, and every item says so', async () => {
		const { items, errorItems } = await pay([4, 4, 4], { maximumTotal: 10 }, GOING_ON);
		expect(items).toEqual([]);
		expect(errorItems.map(({ json }) => json)).toEqual(
			[0, 1, 2].map(() => ({
				amount: 4,
				error: `Not sent: a total of 12 of currency ${service.ids.currencies.stars} is above "Maximum Total per Execution" (10)`,
				details: {
					outcome: 'notApplied',
					advice:
						'No item of this run was sent. If the total is correct, raise "Maximum Total per Execution" in the options of the node.',
				},
			})),
		);
		expect(service.requests).toEqual([]);
	});

	it('adds without losing a digit', async () => {
		const { items } = await pay([0.1, 0.2, 1], { maximumTotal: 1.3 });
		expect(items).toHaveLength(3);
		const above = await pay([0.1, 0.2, 1], { maximumTotal: 1.29 });
		expect(above.error?.message).toMatch(/1.3 of/);
	});

	it('counts each currency by itself', async () => {
		const { stars, gems } = service.ids.currencies;
		const input = [stars, gems, gems].map((currency) => ({ amount: 5, currency }));
		const parameters = { currencyId: byId('={{ $json.currency }}') };
		const { error } = await pay(input, { maximumTotal: 9 }, { parameters });
		expect(error?.message).toBe(
			`Not sent: a total of 10 of currency ${gems} is above "Maximum Total per Execution" (9)`,
		);
		expect(service.requests).toEqual([]);
	});

	it('takes one currency for one, in whichever case its ID is written', async () => {
		const { stars } = service.ids.currencies;
		const input = [stars, stars.toUpperCase()].map((currency) => ({ amount: 3, currency }));
		const { error } = await pay(
			input,
			{ maximumTotal: 5 },
			{ parameters: { currencyId: byId('={{ $json.currency }}') } },
		);
		expect(error?.message).toMatch(/6 of/);
		expect(service.requests).toEqual([]);
	});

	it('says beside it which items are wrong themselves', async () => {
		const { errorItems } = await pay([60, 4, 4, 4], { maximumAmount: 50, maximumTotal: 10 }, GOING_ON);
		const passed = expect.stringMatching(/^Not sent: a total of 12 of/) as string;
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			expect.stringMatching(/^Not sent: 60 of .* is above "Maximum Amount per Item" \(50\)$/),
			...[passed, passed, passed],
		]);
		expect(service.requests).toEqual([]);
	});

	it('is the lowest that any item of the currency gives', async () => {
		const input = [
			{ amount: 4, most: 100 },
			{ amount: 4, most: 7 },
			{ amount: 1, most: 50 },
		];
		const { error } = await pay(input, { maximumTotal: '={{ $json.most }}' });
		expect(error?.message).toMatch(/"Maximum Total per Execution" \(7\)$/);
		expect(service.requests).toEqual([]);
	});

	it('counts what was refused together for no later run', async () => {
		const { of } = await runGraph({
			credential: service.credential(),
			input: [{}, {}],
			nodes: {
				Start: { type: START },
				...{ One: { type: NEXT }, Two: { type: NEXT } },
				Pay: {
					type: NODE,
					onError: 'continueRegularOutput',
					parameters: transfer(
						{ maximumTotal: 10 },
						{ amount: '={{ $runIndex === 0 ? 6 : 5 }}', repeatProtection: 'off' },
					),
				},
			},
			connections: { Start: [['One', 'Two']], One: [['Pay']], Two: [['Pay']] },
		});
		expect(of('Pay', 0).items).toMatchObject([{ json: { details: {} } }, { json: { details: {} } }]);
		expect(of('Pay', 1).items).toMatchObject([{ json: { amount: 5 } }, { json: { amount: 5 } }]);
		expect(moved()).toBe(2);
	});

	/** Pays these amounts one by one in a loop, at most 8 in all. The service answers the first so. */
	const payInLoop = async (status: number, when: 'before' | 'after', ...amounts: number[]) => {
		const operation = 'member.transferBalance';
		service.control.addFault({ operation, kind: 'status', status, when, times: 1 });
		return await runGraph({
			credential: service.credential(),
			input: amounts.map((amount) => ({ amount })),
			nodes: {
				Start: { type: START },
				Loop: { type: LOOP },
				Pay: { type: NODE, onError: 'continueRegularOutput', parameters: transfer({ maximumTotal: 8 }) },
				Done: { type: NEXT },
			},
			connections: { Start: [['Loop']], Loop: [['Done'], ['Pay']], Pay: [['Loop']] },
		});
	};

	it('does not count amounts that were not moved', async () => {
		const { of } = await payInLoop(422, 'before', 4, 4, 4);
		expect(of('Pay', 0).items[0]?.json).toHaveProperty('details.outcome', 'notApplied');
		expect(moved()).toBe(2);
	});

	it('counts amounts that may have been moved', async () => {
		await payInLoop(502, 'after', 4, 3, 2);
		expect(moved()).toBe(2);
	});

	it('counts an item once, however often n8n tries the node again', async () => {
		service.control.addFault({ operation: 'member.transferBalance', kind: 'status', status: 422, times: 1 });
		const { items, error } = await pay([4, 4], { maximumTotal: 8 }, { maxTries: 3 });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
		expect(moved()).toBe(2);
	});

	it('counts beyond what a JavaScript number holds', async () => {
		const payBelow = async (maximumTotal: string) =>
			await spending(
				() => ({ amount: '9007199254740992' }),
				async () => await pay([1, 1], { maximumTotal: `={{ "${maximumTotal}" }}` }),
			);
		const passed = await payBelow('18014398509481983');
		expect(passed.error?.message).toMatch(/18014398509481984 of .* \(18014398509481983\)$/);
		expect(service.requests).toEqual([]);
		expect((await payBelow('18014398509481984')).error).toBeUndefined();
	});
});

describe('Maximum Total per Execution and repeat protection', () => {
	const parameters = { repeatProtection: 'key', idempotencyKey: '={{ $json.order }}' };
	const orders = (...names: string[]) => names.map((order) => ({ order, amount: 4 }));

	it('counts also what its key will skip or refuse', async () => {
		await pay(orders('a', 'b'), { maximumTotal: 8 }, { parameters });
		const { error } = await pay(orders('a', 'b', 'c'), { maximumTotal: 8 }, { parameters });
		expect(error?.message).toMatch(/^Not sent: a total of 12 of/);
		const twice = await pay(orders('c', 'c', 'd'), { maximumTotal: 8 }, { parameters });
		expect(twice.error?.message).toMatch(/^Not sent: a total of 12 of/);
		expect(moved()).toBe(2);
	});

	it('is sent for the second item of a key, if the first was refused', async () => {
		service.control.addFault({
			operation: 'member.transferBalance',
			kind: 'status',
			status: 403,
			when: 'before',
			times: 1,
		});
		const { items, errorItems } = await pay(
			orders('a', 'a'),
			{ maximumTotal: 8 },
			{ parameters, ...GOING_ON },
		);
		expect(items).toHaveLength(1);
		expect(errorItems).toHaveLength(1);
		expect(moved()).toBe(1);
	});

	it('has room again for what its key skipped', async () => {
		await pay(orders('a', 'b'), {}, { parameters });
		const { items } = await pay(orders('a', 'b', 'c'), { maximumTotal: 12 }, { parameters });
		expect(items.map(({ json }) => json.skipped)).toEqual([true, true, undefined]);
		expect(moved()).toBe(3);
	});
});

describe('what an item moves', () => {
	/** The length of the realm's name serves as a price. */
	const priced: Operation['spends'] = async ({ realmId, amount }, ask) => {
		const body = (await ask(operationNamed('realm.get').request({ realmId }))) as { name: string };
		return { amount: body.name.length * Number(amount), currencyId: 'priced' };
	};
	const asked = () => service.requests.filter(({ operationId }) => operationId === 'realm.get').length;

	it('may depend on a price, which is asked once for all items and before the first is sent', async () => {
		const { error } = await spending(priced, async () => await pay([1, 1], { maximumTotal: 1 }));
		expect(error?.message).toMatch(/of currency priced is above "Maximum Total per Execution" \(1\)$/);
		expect(asked()).toBe(1);
		expect(moved()).toBe(0);
	});

	it('is not asked for without a limit', async () => {
		await spending(priced, async () => await pay([1], {}));
		expect(asked()).toBe(0);
		expect(moved()).toBe(1);
	});

	it('counts without its sign', async () => {
		const { error } = await spending(
			({ amount }) => ({ amount: -Number(amount) }),
			async () => await pay([6], { maximumAmount: 5 }),
		);
		expect(error?.message).toMatch(/^Not sent: 6 of/);
		expect(service.requests).toEqual([]);
	});

	it.each([undefined, '', 'much', NaN])('has to be known, or the item is not sent: %p', async (amount) => {
		const { error } = await spending(
			() => ({ amount }),
			async () => await pay([6], { maximumAmount: 5 }),
		);
		expect(error?.message).toBe(
			'Not sent: the amount of this item is not known in advance, so the limit cannot be checked',
		);
		expect(error?.description).toBe('Check the record in the service, or remove the limit from "Options".');
		expect(service.requests).toEqual([]);
	});

	it('is not sent where the price cannot be read, and does not count', async () => {
		service.control.addFault({ operation: 'realm.get', kind: 'status', status: 404 });
		const onlyFirst: Operation['spends'] = async (values, ask) =>
			values.amount === 6 ? await priced(values, ask) : { amount: values.amount as number };
		const { items, errorItems } = await spending(
			onlyFirst,
			async () => await pay([6, 4], { maximumAmount: 500, maximumTotal: 4 }, GOING_ON),
		);
		expect(errorItems).toMatchObject([
			{ json: { details: { outcome: 'notApplied', status: 404 } }, pairedItem: { item: 0 } },
		]);
		expect(items).toMatchObject([{ pairedItem: { item: 1 } }]);
		expect(moved()).toBe(1);
	});

	it('is asked for twenty items at a time, and each answer belongs to its item', async () => {
		let [underWay, most] = [0, 0];
		const spends: Operation['spends'] = async ({ amount }) => {
			most = Math.max(most, ++underWay);
			await new Promise((resolve) => setTimeout(resolve, 50 - Number(amount)));
			underWay--;
			return { amount: Number(amount) % 10 === 1 ? 11 : 1 };
		};
		const amounts = Array.from({ length: 45 }, (_item, index) => index + 1);
		const { errorItems } = await spending(
			spends,
			async () => await pay(amounts, { maximumAmount: 10, dryRun: true }, GOING_ON),
		);
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 10, 20, 30, 40].map((item) => ({ item })),
		);
		expect(most).toBe(20);
	});
});

describe('a limit that an AI model could set', () => {
	it.each(['maximumAmount', 'maximumTotal', 'dryRun'])('is refused for %s', async (name) => {
		const { error } = await pay([1], { [name]: "={{ $fromAI('limit', '', 'number') }}" });
		expect(error?.message).toMatch(/is an expression that an AI model could set$/);
		expect(service.requests).toEqual([]);
	});
});
