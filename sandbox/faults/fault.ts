import { z } from 'zod';

/** What can go wrong. */
export const faultKinds = [
	/** Waits `delay`, then goes on as if nothing was wrong. */
	'delay',
	/** Answers `status` (default 500) with `body`. */
	'status',
	/** Answers 429; with the limit headers when `retryAfter` (seconds) is given, without otherwise. */
	'rateLimit',
	/** Closes the connection without an answer. */
	'drop',
	/** Never answers. */
	'timeout',
	/** Sends half of the answer as a whole answer: JSON that cannot be read. */
	'truncate',
	/** Closes the connection in the middle of the answer. */
	'cut',
	/** Answers a page instead of JSON, with `status` (default 200). */
	'html',
	/** Redirects to `location` with `status` (default 302). */
	'redirect',
	/** Answers without a body, with `status` (default: the real one, or 200). */
	'empty',
] as const;

export type FaultKind = (typeof faultKinds)[number];

const trouble = {
	kind: z.enum(faultKinds),
	/** Whether the service acts first; default `before`, and `after` for `truncate` and `cut`. */
	when: z.enum(['before', 'after']).optional(),
	/** Milliseconds to wait first; with any kind. */
	delay: z.number().min(0).optional(),
	status: z.number().int().min(200).max(599).optional(),
	body: z.unknown(),
	headers: z.record(z.string()).optional(),
	/** Seconds; 0 is "at once". */
	retryAfter: z.number().int().min(0).optional(),
	/** How Retry-After is written; default `seconds`. HTTP allows both. */
	retryAfterAs: z.enum(['seconds', 'date']).optional(),
	location: z.string().min(1).optional(),
};

/** An operationId, `METHOD /path/{template}` as the document writes it, or `*` for all. */
const operation = z.string().min(1);

/** A fault of one operation, switched on until it is removed or used up. */
export const faultRequest = z
	.object({
		operation,
		...trouble,
		/** How often it happens before it goes away; default: until removed. */
		times: z.number().int().min(1).optional(),
		/** Chance per request, above 0 and up to 1; default 1. */
		probability: z.number().positive().max(1).optional(),
	})
	.strict();

/** A fault of a plan. */
export const plannedFault = z
	.object({
		...trouble,
		/** How often it comes compared with the others; default 1. */
		weight: z.number().positive().optional(),
	})
	.strict();

/**
 * Faults for any number of requests. Which one hits the n-th request of an operation depends on the seed alone, so a
 * run that went wrong can be run again.
 */
export const faultPlan = z
	.object({
		/** As in a fault. With `*` every operation has its own sequence. */
		operation,
		seed: z.number().int(),
		/** Share of the requests that are hit, from 0 to 1. */
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
