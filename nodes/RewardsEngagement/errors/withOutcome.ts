import type { Outcome } from './outcome';
import { ServiceProblem } from './serviceProblem';

/** An error that certainly changed nothing in the service. `thrown` is the error. */
export class NotApplied extends Error {
	/** @param isUnsent whether nothing was sent at all. Otherwise a request was sent that changes nothing. */
	constructor(
		readonly thrown: unknown,
		readonly isUnsent: boolean,
	) {
		super(thrown instanceof Error ? thrown.message : String(thrown));
		this.name = 'NotApplied';
	}
}

/** Progress of the requests of some work. */
export interface Progress {
	/** Whether a request may have been sent. */
	hasSent: boolean;
	/** Whether a request may have been sent that changes something. */
	mayHaveActed: boolean;
}

/** Progress of work that sends nothing, or has not sent anything yet. */
export const UNSENT: Progress = { hasSent: false, mayHaveActed: false };

/**
 * Does work whose requests update `progress`. Until a request that changes something may have been sent, every error
 * has a known outcome: not applied.
 *
 * @throws {NotApplied} instead of an error thrown before then. Later errors are thrown unchanged.
 */
export async function withOutcome<T>(progress: Progress, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (thrown) {
		throw atStage(progress, thrown);
	}
}

/**
 * Does work that sends nothing.
 *
 * @throws {NotApplied} instead of any error
 */
export function beforeSending<T>(work: () => T): T {
	try {
		return work();
	} catch (thrown) {
		throw atStage(UNSENT, thrown);
	}
}

function atStage({ hasSent, mayHaveActed }: Progress, thrown: unknown): unknown {
	const isJudged = thrown instanceof ServiceProblem || thrown instanceof NotApplied;
	return isJudged || mayHaveActed ? thrown : new NotApplied(thrown, !hasSent);
}

/** The outcome of an item's request, by the error. Unknown for all errors that do not say. */
export function outcomeOfThrown(thrown: unknown): Outcome {
	if (thrown instanceof ServiceProblem) return thrown.problem.outcome;
	return thrown instanceof NotApplied ? 'notApplied' : 'unknown';
}
