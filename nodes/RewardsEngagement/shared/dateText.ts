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
