import type { Outcome } from './outcome';
import { ServiceProblem } from './serviceProblem';

/** Whatever failed, it changed nothing in the service. `thrown` says what it was. */
export class NotApplied extends Error {
	/** @param isUnsent nothing was sent at all; else it was a request that changes nothing */
	constructor(
		readonly thrown: unknown,
		readonly isUnsent: boolean,
	) {
		super(thrown instanceof Error ? thrown.message : String(thrown));
		this.name = 'NotApplied';
	}
}

/** How far the requests of a piece of work have come. */
export interface Progress {
	/** A request may have left for the service. */
	hasSent: boolean;
	/** A request may have left that changes something there. */
	mayHaveActed: boolean;
}

/** Progress of work that sends nothing, or has not begun to. */
export const UNSENT: Progress = { hasSent: false, mayHaveActed: false };

/**
 * Does something whose requests, if it comes to any, are noted in `progress`. What it throws can be told apart by that:
 * until a request that changes something may have left, no failure is of unknown outcome, whatever it is.
 *
 * @throws {NotApplied} in place of what was thrown before that; else what was thrown
 */
export async function withOutcome<T>(progress: Progress, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (thrown) {
		throw atStage(progress, thrown);
	}
}

/** Does work that sends nothing. @throws {NotApplied} in place of what it throws */
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

/** What became of an item's request, by what was thrown. Unknown, unless it is known. */
export function outcomeOfThrown(thrown: unknown): Outcome {
	if (thrown instanceof ServiceProblem) return thrown.problem.outcome;
	return thrown instanceof NotApplied ? 'notApplied' : 'unknown';
}
