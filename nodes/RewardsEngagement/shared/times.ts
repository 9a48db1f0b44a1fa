/** A date and time without a time zone. JavaScript would take it as one of the place where n8n runs. */
const WITHOUT_ZONE = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d[\d:.]*)$/;

/**
 * A time of the service in milliseconds since 1970. One without a time zone is in UTC. `undefined` if it is not a time.
 */
export function timeOf(value: unknown): number | undefined {
	const time = typeof value === 'string' ? Date.parse(value.replace(WITHOUT_ZONE, '$1T$2Z')) : value;
	return typeof time === 'number' && Number.isFinite(time) ? time : undefined;
}

/** The ISO 8601 text of a Date or a Luxon DateTime from an expression. `undefined` for anything else. */
export function dateText(value: unknown): string | undefined {
	if (Object.prototype.toString.call(value) === '[object Date]') {
		return Number.isNaN((value as Date).getTime()) ? undefined : (value as Date).toISOString();
	}
	const { isLuxonDateTime, toISO } = (value ?? {}) as {
		isLuxonDateTime?: unknown;
		toISO?: () => string | null;
	};
	return isLuxonDateTime === true ? (toISO?.call(value) ?? undefined) : undefined;
}
