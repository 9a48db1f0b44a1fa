import { z } from 'zod';

/** All kinds of faults. */
export const faultKinds = [
	/** Waits `delay`, then continues without a fault. */
	'delay',
	/** Responds with `status` (default 500) and `body`. */
	'status',
	/** Responds with 429. It has the headers with the limit only when `retryAfter` (seconds) is given. */
	'rateLimit',
	/** Closes the connection without a response. */
	'drop',
	/** Never responds. */
	'timeout',
	/** Sends half of the body as a complete response, so the JSON is invalid. */
	'truncate',
	/** Closes the connection in the middle of the response. */
	'cut',
	/** Responds with an HTML page instead of JSON, with `status` (default 200). */
	'html',
	/** Redirects to `location` with `status` (default 302). */
	'redirect',
	/** Responds without a body, with `status` (default: the real one, or 200). */
	'empty',
] as const;

export type FaultKind = (typeof faultKinds)[number];

const trouble = {
	kind: z.enum(faultKinds),
	/**
	 * Whether the fault hits before or after the service acts. Default `before`, for `truncate` and `cut` it is
	 * `after`.
	 */
	when: z.enum(['before', 'after']).optional(),
	/** Milliseconds to wait first, with any kind. */
	delay: z.number().min(0).optional(),
	status: z.number().int().min(200).max(599).optional(),
	body: z.unknown(),
	headers: z.record(z.string()).optional(),
	/** Seconds. 0 means "at once". */
	retryAfter: z.number().int().min(0).optional(),
	/** The format of Retry-After, by default `seconds`. HTTP allows both. */
	retryAfterAs: z.enum(['seconds', 'date']).optional(),
	location: z.string().min(1).optional(),
};

/** An operationId, `METHOD /path/{template}` as in the API document, or `*` for all. */
const operation = z.string().min(1);

/** A fault of one operation. It stays until it is removed or used up. */
export const faultRequest = z
	.object({
		operation,
		...trouble,
		/** How often it happens before it ends. By default it happens until it is removed. */
		times: z.number().int().min(1).optional(),
		/** Probability per request, above 0 and up to 1, by default 1. */
		probability: z.number().positive().max(1).optional(),
	})
	.strict();

/** A fault of a plan. */
export const plannedFault = z
	.object({
		...trouble,
		/** Its frequency relative to the others, by default 1. */
		weight: z.number().positive().optional(),
	})
	.strict();

/**
 * Faults for any number of requests. Only the seed decides which fault hits the n-th request of an operation. So a
 * failed run can be repeated.
 */
export const faultPlan = z
	.object({
		/** As in a fault. With `*`, every operation has a separate sequence. */
		operation,
		seed: z.number().int(),
		/** Share of the requests with a fault, from 0 to 1. */
		rate: z.number().min(0).max(1),
		faults: z.array(plannedFault).min(1).readonly(),
	})
	.strict();

export type FaultRequest = z.infer<typeof faultRequest>;

export type PlannedFault = z.infer<typeof plannedFault>;

export type FaultPlan = z.infer<typeof faultPlan>;

export interface Fault extends FaultRequest {
	id: string;
	when: 'before' | 'after';
}
