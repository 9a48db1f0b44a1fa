import { createHash } from 'node:crypto';
import type { FaultPlan, PlannedFault } from './fault';

/**
 * The fault of a plan for a request.
 *
 * @param count the number of earlier requests of the operation
 */
export function planned(plan: FaultPlan, operationId: string, count: number): PlannedFault | undefined {
	const digest = createHash('sha256').update(`${plan.seed} ${operationId} ${count}`).digest();
	const [chance, choice] = [digest.readUInt32BE(0) / 2 ** 32, digest.readUInt32BE(4) / 2 ** 32];
	if (chance >= plan.rate) return undefined;
	let left = choice * plan.faults.reduce((sum, fault) => sum + weightOf(fault), 0);
	return plan.faults.find((fault) => (left -= weightOf(fault)) < 0);
}

const weightOf = ({ weight = 1 }: PlannedFault) => weight;

type Times<Name extends string> = `${Name} before acting` | `${Name} after acting`;

function beforeAndAfter<const Name extends string>(
	name: Name,
	fault: Pick<PlannedFault, 'kind' | 'status' | 'headers'>,
): Record<Times<Name>, PlannedFault> {
	return {
		[`${name} before acting`]: { ...fault, when: 'before' },
		[`${name} after acting`]: { ...fault, when: 'after' },
	} as Record<Times<Name>, PlannedFault>;
}

/** Typical faults of a service on the internet, by name. Only one of them asks for a wait. */
export const troubles = {
	'429 with Retry-After in seconds': { kind: 'rateLimit', retryAfter: 0 },
	'429 with Retry-After as a date': { kind: 'rateLimit', retryAfter: 0, retryAfterAs: 'date' },
	'429 without a header': { kind: 'rateLimit' },
	'429 that asks for an hour': { kind: 'rateLimit', retryAfter: 3600 },
	...beforeAndAfter('500', { kind: 'status', status: 500 }),
	...beforeAndAfter('502', { kind: 'status', status: 502 }),
	...beforeAndAfter('503', { kind: 'status', status: 503, headers: { 'retry-after': '0' } }),
	...beforeAndAfter('202', { kind: 'status', status: 202 }),
	...beforeAndAfter('409', { kind: 'status', status: 409 }),
	...beforeAndAfter('a dropped connection', { kind: 'drop' }),
	...beforeAndAfter('a timeout', { kind: 'timeout' }),
	...beforeAndAfter('a page with 200', { kind: 'html', status: 200 }),
	...beforeAndAfter('a page with 502', { kind: 'html', status: 502 }),
	'a truncated answer': { kind: 'truncate' },
	'an answer cut off': { kind: 'cut' },
} satisfies Record<string, PlannedFault>;

export type Trouble = keyof typeof troubles;
