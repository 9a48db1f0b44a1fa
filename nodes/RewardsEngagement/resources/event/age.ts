const MINUTE_MS = 60_000;

/** How far the clock of the service may be ahead of ours. */
const MAX_SKEW_MS = 5 * MINUTE_MS;

/** ISO 8601 with a time zone. Without one, the time is not definite. */
const INSTANT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)$/;

/**
 * What the signed time of an event says about it.
 * - `fresh`: not older than allowed
 * - `old`: older, perhaps a delivery that someone recorded and replays
 * - `early`: further in the future than two clocks may differ
 * - `timeless`: the event has no readable time
 *
 * @param maximumAge in minutes
 * @param now milliseconds since 1970
 */
export function ageOf(
	timestamp: unknown,
	maximumAge: number,
	now: number,
): 'fresh' | 'old' | 'early' | 'timeless' {
	const time = typeof timestamp === 'string' && INSTANT.test(timestamp) ? Date.parse(timestamp) : NaN;
	if (Number.isNaN(time)) return 'timeless';
	if (time > now + MAX_SKEW_MS) return 'early';
	return now - time > maximumAge * MINUTE_MS ? 'old' : 'fresh';
}
