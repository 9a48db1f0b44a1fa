import type { NodeApiError } from 'n8n-workflow';

import { isRecord } from '../shared/json';
import type { Outcome } from './outcome';

/** A request that did not succeed, in words for the person who runs the workflow. */
export interface Problem {
	/** What happened. */
	message: string;
	/** What to do next. */
	description: string;
	outcome: Outcome;
	/** HTTP status, when there was an answer. */
	status?: number;
	/** The service's own answer with secrets removed, as a JSON value. */
	details?: unknown;
	/** The request of several items that it is of. */
	request?: SharedRequest;
	/** The key that is kept because the outcome is unknown. */
	idempotencyKey?: string;
	/** Why it failed in n8n's terms, so that n8n can tell a wrong key from a busy service. */
	failure?: NodeApiError['failure'];
}

/** A request that several items of a run share. */
export interface SharedRequest {
	/** Its number in the run, from 1. */
	number: number;
	/** How many items it holds. */
	items: number;
}

/** Thrown by the client; becomes a NodeApiError where an item or a hook is known. */
export class ServiceProblem extends Error {
	/** Out of reach of whatever writes an error down. */
	readonly #answer: unknown;

	/** @param answer as it came; `problem` has less of it */
	constructor(
		readonly problem: Problem,
		answer?: unknown,
	) {
		super(problem.message);
		this.name = 'ServiceProblem';
		this.#answer = answer;
	}

	/** The service's answer with all that is in it, secrets too: to be read, and never shown. */
	get answer(): unknown {
		return this.#answer;
	}
}

/**
 * Whether the service says that something is not there. A page with the same status does not: it is of a proxy that finds
 * no service, or of another site.
 */
export function isNotThere(thrown: unknown): boolean {
	if (!(thrown instanceof ServiceProblem)) return false;
	const { status, details } = thrown.problem;
	return (status === 404 || status === 410) && isRecord(details);
}
