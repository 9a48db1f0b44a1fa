import type { NodeApiError } from 'n8n-workflow';

import { isRecord } from '../shared/json';
import type { Outcome } from './outcome';

/** A failed request, described for the user. */
export interface Problem {
	/** What happened. */
	message: string;
	/** What to do next. */
	description: string;
	outcome: Outcome;
	/** HTTP status, if there was a response. */
	status?: number;
	/** The service's response as a JSON value, without secrets. */
	details?: unknown;
	/** The request, if several items share it. */
	request?: SharedRequest;
	/** The key that stays open because the outcome is unknown. */
	idempotencyKey?: string;
	/** The reason in n8n's terms, so that n8n can tell a wrong key from a busy service. */
	failure?: NodeApiError['failure'];
}

/** A request that several items of a run share. */
export interface SharedRequest {
	/** Its number in the run, from 1. */
	number: number;
	/** How many items it has. */
	items: number;
}

/** Thrown by the client. It becomes a NodeApiError once the item or the hook is known. */
export class ServiceProblem extends Error {
	/** Private, so that nothing that prints an error can read it. */
	readonly #answer: unknown;

	/** @param answer the full response. `problem` has less of it. */
	constructor(
		readonly problem: Problem,
		answer?: unknown,
	) {
		super(problem.message);
		this.name = 'ServiceProblem';
		this.#answer = answer;
	}

	/** The service's full response, including secrets. It may be read, but never shown. */
	get answer(): unknown {
		return this.#answer;
	}
}

/**
 * Whether the service says that something does not exist. A web page with the same status does not say that: it comes
 * from a proxy without a service, or from another site.
 */
export function isNotThere(thrown: unknown): boolean {
	if (!(thrown instanceof ServiceProblem)) return false;
	const { status, details } = thrown.problem;
	return (status === 404 || status === 410) && isRecord(details);
}
