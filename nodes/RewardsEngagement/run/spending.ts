import type { Client } from '../api/client';
import { questionOf } from '../api/http';
import type { OperationRequest } from '../api/request';

/** The amount that one item moves or spends, for the limits that a user may set. */
export interface Spending {
	/**
	 * Its sign makes no difference: a deduction counts like an award. Text keeps more digits than a number.
	 * `undefined` if it cannot be known, and then nothing is sent if there is a limit.
	 */
	amount: string | number | undefined;
	/** `undefined` for the default currency of the realm. */
	currencyId?: string;
}

/**
 * Requests something from the service that the amount depends on, such as a price, and returns the body. Several
 * items of a run share an equal request.
 */
export type Ask = (request: OperationRequest) => Promise<unknown>;

/** @param asked earlier requests of the run, with their responses */
export function askingWith(client: Client, asked: Map<string, Promise<unknown>>): Ask {
	return async (request) => {
		if (request.policy.effect !== 'read') throw new Error('Only what changes nothing is asked beforehand');
		const question = questionOf(client.connection, request);
		const answer = asked.get(question) ?? client.send(request).then(({ body }) => body);
		asked.set(question, answer);
		return await answer;
	};
}
