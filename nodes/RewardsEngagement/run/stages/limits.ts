import type { ItemContent } from '../../declare/operation';
import { outcomeOfThrown, unsentProblem, type Problem } from '../../errors';
import type { RunKeys } from '../../idempotency/runKeys';
import { canonicalText } from '../../shared/canonical';
import { Decimal } from '../../shared/decimal';
import { yieldToEventLoop } from '../../shared/yieldToEventLoop';
import { askingWith } from '../asking';
import { isDryRun, type Job } from '../job';
import { currencyName } from '../payment';
import type { Next, Refuse, Stage, Survey } from '../pipeline';

/** The most jobs whose amounts are requested at a time. */
const ASKED_AT_A_TIME = 20;

/** The amount that a job would move. */
interface Amount {
	job: Job;
	size: Decimal;
	/** The amounts that it is counted with. */
	bucket: string;
	/** The name of the currency. */
	currency: string;
}

/**
 * Checks the amounts of a run against the user's limits. It checks all jobs before the first is sent. From then on
 * their amounts count, so that two concurrent runs do not both use the rest of a limit. Amounts that were not moved
 * after all are subtracted again.
 *
 * The data of the execution records the moved amounts. All other state lives as long as the run of the node.
 */
export class Limits implements Stage<Job> {
	/** By item, the amount that counts. */
	private readonly counted = new Map<number, Amount>();

	/** Items that moved something, or may have. */
	private readonly moved = new Set<number>();

	/** Responses about amounts, such as prices, by question. */
	private readonly answers = new Map<string, Promise<unknown>>();

	constructor(private readonly keys: Pick<RunKeys, 'own'>) {}

	async survey(jobs: readonly Job[], next: Survey<Job>, refuse: Refuse<Job>): Promise<readonly Job[]> {
		const spending = jobs.filter(({ operation }) => operation.effect === 'once' && operation.spends);
		const hasTotal = spending.some(({ options }) => options.maximumTotal !== undefined);
		const looked = spending.filter(({ options }) => hasTotal || options.maximumAmount !== undefined);
		const refused = new Set<Job>();
		const amounts: Amount[] = [];
		for (const { job, found } of await this.amountsOf(looked)) {
			const problem = 'thrown' in found ? found.thrown : tooHigh(found.amount);
			if ('amount' in found && problem === undefined) {
				amounts.push(found.amount);
				continue;
			}
			await yieldToEventLoop();
			refused.add(job);
			refuse(job, problem);
		}
		const left = jobs.filter((job) => !refused.has(job));
		const passed = hasTotal ? await this.count(amounts) : undefined;
		if (!passed) return await next(left);
		for (const job of left) {
			await yieldToEventLoop();
			refuse(job, passed);
		}
		return [];
	}

	async run(job: Job, next: Next<Job>): Promise<ItemContent[]> {
		const result = next(job);
		const outcome = await result.then(() => 'applied' as const, outcomeOfThrown);
		if (outcome !== 'notApplied') this.moved.add(job.itemIndex);
		return await result;
	}

	/** Subtracts the amounts that were not moved. */
	close(): void {
		const back = new Map<string, Decimal>();
		for (const [itemIndex, { bucket, size }] of this.counted) {
			if (!this.moved.has(itemIndex)) back.set(bucket, (back.get(bucket) ?? Decimal.ZERO).plus(size));
		}
		for (const [bucket, sum] of back) {
			const { data, runIndex } = this.keys.own;
			data.spend(runIndex, bucket, Decimal.ZERO.minus(sum));
		}
		this.counted.clear();
	}

	/**
	 * @returns why nothing may be sent, if the total would exceed its limit. Otherwise the amounts count from now on.
	 */
	private async count(amounts: readonly Amount[]): Promise<Problem | undefined> {
		const buckets = await bucketsOf(amounts);
		// No await from here on, so that no other run comes between the check and the count.
		const passed = this.passedTotal(buckets);
		if (passed) return passed;
		const { data, runIndex } = this.keys.own;
		// A dry run changes no later run, so its amounts count only in this one.
		for (const [bucket, { sum, isShown }] of buckets) if (!isShown) data.spend(runIndex, bucket, sum);
		for (const amount of amounts) if (!isDryRun(amount.job)) this.counted.set(amount.job.itemIndex, amount);
		return undefined;
	}

	/** Why nothing may be sent, if a total would exceed its limit. */
	private passedTotal(buckets: ReadonlyMap<string, Bucket>): Problem | undefined {
		for (const [bucket, { currency, sum, highest }] of buckets) {
			const before = this.keys.own.data.spentOf(bucket);
			if (highest && before.plus(sum).isAbove(highest)) return totalPassed(currency, sum, before, highest);
		}
		return undefined;
	}

	/** The amounts that jobs would move. If that needs requests, several are sent at a time. */
	private async amountsOf(jobs: readonly Job[]): Promise<Looked[]> {
		const all: Looked[] = [];
		for (let begin = 0; begin < jobs.length; begin += ASKED_AT_A_TIME) {
			await yieldToEventLoop();
			const batch = jobs.slice(begin, begin + ASKED_AT_A_TIME);
			all.push(...(await Promise.all(batch.map(async (job) => await lookAt(job, this.answers)))));
		}
		return all;
	}
}

/** Amounts of items that are counted together. */
interface Bucket {
	/** The name of the currency. */
	currency: string;
	sum: Decimal;
	/** Whether it is of dry runs, which have separate buckets. */
	isShown: boolean;
	/** The lowest limit of the items, if any has one. */
	highest?: Decimal;
}

async function bucketsOf(amounts: readonly Amount[]): Promise<Map<string, Bucket>> {
	const buckets = new Map<string, Bucket>();
	for (const { bucket, size, currency, job } of amounts) {
		await yieldToEventLoop();
		const known = buckets.get(bucket) ?? { currency, sum: Decimal.ZERO, isShown: isDryRun(job) };
		const own = Decimal.of(job.options.maximumTotal);
		const isLower = own && (known.highest === undefined || known.highest.isAbove(own));
		buckets.set(bucket, { ...known, sum: known.sum.plus(size), highest: isLower ? own : known.highest });
	}
	return buckets;
}

interface Looked {
	job: Job;
	found: { amount: Amount } | { thrown: unknown };
}

async function lookAt(job: Job, answers: Map<string, Promise<unknown>>): Promise<Looked> {
	const { operation, values, client } = job;
	const ask = askingWith(client, answers);
	try {
		const spending = await operation.spends?.(values, ask);
		const { amount, currencyId } = spending ?? {};
		const size = Decimal.of(amount)?.size;
		if (!size) throw unknownAmount();
		const isDefault = currencyId === undefined || currencyId === '';
		const realmId = typeof values.realmId === 'string' ? values.realmId : client.connection.realmId;
		const id = canonicalText(isDefault ? realmId : currencyId);
		const bucket = `${isDryRun(job) ? 'dry run, ' : ''}${isDefault ? 'default currency of realm' : 'currency'} ${id}`;
		const currency = currencyName(currencyId, job.names[operation.payment?.currency ?? '']);
		return { job, found: { amount: { job, size, bucket, currency } } };
	} catch (thrown) {
		return { job, found: { thrown } };
	}
}

function tooHigh({ job, size, currency }: Amount): Problem | undefined {
	const highest = Decimal.of(job.options.maximumAmount);
	if (!highest || !size.isAbove(highest)) return undefined;
	return unsentProblem(
		`Not sent: ${String(size)} ${currency} is above "Maximum Amount per Item" (${String(highest)})`,
		'If the amount is correct, raise "Maximum Amount per Item" in the options of the node.',
	);
}

function totalPassed(currency: string, sum: Decimal, before: Decimal, highest: Decimal): Problem {
	const earlier = before.isAbove(Decimal.ZERO)
		? `This execution moved ${String(before)} before, and this run would move ${String(sum)}. `
		: '';
	return unsentProblem(
		`Not sent: a total of ${String(before.plus(sum))} ${currency} is above "Maximum Total per Execution" (${String(highest)})`,
		`${earlier}No item of this run was sent. If the total is correct, raise "Maximum Total per Execution" in the options of the node.`,
	);
}

function unknownAmount(): Problem {
	return unsentProblem(
		'Not sent: the amount of this item is not known in advance, so the limit cannot be checked',
		'Check the record in the service, or remove the limit from "Options".',
	);
}
