import { questionOf } from '../api/http';
import type { Ask } from '../declare/operation';
import { Problem, toProblem, unsentProblem } from '../errors';
import { canonicalText } from '../shared/canonical';
import { Decimal } from '../shared/decimal';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';
import type { Amount, AnyJob, Job, Run } from './job';
import { currencyName } from './payment';

/** The most jobs whose amounts are requested at a time. */
const ASKED_AT_A_TIME = 20;

/** Amounts that are counted together. */
interface Bucket {
	/** The name of the currency. */
	currency: string;
	sum: Decimal;
	/** Whether it is of dry runs, which have separate buckets. */
	isDryRun: boolean;
	/** The lowest limit of the items, if any has one. */
	highest?: Decimal;
}

/**
 * Checks the amounts of all jobs against the user's limits, before the first is sent. From then on the amounts count,
 * so that two concurrent runs do not both use the rest of a limit.
 *
 * @returns the jobs that may be sent
 */
export async function checkLimits(run: Run, jobs: readonly AnyJob[]): Promise<readonly AnyJob[]> {
	const { results } = run;
	const hasTotal = jobs.some((job) => job.client && job.options.maximumTotal !== undefined);
	const limited = jobs.filter(
		(job): job is Job =>
			job.client !== undefined &&
			(hasTotal || job.options.maximumAmount !== undefined) &&
			Boolean(job.operation.spends),
	);
	if (limited.length === 0) return jobs;
	const amounts: Amount[] = [];
	const refused = new Set<AnyJob>();
	/** Responses to questions such as for a price, by request. */
	const answers = new Map<string, Promise<unknown>>();
	for (let begin = 0; begin < limited.length && results.goesOn; begin += ASKED_AT_A_TIME) {
		await yieldToEventLoop();
		const some = limited.slice(begin, begin + ASKED_AT_A_TIME);
		const found = await Promise.all(some.map(async (job) => await amountOf(job, answers)));
		for (const [index, amount] of found.entries()) {
			const job = some[index] as Job;
			const problem = amount instanceof Problem ? amount : tooHigh(amount);
			if (problem) results.fail(job.itemIndex, problem);
			if (problem) refused.add(job);
			else amounts.push(amount as Amount);
		}
	}
	const passed = hasTotal && results.goesOn ? await countAll(run, amounts) : undefined;
	if (!passed) return jobs.filter((job) => !refused.has(job));
	await results.failAll(passed);
	return [];
}

/** Subtracts the amounts of a run that were not moved. */
export async function returnUnmoved({ counted, moved, keys }: Run): Promise<void> {
	for (const [itemIndex, { bucket, size }] of counted) {
		await yieldToEventLoop();
		if (!moved.has(itemIndex)) keys.own.data.spend(keys.own.runIndex, bucket, Decimal.ZERO.minus(size));
	}
}

/**
 * Counts the amounts of a run.
 *
 * @returns why nothing may be sent, if the total would exceed its limit
 */
async function countAll({ keys, counted }: Run, amounts: readonly Amount[]): Promise<Problem | undefined> {
	const buckets = new Map<string, Bucket>();
	for (const { bucket: name, size, currency, job } of amounts) {
		await yieldToEventLoop();
		const bucket = buckets.get(name) ?? { currency, sum: Decimal.ZERO, isDryRun: job.isDryRun };
		buckets.set(name, bucket);
		bucket.sum = bucket.sum.plus(size);
		const own = Decimal.of(job.options.maximumTotal);
		if (own && bucket.highest?.isAbove(own) !== false) bucket.highest = own;
	}
	// No await from here on, so that no other run comes between the check and the count.
	const { data, runIndex } = keys.own;
	for (const [name, bucket] of buckets) {
		const problem = totalPassed(bucket, data.spentOf(name));
		if (problem) return problem;
	}
	// A dry run changes no later run, so its amounts count only in this one.
	for (const [name, { sum, isDryRun }] of buckets) if (!isDryRun) data.spend(runIndex, name, sum);
	for (const amount of amounts) if (!amount.job.isDryRun) counted.set(amount.job.itemIndex, amount);
	return undefined;
}

/** @param answers responses to earlier requests of the run, by request */
async function amountOf(job: Job, answers: Map<string, Promise<unknown>>): Promise<Amount | Problem> {
	const { operation, values, client, names, isDryRun } = job;
	const ask: Ask = async (request) => {
		if (request.policy.effect !== 'read') throw new Error('Only what changes nothing is asked beforehand');
		const question = questionOf(client.connection, request);
		const answer = answers.get(question) ?? client.send(request).then(({ body }) => body);
		answers.set(question, answer);
		return await answer;
	};
	try {
		const { amount, currencyId = '' } = (await operation.spends?.(values, ask)) ?? {};
		const size = Decimal.of(amount)?.size;
		if (!size) throw unknownAmount();
		const what = currencyId === '' ? 'default currency of realm' : 'currency';
		const bucket = `${isDryRun ? 'dry run, ' : ''}${what} ${canonicalText(currencyId || client.realmId)}`;
		const currency = currencyName(currencyId, names[operation.payment?.currency ?? '']?.name);
		return { job, size, bucket, currency };
	} catch (thrown) {
		return toProblem(thrown, client.progress);
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

function totalPassed({ currency, sum, highest }: Bucket, before: Decimal): Problem | undefined {
	if (!highest || !before.plus(sum).isAbove(highest)) return undefined;
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
