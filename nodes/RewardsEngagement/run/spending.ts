import type { Client } from '../api/client';
import { questionOf } from '../api/http';
import type { OperationRequest } from '../api/request';

/** What one item moves or spends, for the limits that a person may set. */
export interface Spending {
	/**
	 * Its sign makes no difference: what is taken away counts as what is given. Text keeps more digits than a number;
	 * nothing where it cannot be known, and then nothing is sent below a limit.
	 */
	amount: string | number | undefined;
	/** Nothing for the default currency of the realm. */
	currencyId?: string;
}

/**
 * Asks the service for something that the amount depends on, such as a price, and gives the body of its answer. What
 * several items of a run ask alike is asked once.
 */
export type Ask = (request: OperationRequest) => Promise<unknown>;

/** @param asked what the run has asked already, with its answers */
export function askingWith(client: Client, asked: Map<string, Promise<unknown>>): Ask {
	return async (request) => {
		if (request.policy.effect !== 'read') throw new Error('Only what changes nothing is asked beforehand');
		const question = questionOf(client.connection, request);
		const answer = asked.get(question) ?? client.send(request).then(({ body }) => body);
		asked.set(question, answer);
		return await answer;
	};
}
