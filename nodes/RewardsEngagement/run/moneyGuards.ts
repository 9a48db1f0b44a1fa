import { InvalidParameter } from '../errors/invalidParameter';
import { NotApplied, outcomeOfThrown } from '../errors/stage';
import { canonicalText } from '../shared/canonical';
import type { PlacedItem, RunKeys } from '../idempotency/runKeys';
import { breathe } from '../shared/breathe';
import { Decimal } from '../shared/decimal';
import { previewItems } from './previewItems';
import type { Spending } from './spending';

/** What is asked of the service at a time to know what items would spend. */
const ASKED_AT_A_TIME = 20;

/** An item that would move or spend something. */
export interface GuardedItem {
	itemIndex: number;
	/** Of the request. */
	realmId: string;
	/** The most that the item may move. */
	maximumAmount?: string;
	/** The most that all items of a currency may move, in this execution. */
	maximumTotal?: string;
	/** It only shows what it would do, and counts among its like. */
	isDryRun: boolean;
	/** The key that it is sent under, if any. */
	keyed?: PlacedItem;
	/** @throws what the service said where it had to be asked */
	spending: () => Promise<Spending>;
}

/** What an item would move, known. */
interface Amount {
	item: GuardedItem;
	size: Decimal;
	/** What it is counted with. */
	pot: string;
	/** What this is called. */
	currency: string;
}

/**
 * The limits for what a run moves. All items are looked at before the first is sent. What may be sent counts from then
 * on, so that two runs at the same time do not both use what is left; what turns out not to have moved is taken off again.
 */
export class MoneyGuards {
	/** By item; what of it counts. */
	private readonly counted = new Map<number, Amount>();

	/** Items that moved something, or may have. */
	private readonly moved = new Set<number>();

	/** Items that do not count because their keys leave them out. */
	private readonly skipped = new Set<number>();

	/** @param keys of the run */
	constructor(private readonly keys: Pick<RunKeys, 'own' | 'statesOf'>) {}

	/**
	 * Looks at all items of the run that would move something, and counts those that may be sent.
	 *
	 * @returns why items are refused, by index; `all` says that nothing at all may be sent
	 */
	async check(items: readonly GuardedItem[]): Promise<{ refused: Map<number, unknown>; all?: unknown }> {
		const hasTotal = items.some(({ maximumTotal }) => maximumTotal !== undefined);
		const looked = items.filter(({ maximumAmount }) => hasTotal || maximumAmount !== undefined);
		const refused = new Map<number, unknown>();
		const amounts: Amount[] = [];
		for (const { item, found } of await amountsOf(looked)) {
			const problem = 'thrown' in found ? found.thrown : tooHigh(found.amount);
			if (problem !== undefined) refused.set(item.itemIndex, problem);
			else if ('amount' in found) amounts.push(found.amount);
		}
		if (!hasTotal) return { refused };
		let left: readonly Amount[] = amounts;
		let pots = await potsOf(left);
		if (this.passedTotal(pots)) {
			left = await this.withoutSkipped(amounts);
			pots = await potsOf(left);
		}
		// Nothing is awaited from here on: no other run comes between the look and the count.
		const passed = this.passedTotal(pots);
		if (passed) return { refused, all: passed };
		const { data, runIndex } = this.keys.own;
		for (const [pot, { sum }] of pots) data.spend(runIndex, pot, sum);
		for (const amount of left) this.counted.set(amount.item.itemIndex, amount);
		return { refused };
	}

	/** The same work, after which it is known whether the item moved something. */
	watched<T>(itemIndex: number, send: () => Promise<T>): () => Promise<T> {
		return async () => {
			if (this.skipped.has(itemIndex)) throw keyIsFree();
			const result = send();
			const outcome = await result.then(() => 'applied', outcomeOfThrown);
			if (outcome !== 'notApplied') this.moved.add(itemIndex);
			return await result;
		};
	}

	/** Takes off what was not moved. To be called when the run ends. */
	close(): void {
		const back = new Map<string, Decimal>();
		for (const [itemIndex, { pot, size }] of this.counted) {
			if (!this.moved.has(itemIndex)) back.set(pot, (back.get(pot) ?? Decimal.ZERO).plus(size));
		}
		for (const [pot, sum] of back) {
			const { data, runIndex } = this.keys.own;
			data.spend(runIndex, pot, Decimal.ZERO.minus(sum));
		}
		this.counted.clear();
	}

	/** The same without those that their keys will leave out, where that can be known. */
	private async withoutSkipped(amounts: readonly Amount[]): Promise<readonly Amount[]> {
		const keyed = amounts.flatMap(({ item }) => item.keyed ?? []);
		// Where the keys cannot be looked at, all items count.
		const previews = await previewItems(this.keys, keyed).catch(() => []);
		const isSkipped = new Set(
			keyed
				.filter((_item, index) => !['sent', 'unknown'].includes(previews[index]?.wouldBe ?? 'unknown'))
				.map(({ itemIndex }) => itemIndex),
		);
		for (const { item } of amounts) {
			if (isSkipped.has(item.itemIndex) && !item.isDryRun) this.skipped.add(item.itemIndex);
		}
		return amounts.filter(({ item }) => !isSkipped.has(item.itemIndex));
	}

	/** Why nothing may be sent, if a total would be passed. */
	private passedTotal(pots: ReadonlyMap<string, Pot>): NotApplied | undefined {
		for (const [pot, { currency, sum, highest }] of pots) {
			const before = this.keys.own.data.spentOf(pot);
			if (highest && before.plus(sum).isAbove(highest)) return totalPassed(currency, sum, before, highest);
		}
		return undefined;
	}
}

/** What items move that are counted together. */
interface Pot {
	/** What it is called. */
	currency: string;
	sum: Decimal;
	/** The lowest of their limits, if any has one. */
	highest?: Decimal;
}

async function potsOf(amounts: readonly Amount[]): Promise<Map<string, Pot>> {
	const pots = new Map<string, Pot>();
	for (const { pot, size, currency, item } of amounts) {
		await breathe();
		const known = pots.get(pot) ?? { currency, sum: Decimal.ZERO };
		const own = Decimal.of(item.maximumTotal);
		const isLower = own && (known.highest === undefined || known.highest.isAbove(own));
		pots.set(pot, { ...known, sum: known.sum.plus(size), highest: isLower ? own : known.highest });
	}
	return pots;
}

interface Looked {
	item: GuardedItem;
	found: { amount: Amount } | { thrown: unknown };
}

/** What the items would move; where the service has to be asked, several at a time. */
async function amountsOf(items: readonly GuardedItem[]): Promise<Looked[]> {
	const all: Looked[] = [];
	for (let begin = 0; begin < items.length; begin += ASKED_AT_A_TIME) {
		await breathe();
		all.push(...(await Promise.all(items.slice(begin, begin + ASKED_AT_A_TIME).map(lookAt))));
	}
	return all;
}

async function lookAt(item: GuardedItem): Promise<Looked> {
	try {
		const { amount, currencyId } = await item.spending();
		const size = Decimal.of(amount)?.size;
		if (!size) throw unknownAmount();
		const isDefault = currencyId === undefined || currencyId === '';
		const id = canonicalText(isDefault ? item.realmId : currencyId);
		const pot = `${item.isDryRun ? 'dry run, ' : ''}${isDefault ? 'default currency of realm' : 'currency'} ${id}`;
		const currency = isDefault ? 'the default currency' : `the currency ${currencyId}`;
		return { item, found: { amount: { item, size, pot, currency } } };
	} catch (thrown) {
		return { item, found: { thrown } };
	}
}

function tooHigh({ item, size, currency }: Amount): NotApplied | undefined {
	const highest = Decimal.of(item.maximumAmount);
	if (!highest || !size.isAbove(highest)) return undefined;
	return refusal(
		`This item would move ${String(size)} of ${currency}, and "Maximum Amount per Item" is ${String(highest)}`,
		'Nothing was sent. If it is as it should be, whoever owns the workflow can raise "Maximum Amount per Item".',
	);
}

function totalPassed(currency: string, sum: Decimal, before: Decimal, highest: Decimal): NotApplied {
	const moved = before.isAbove(Decimal.ZERO)
		? ` after ${String(before)} that this execution moved before`
		: '';
	return refusal(
		`The items of this run would move ${String(sum)} of ${currency}${moved}, and "Maximum Total per Execution" is ${String(highest)}`,
		'Nothing was sent. That goes for every item of the run. If it is as it should be, whoever owns the workflow can raise "Maximum Total per Execution".',
	);
}

/** Its key was released, or forgotten, after it was looked at. */
function keyIsFree(): NotApplied {
	return refusal(
		'This item was not counted towards "Maximum Total per Execution" because of its key, which is free by now',
		'Nothing was sent. Run it again.',
	);
}

function unknownAmount(): NotApplied {
	return refusal(
		'It cannot be known beforehand how much this item would move, so it cannot be held against a limit',
		'Nothing was sent. Look at the record in the service, or take the limit out of "Options".',
	);
}

function refusal(message: string, description: string): NotApplied {
	return new NotApplied(new InvalidParameter(message, description), true);
}
