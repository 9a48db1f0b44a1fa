import { ServiceProblem } from '../errors/serviceProblem';
import { isRecord } from '../shared/json';
import { denies } from './denials';

/**
 * The records of a list: in `data`, or the answer itself where an endpoint answers without a wrapper. Some services write
 * a list without records as `null`.
 *
 * @param body JSON value
 * @returns `undefined` if the answer holds no list
 */
export function recordsIn(body: unknown): unknown[] | undefined {
	const data: unknown = isRecord(body) ? body.data : body;
	if (isRecord(body) && data === null) return denies(body) ? undefined : [];
	return Array.isArray(data) ? (data as unknown[]) : undefined;
}

/** How many records a list says there are on all of its pages. */
export function totalIn(body: unknown): unknown {
	return isRecord(body) && isRecord(body.meta) ? body.meta.total : undefined;
}

/**
 * The list of an answer, for a caller that cannot go on without it.
 *
 * @throws {ServiceProblem} if the answer holds no list. Taken for an empty one, it would say that nothing is there.
 */
export function listIn(body: unknown): unknown[] {
	const records = recordsIn(body);
	if (records) return records;
	throw new ServiceProblem({
		message: 'The answer of the service holds no list',
		description: 'Check the base URL in the credential, or ask the operator of the service.',
		outcome: 'notApplied',
	});
}
