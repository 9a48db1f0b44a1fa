import type { Outcome } from '../errors/outcome';
import type { HttpResult } from './http';
import type { OperationRequest, Policy } from './request';

/**
 * Answers that come before the service acts: 405, 411, 413, 414, 415 and 431 refuse the form of the request, such as its
 * size; 407 is that of a proxy before the service. Not 409, 302 or 303, which can also follow an effect.
 */
const REFUSED = new Set([400, 401, 403, 404, 405, 407, 411, 413, 414, 415, 422, 429, 431, 301, 307, 308]);

/**
 * What the result says about a request that changes something.
 *
 * Only an answer that cannot follow an effect counts as not applied, and only a plain success as applied. A 202, a
 * conflict, a server error, a broken connection, and a success whose body is not the service's JSON, or does not confirm
 * the change, stay unknown. So does a 200 without a body: something on the way may have answered for the service. A 204
 * says that there is none.
 *
 * @param confirms whether a body says that the change was made
 */
export function outcomeOf(result: HttpResult, confirms: Policy['confirms'] = () => true): Outcome {
	if (result.kind === 'networkError') return result.reached === 'never' ? 'notApplied' : 'unknown';
	if (REFUSED.has(result.status)) return 'notApplied';
	if (!isSuccess(result) || result.status === 202) return 'unknown';
	const isConfirmed = result.text === '' ? result.status === 204 : confirms(result.body);
	return isConfirmed ? 'applied' : 'unknown';
}

/** Whether the answer is a success with a body the service may have written: JSON, or none at all. */
export function isSuccess(result: HttpResult): boolean {
	if (result.kind === 'networkError' || result.status < 200 || result.status > 299) return false;
	return result.text === '' || result.body !== undefined;
}

/**
 * Whether the answer is a success that says what was asked. A read that is answered with nothing is none: something on
 * the way may have answered for the service, and an empty record would be taken for a real one. A 204 says that there is
 * nothing.
 */
export function isAnswer(result: HttpResult, { policy }: Pick<OperationRequest, 'policy'>): boolean {
	if (!isSuccess(result)) return false;
	if (policy.effect !== 'read' || policy.mayBeEmpty) return true;
	return result.kind === 'response' && (result.text !== '' || result.status === 204);
}
