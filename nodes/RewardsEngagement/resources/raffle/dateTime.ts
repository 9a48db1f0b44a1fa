import { tryToParseDateTime } from 'n8n-workflow';

import { dateText } from '../../shared/times';
import { type Field, reading } from '../../fields/field';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d+)?)?$/;

const ZONE = /\s*(Z|[+-]\d{2}(:?\d{2})?)$/i;

/** Both numbers are times in 1973. A smaller number is most likely a year, or a date without its dashes. */
const FIRST_SECOND = 1e8;
const FIRST_MILLISECOND = 1e11;

/** The latest time that a JavaScript Date can have, in milliseconds since 1970. */
const LAST_MILLISECOND = 8.64e15;

const WRONG = 'must be a date, such as 2026-03-31 or 2026-03-31T18:00:00Z';

/**
 * A date and time in a common form: a Date, a Luxon DateTime, or text with or without time and time zone. A number
 * counts from 1970, in seconds or milliseconds. The value is sent as ISO 8601 text in UTC, so that the same time is
 * always the same request.
 */
export function dateTime(displayName: string, { description }: { description: string }): Field<string> {
	return {
		property: {
			displayName,
			type: 'dateTime',
			default: '',
			description: `${description}, in ISO 8601, such as 2026-03-31T18:00:00Z. Without a time zone, the time zone of the workflow applies.`,
		},
		schema: schemaIn('UTC'),
		schemaIn,
	};
}

function schemaIn(timezone: string) {
	return reading<string>((given) => {
		const moment = momentOf(given, timezone);
		return moment === undefined ? { wrong: WRONG } : { value: new Date(moment).toISOString() };
	});
}

/** Returns milliseconds since 1970. */
function momentOf(given: unknown, timezone: string): number | undefined {
	if (typeof given === 'number') return epoch(given);
	const text = typeof given === 'string' ? given.trim() : dateText(given);
	if (text === undefined) return undefined;
	if (/^\d{9}/.test(text)) return epoch(Number(text));
	// The end of a date looks like a time zone.
	const zone = DATE.test(text) ? undefined : ZONE.exec(text);
	const [date = '', time, ...rest] = text.slice(0, zone?.index).split(/[T ]+/i);
	const isDate = isOnCalendar(date) && rest.length === 0 && (time === undefined ? !zone : TIME.test(time));
	if (!isDate) return undefined;
	return tryToParseDateTime(`${date}T${time ?? '00:00'}${zone?.[1] ?? ''}`, timezone).toMillis();
}

/** Seconds or milliseconds since 1970, as milliseconds. */
function epoch(value: number): number | undefined {
	if (!(value >= FIRST_SECOND && value <= LAST_MILLISECOND)) return undefined;
	return value < FIRST_MILLISECOND ? value * 1000 : value;
}

/** JavaScript reads February 30 as March 2. */
function isOnCalendar(date: string): boolean {
	const [, year, month, day] = DATE.exec(date) ?? [];
	const monthIndex = Number(month) - 1;
	return new Date(Date.UTC(Number(year), monthIndex, Number(day))).getUTCMonth() === monthIndex;
}
