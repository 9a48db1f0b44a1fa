import { ServiceError } from './errors';

/** At most `limit` requests per realm in any `windowSeconds` seconds. */
export interface RateLimit {
	limit: number;
	windowSeconds: number;
}

/** Counts requests per realm in a sliding window. */
export class RateLimiter {
	private readonly accepted = new Map<string, number[]>();

	constructor(readonly rate: RateLimit) {}

	/**
	 * Counts one request of a realm, if the window has room.
	 *
	 * @returns the headers with the limit for its response
	 * @throws {ServiceError} 429 with these headers and Retry-After (whole seconds, at least 1)
	 */
	take(realmId: string, now: number = Date.now()): Record<string, string> {
		const { limit, windowSeconds } = this.rate;
		const windowMs = windowSeconds * 1000;
		const times = (this.accepted.get(realmId) ?? []).filter((time) => time > now - windowMs);
		const full = times.length >= limit;
		if (!full) times.push(now);
		this.accepted.set(realmId, times);

		// The window has room again when its oldest request leaves it.
		const roomAt = (times[0] ?? now) + windowMs;
		const headers = {
			'x-ratelimit-limit': String(limit),
			'x-ratelimit-remaining': String(limit - times.length),
			'x-ratelimit-reset': String(Math.ceil(roomAt / 1000)),
			'x-ratelimit-window': String(windowSeconds),
		};
		if (!full) return headers;
		const retryAfter = Math.max(1, Math.ceil((roomAt - now) / 1000));
		throw tooManyRequests(retryAfter, headers);
	}
}

/** The 429 response. `retryAfter` is in whole seconds. */
export function tooManyRequests(retryAfter: number, headers: Record<string, string>): ServiceError {
	const message = `Too many requests. Try again in ${retryAfter} s.`;
	return new ServiceError(
		429,
		{ error: 'Too Many Requests', message, retryAfter },
		{ ...headers, 'retry-after': String(retryAfter) },
	);
}
