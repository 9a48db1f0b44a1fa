import { OUTCOME_WORDS, Problem } from '../errors';
import type { FirstItem } from '../once/executionData';
import type { PlacedItem } from '../once/runKeys';
import type { AnyJob, Job, Run } from './job';
import { personAndAmount, traceOf } from './payment';
import type { Result } from './results';

/** The problem of a job. With an unknown outcome it says what to look for in the service, and the key that stays open. */
export function withWhatToCheck(
	{ keys, isTool }: Run,
	job: AnyJob,
	problem: Problem,
	key?: PlacedItem,
): Problem {
	const { told } = problem;
	if (told.outcome !== 'unknown' || !job.client) return problem;
	// A model must neither send it again nor see whom the owner of the workflow pays, so it keeps the general words.
	const isForPeople = job.isOnce && !isTool;
	const check = () => whatToCheck(job, key !== undefined && keys.isStored(key));
	const advice = isForPeople ? told.advice?.replace(OUTCOME_WORDS.unknown, check) : told.advice;
	return new Problem({ ...told, advice, idempotencyKey: key?.key });
}

/** @param canSettle whether a person can settle the key */
function whatToCheck(job: Job, canSettle: boolean): string {
	const trace = traceOf(job);
	const what =
		trace === undefined ? 'Check in the service whether it was done' : `Look for ${trace} in the service`;
	const next = canSettle
		? 'If it is there, use Idempotency Key → Confirm, otherwise Release.'
		: 'If it is there, leave this item out, otherwise run it again.';
	return `${what} before you run it again. ${next}`;
}

/**
 * The result of an item that was sent before with the same key. It says first who and how much.
 *
 * @param job missing for an item whose parameters cannot be read
 */
export function skip(
	{ results, isTool }: Run,
	job: AnyJob | undefined,
	key: string,
	first?: FirstItem,
): Result {
	const { skipped } = results.summary;
	skipped.set(first?.runIndex, (skipped.get(first?.runIndex) ?? 0) + 1);
	const firstRun = first ? { execution: 'this', ...first } : { execution: 'earlier' };
	const who = first ? 'another item of this execution' : 'an earlier execution';
	const kept = first?.json ? '' : '. Its result was not kept';
	const how = key === '' ? 'before the parameters changed' : `with the same key${kept}`;
	const reason = `Not sent: ${who} already did this ${how}`;
	// Changed parameters do not say what was sent.
	const isTold = job?.client !== undefined && key !== '' && !isTool;
	const subject = isTold ? personAndAmount(job) : {};
	const idempotencyKey = key === '' ? {} : { idempotencyKey: key };
	const json = { ...subject, skipped: true, reason, firstRun, ...idempotencyKey };
	return { contents: [{ json }], note: 'skipped' };
}
