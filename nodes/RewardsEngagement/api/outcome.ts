import type { Outcome } from '../errors/outcome';
import type { HttpResult } from './http';
import type { Policy } from './request';

/** Answers that come before the service acts. Not 409, 302 or 303, which can also follow an effect. */
const REFUSED = new Set([400, 401, 403, 404, 422, 429, 301, 307, 308]);

/**
 * What an exchange says about a request that changes something.
 *
 * Only an answer that cannot follow an effect counts as not applied, and only a plain success as applied. A 202, a
 * conflict, a server error, a broken connection, and a success whose body is not the service's JSON, or does not confirm
 * the change, stay unknown. So does a 200 without a body: something on the way may have answered for the service. A 204
 * says that there is none.
 *
 * @param confirms whether a body says that the change was made
 */
export function outcomeOf(exchange: HttpResult, confirms: Policy['confirms'] = () => true): Outcome {
	if (exchange.kind === 'networkError') return exchange.reached === 'never' ? 'notApplied' : 'unknown';
	if (REFUSED.has(exchange.status)) return 'notApplied';
	if (!isSuccess(exchange) || exchange.status === 202) return 'unknown';
	const isConfirmed = exchange.text === '' ? exchange.status === 204 : confirms(exchange.body);
	return isConfirmed ? 'applied' : 'unknown';
}

/** Whether the answer is a success with a body the service may have written: JSON, or none at all. */
export function isSuccess(exchange: HttpResult): boolean {
	if (exchange.kind === 'networkError' || exchange.status < 200 || exchange.status > 299) return false;
	return exchange.text === '' || exchange.body !== undefined;
}
