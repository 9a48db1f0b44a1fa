// Falls with nodes/RewardsEngagement/run/stages/limits.ts.

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isUnsent, Problem } from '../../nodes/RewardsEngagement/errors';
import { RunKeys } from '../../nodes/RewardsEngagement/idempotency/runKeys';
import type { Job } from '../../nodes/RewardsEngagement/run/job';
import type { ItemContent, Spending } from '../../nodes/RewardsEngagement/declare/operation';
import { Limits } from '../../nodes/RewardsEngagement/run/stages/limits';
import { contextOf, Service } from './nodeRun';
import { turnsDuring } from './turns';

/** The node's data in the execution. */
let stored: IDataObject;
const spentIn = (data: IDataObject) => (data.idempotency as { spent: object }).spent;
const savedAs = (spent: object): IDataObject => ({
	idempotency: {
		origin: 'o',
		nodeId: `guarded ${nodeId}`,
		used: {},
		begun: {},
		parts: 0,
		spent: spent as IDataObject,
	},
});
let nodeId = 0;
beforeEach(() => {
	stored = {};
	nodeId++;
});

const contextAt = (runIndex = 0): IExecuteFunctions =>
	contextOf({ service: new Service(), input: [], stored, runIndex, node: { id: `guarded ${nodeId}` } })
		.context;
/** The limits of a run. */
const guardsOf = (context: IExecuteFunctions) => {
	const limits = new Limits(new RunKeys(context));
	return {
		/** Returns the refused items with their reason, and the reason when all are refused. */
		check: async (jobs: readonly Job[]) => {
			const refused = new Map<number, unknown>();
			const refuse = ({ itemIndex }: Job, thrown: unknown) => void refused.set(itemIndex, thrown);
			const left = await limits.survey(jobs, async (all) => await Promise.resolve(all), refuse);
			expect(left.length + refused.size).toBe(jobs.length);
			const all = [...refused.values()].find(isOfAll);
			for (const [itemIndex, thrown] of refused) if (thrown === all) refused.delete(itemIndex);
			return all === undefined ? { refused } : { refused, all };
		},
		watched: (itemIndex: number, send: () => Promise<ItemContent[]>) => async () =>
			await limits.run({ itemIndex } as Job, send),
		close: () => limits.close(),
	};
};
const guardsAt = (runIndex = 0) => guardsOf(contextAt(runIndex));
const isOfAll = (thrown: unknown) =>
	thrown instanceof Problem && thrown.message.startsWith('Not sent: a total of');

interface Given extends Partial<Spending> {
	maximumAmount?: string;
	maximumTotal?: string;
	realmId?: string;
	isDryRun?: boolean;
	spending?: () => Promise<Spending>;
}

/** An item that moves this amount, by default of the currency `c`. */
const item = (
	itemIndex: number,
	amount: Spending['amount'],
	{ currencyId = 'c', maximumAmount, maximumTotal, realmId, isDryRun, spending }: Given = {},
) =>
	({
		itemIndex,
		operation: {
			effect: 'once',
			spends: spending ?? (async () => await Promise.resolve({ amount, currencyId })),
		},
		values: { realmId },
		names: {},
		options: { maximumAmount, maximumTotal, dryRun: isDryRun },
		client: { progress: { hasSent: false, mayHaveActed: false }, connection: { realmId: 'r' } },
	}) as unknown as Job;
const upTo = (maximumTotal: string) => ({ maximumTotal });

const DONE: ItemContent[] = [{ json: { done: true } }];
const applied = async () => await Promise.resolve(DONE);
const problem = (outcome: 'applied' | 'notApplied' | 'unknown') =>
	new Problem({ message: 'No', advice: '', outcome });
const failing = (thrown: Error) => async () => await Promise.reject<ItemContent[]>(thrown);
/** Sends items that move something, and ends the run. */
const send = async (guards: ReturnType<typeof guardsOf>, ...indexes: number[]) => {
	for (const index of indexes) await guards.watched(index, applied)();
	guards.close();
};
/** The problems as text. */
const wordsOf = (thrown: unknown) => {
	expect(isUnsent(thrown)).toBe(true);
	const { message, advice } = (thrown as Problem).told;
	return `${message}. ${advice}`;
};
const refusedOf = (refused: Map<number, unknown>) =>
	[...refused].map(([index, thrown]) => [index, wordsOf(thrown)]);
/** Whether a run of one more item with this amount may continue. It shows how much is left. */
const hasRoomFor = async (amount: string, runIndex: number, highest = '10', more: Given = {}) => {
	const guards = guardsAt(runIndex);
	const { all } = await guards.check([item(0, amount, { ...more, ...upTo(highest) })]);
	guards.close();
	return all === undefined;
};

const RAISE_ITEM = 'If the amount is correct, raise "Maximum Amount per Item" in the options of the node.';
const RAISE_TOTAL =
	'No item of this run was sent. If the total is correct, raise "Maximum Total per Execution" in the options of the node.';
const UNKNOWN =
	'Not sent: the amount of this item is not known in advance, so the limit cannot be checked. Check the record in the service, or remove the limit from "Options".';

describe('the limit of an item', () => {
	const highest = { maximumAmount: '10' };

	it('lets exactly so much through, and refuses the items above it, each by itself', async () => {
		const { refused, all } = await guardsAt().check([
			item(0, 10, highest),
			item(1, '10.01', highest),
			item(2, 1, highest),
			item(3, 11, { maximumAmount: '10.50' }),
		]);
		expect(refusedOf(refused)).toEqual([
			[1, `Not sent: 10.01 of currency c is above "Maximum Amount per Item" (10). ${RAISE_ITEM}`],
			[3, `Not sent: 11 of currency c is above "Maximum Amount per Item" (10.5). ${RAISE_ITEM}`],
		]);
		expect(all).toBeUndefined();
	});

	it('counts what is taken away as what is given', async () => {
		const { refused } = await guardsAt().check([item(0, -11, highest), item(1, '-10', highest)]);
		expect(refusedOf(refused)).toEqual([[0, expect.stringMatching(/^Not sent: 11 of/)]]);
	});

	it('is of each item alone: many below it may pass it together', async () => {
		const items = [0, 1, 2, 3].map((index) => item(index, 9, highest));
		expect(await guardsAt().check(items)).toEqual({ refused: new Map() });
	});

	it('of some items asks nothing of the others', async () => {
		let asked = 0;
		const spending = async () => {
			asked++;
			return await Promise.resolve({ amount: 1_000 });
		};
		const items = [item(0, 1, { spending }), item(1, 1, highest)];
		expect(await guardsAt().check(items)).toEqual({ refused: new Map() });
		expect(asked).toBe(0);
	});

	it.each([undefined, '', 'much', NaN])('refuses an item of which %p is said', async (amount) => {
		const { refused } = await guardsAt().check([item(0, amount, highest)]);
		expect(refusedOf(refused)).toEqual([[0, UNKNOWN]]);
	});

	it('hands on what the service says where it has to be asked', async () => {
		const thrown = problem('notApplied');
		const spending = async () => await Promise.reject<Spending>(thrown);
		const items = [item(0, 1, { ...highest, spending }), item(1, 1, highest)];
		expect(await guardsAt().check(items)).toEqual({ refused: new Map([[0, thrown]]) });
	});

	it('calls a currency that was chosen from the list by its name', async () => {
		const chosen = {
			...item(0, 11, highest),
			operation: { ...item(0, 11).operation, payment: { currency: 'currencyId' } },
			names: { currencyId: '⭐ Stars' },
		} as unknown as Job;
		const { refused } = await guardsAt().check([chosen]);
		expect(refusedOf(refused)).toEqual([
			[0, `Not sent: 11 Stars is above "Maximum Amount per Item" (10). ${RAISE_ITEM}`],
		]);
	});

	it('names the default currency where the item names none', async () => {
		const ids = [undefined, ''];
		for (const currencyId of ids) {
			const spending = async () => await Promise.resolve({ amount: 11, currencyId });
			const { refused } = await guardsAt().check([item(0, 11, { ...highest, spending })]);
			expect(refusedOf(refused)).toEqual([
				[0, expect.stringMatching(/^Not sent: 11 of the default currency is above/)],
			]);
		}
	});

	it('is asked for twenty items at a time, and each answer belongs to its item', async () => {
		let open = 0;
		let most = 0;
		const spending = async (index: number) => {
			open++;
			most = Math.max(most, open);
			await new Promise((resolve) => setTimeout(resolve, 50 - index));
			open--;
			return { amount: index % 10 === 0 ? 11 : 1 };
		};
		const items = Array.from({ length: 45 }, (_item, index) =>
			item(index, 0, { ...highest, spending: async () => await spending(index) }),
		);
		const { refused } = await guardsAt().check(items);
		expect([...refused.keys()]).toEqual([0, 10, 20, 30, 40]);
		expect(most).toBe(20);
	});
});

describe('the limit of an execution', () => {
	it('lets exactly so much through, with all digits', async () => {
		const guards = guardsAt();
		const { all, refused } = await guards.check([item(0, '0.1', upTo('0.3')), item(1, '0.2', upTo('0.3'))]);
		expect({ all, refused: [...refused] }).toEqual({ all: undefined, refused: [] });
	});

	it('refuses all items of a run that would pass it together', async () => {
		const items = [item(0, 4, upTo('10')), item(1, -4, upTo('10')), item(2, '2.5', upTo('10'))];
		const { all, refused } = await guardsAt().check(items);
		expect(wordsOf(all)).toBe(
			`Not sent: a total of 10.5 of currency c is above "Maximum Total per Execution" (10). ${RAISE_TOTAL}`,
		);
		expect([...refused]).toEqual([]);
	});

	it('says beside it which items are wrong themselves, and does not count those', async () => {
		const own = { ...upTo('10'), maximumAmount: '5' };
		const items = [item(0, 6, own), item(1, 'much', own), item(2, 5, own), item(3, 5, own)];
		const { all, refused } = await guardsAt().check(items);
		expect([...refused.keys()]).toEqual([0, 1]);
		expect(all).toBeUndefined();
		const passed = await guardsAt(1).check([...items, item(4, 1, own)]);
		expect([...passed.refused.keys()]).toEqual([0, 1]);
		expect(passed.all).toBeInstanceOf(Problem);
	});

	it('counts the items that have none too, and takes the lowest where they differ', async () => {
		const passes = async (...items: Job[]) => (await guardsAt().check(items)).all;
		expect(await passes(item(0, 9), item(1, 2, upTo('10')))).toBeInstanceOf(Problem);
		for (const limits of [
			['20', '10', '30'],
			['10', '20', '30'],
			['30', '20', '10'],
		]) {
			const all = await passes(...limits.map((limit, index) => item(index, 4, upTo(limit))));
			expect(wordsOf(all)).toMatch(/12 of .* \(10\)\. /);
		}
	});

	it('is of each currency by itself, where the items of one have none it is not passed', async () => {
		const more = (currencyId: string, total?: string) => ({ currencyId, maximumTotal: total });
		const { all } = await guardsAt().check([
			item(0, 10, more('c', '10')),
			item(1, 10, more('d', '10')),
			item(2, 99, more('e')),
		]);
		expect(all).toBeUndefined();
		stored = {};
		const passed = await guardsAt().check([item(0, 1, more('c', '99')), item(1, 11, more('d', '10'))]);
		expect(wordsOf(passed.all)).toMatch(/^Not sent: a total of 11 of currency d is above/);
	});

	it('counts together what names one currency in two ways, and the default currency by realm', async () => {
		const id = 'ABCDEF0123456789abcdef01';
		const passes = async (one: Given, other: Given) => {
			stored = {};
			const items = [item(0, 6, { ...one, ...upTo('10') }), item(1, 6, { ...other, ...upTo('10') })];
			return (await guardsAt().check(items)).all !== undefined;
		};
		expect(await passes({ currencyId: id }, { currencyId: id.toLowerCase() })).toBe(true);
		expect(await passes({ currencyId: '' }, { currencyId: '' })).toBe(true);
		expect(await passes({ currencyId: '', realmId: id }, { currencyId: '', realmId: id.toLowerCase() })).toBe(
			true,
		);
		expect(await passes({ currencyId: '' }, { currencyId: '', realmId: 'other' })).toBe(false);
		expect(await passes({ currencyId: '' }, { currencyId: 'r' })).toBe(false);
		expect(await passes({}, { realmId: 'other' })).toBe(true);
	});

	it('counts what is only shown among its like', async () => {
		const shown = { ...upTo('10'), isDryRun: true };
		const { all } = await guardsAt().check([item(0, 6, shown), item(1, 6, upTo('10'))]);
		expect(all).toBeUndefined();
		const both = await guardsAt().check([item(0, 6, shown), item(1, 6, shown)]);
		expect(both.all).toBeInstanceOf(Problem);
	});

	it('is not looked at where no item has one, and then nothing counts', async () => {
		const guards = guardsAt();
		expect(await guards.check([item(0, 99)])).toEqual({ refused: new Map() });
		expect(await guards.check([item(0, 9, { maximumAmount: '9' })])).toEqual({ refused: new Map() });
		expect(stored).toEqual({});
	});

	it('lets others have their turn among many items', async () => {
		const items = Array.from({ length: 40 }, (_item, index) => item(index, 1, upTo('1000')));
		expect(await turnsDuring(async () => await guardsAt().check(items))).toBeGreaterThanOrEqual(20);
	});
});

describe('what an execution moved', () => {
	it('counts in its later runs', async () => {
		const first = guardsAt();
		await first.check([item(0, 4, upTo('10')), item(1, '-3.5', upTo('10'))]);
		await send(first, 0, 1);
		expect(await hasRoomFor('2.5', 1)).toBe(true);
		const { all } = await guardsAt(2).check([item(0, '2.6', upTo('10'))]);
		expect(wordsOf(all)).toMatch(
			/^Not sent: a total of 10\.1 of currency c is above "Maximum Total per Execution" \(10\)\. /,
		);
	});

	it('counts by currency', async () => {
		const first = guardsAt();
		await first.check([
			item(0, 10, upTo('10')),
			item(1, 3, { ...upTo('10'), currencyId: 'd' }),
			item(2, 4, { ...upTo('10'), currencyId: 'd' }),
		]);
		await send(first, 0, 1);
		expect(await hasRoomFor('1', 1)).toBe(false);
		expect(await hasRoomFor('7', 1, '10', { currencyId: 'd' })).toBe(true);
		expect(await hasRoomFor('8', 1, '10', { currencyId: 'd' })).toBe(false);
	});

	it('counts once it may be sent, so that a run beside it does not use what is left too', async () => {
		await guardsAt().check([item(0, 7, upTo('10'))]);
		expect((await guardsAt(1).check([item(0, 4, upTo('10'))])).all).toBeInstanceOf(Problem);
		expect((await guardsAt(1).check([item(0, 3, upTo('10'))])).all).toBeUndefined();
	});

	it('counts nothing of what was refused together', async () => {
		await guardsAt().check([item(0, 11, upTo('10'))]);
		expect(await hasRoomFor('10', 1)).toBe(true);
	});

	it('does not count once it turned out not to have moved, or was not begun', async () => {
		const guards = guardsAt();
		await guards.check([0, 1, 2, 3].map((index) => item(index, 2, upTo('10'))));
		await guards.watched(0, applied)();
		await expect(guards.watched(1, failing(problem('notApplied')))()).rejects.toThrow('No');
		await expect(guards.watched(2, failing(problem('notApplied')))()).rejects.toThrow('No');
		expect(await hasRoomFor('3', 1)).toBe(false);
		guards.close();
		expect(await hasRoomFor('8', 1)).toBe(true);
		expect(await hasRoomFor('9', 1)).toBe(false);
	});

	it('counts where it is not known whether it moved', async () => {
		const guards = guardsAt();
		await guards.check([item(0, 5, upTo('10')), item(1, 5, upTo('10'))]);
		await expect(guards.watched(0, failing(problem('unknown')))()).rejects.toThrow('No');
		await expect(guards.watched(1, failing(new Error('Broke')))()).rejects.toThrow('Broke');
		guards.close();
		expect(await hasRoomFor('1', 1)).toBe(false);
	});

	it('is taken off once, however often the run is said to end', async () => {
		const guards = guardsAt();
		await guards.check([item(0, 5, upTo('10'))]);
		guards.close();
		guards.close();
		expect(await hasRoomFor('10', 1)).toBe(true);
		expect(await hasRoomFor('10.1', 1)).toBe(false);
	});

	it('gives what came of the work, and watches each by itself', async () => {
		const guards = guardsAt();
		await guards.check([item(0, 5, upTo('10'))]);
		expect(await guards.watched(0, applied)()).toBe(DONE);
		expect(await guards.watched(7, applied)()).toBe(DONE);
		guards.close();
		expect(await hasRoomFor('5', 1)).toBe(true);
		expect(await hasRoomFor('6', 1)).toBe(false);
	});
});

describe('what outlasts a wait of the execution', () => {
	/** Like a wait: n8n passes on the data from its saved form. */
	const wait = () => (stored = JSON.parse(JSON.stringify(stored)) as IDataObject);

	it('is what the runs before it moved, by currency', async () => {
		const guards = guardsAt();
		await guards.check([item(0, 4, upTo('10')), item(1, 8, { ...upTo('10'), currencyId: 'd' })]);
		await send(guards, 0, 1);
		const next = guardsAt(1);
		await next.check([item(0, '1.5', upTo('10'))]);
		await send(next, 0);
		wait();
		expect(await hasRoomFor('4.5', 2)).toBe(true);
		expect(await hasRoomFor('4.6', 2)).toBe(false);
		expect(await hasRoomFor('2', 2, '10', { currencyId: 'd' })).toBe(true);
		expect(await hasRoomFor('3', 2, '10', { currencyId: 'd' })).toBe(false);
	});

	it('leaves out the run that is done again by a retry, and those after it', async () => {
		for (const runIndex of [0, 1, 2]) {
			const guards = guardsAt(runIndex);
			await guards.check([item(0, 3, upTo('10'))]);
			await send(guards, 0);
		}
		wait();
		expect(await hasRoomFor('7', 1)).toBe(true);
		expect(await hasRoomFor('7.1', 1)).toBe(false);
		expect(Object.keys(spentIn(stored))).toEqual(['0', '1']);
	});

	it('takes what is no sum for none', async () => {
		stored = savedAs({ 0: { 'currency c': 'much', 'currency d': '4' } });
		expect(await hasRoomFor('10', 1)).toBe(true);
		expect(await hasRoomFor('7', 1, '10', { currencyId: 'd' })).toBe(false);
	});

	it('is found under the names that were saved, whatever version of this node saved them', async () => {
		const sums = {
			'currency c': '1',
			'default currency of realm r': '2',
			'dry run, currency c': '3',
			'dry run, default currency of realm r': '4',
		};
		stored = savedAs({ 0: sums });
		const wordsFor = async (more: Given) =>
			wordsOf((await guardsAt(1).check([item(0, 10, { ...upTo('10'), ...more })])).all);
		expect(await wordsFor({})).toContain('moved 1 before');
		expect(await wordsFor({ currencyId: '' })).toContain('moved 2 before');
		expect(await wordsFor({ isDryRun: true })).toContain('moved 3 before');
		expect(await wordsFor({ isDryRun: true, currencyId: '' })).toContain('moved 4 before');
	});

	it('is the sum of a run with what it counted before', async () => {
		const guards = guardsAt(1);
		await guards.check([item(0, 3, upTo('10'))]);
		await send(guards, 0);
		const again = guardsAt(1);
		await again.check([item(0, 4, upTo('10')), item(1, 2, upTo('10'))]);
		await send(again, 0);
		expect(spentIn(stored)).toEqual({ 1: { 'currency c': '7' } });
	});
});
