import { isExactNumber, isExactText } from '../shared/exactNumber';
import { isRecord } from '../shared/json';
import type { Field } from './field';
import { reading } from './words';

const EXAMPLE = '{ "tier": "gold" }';

/** Deeper than anybody writes, and far from what n8n's own copies of an item can bear. */
const MAX_DEPTH = 100;

/**
 * A JSON object: given as an object by an expression, or as JSON text typed in. What is sent is a copy that holds
 * exactly what was given: what JSON would leave out or change is refused, and a date in it becomes its ISO 8601 text.
 *
 * @param example stands below the editor, which shows no placeholder and marks an empty value as if it were wrong
 */
export function jsonObject(
	displayName: string,
	{ description, example = EXAMPLE }: { description: string; example?: string },
): Field<Record<string, unknown>> {
	return {
		property: {
			displayName,
			type: 'json',
			default: '',
			description,
			hint: `For example ${example}`,
		},
		schema: reading<Record<string, unknown>>((given) => {
			const parsed = typeof given === 'string' ? parse(given) : { value: given };
			if ('problem' in parsed) return { wrong: `is not valid JSON: ${parsed.problem}` };
			if (!isPlainObject(parsed.value)) return { wrong: `must be a JSON object, such as ${example}` };
			const inexact = typeof given === 'string' ? inexactNumber(given) : undefined;
			if (inexact !== undefined) return { wrong: unfit([], `the number ${inexact}, which loses digits`) };
			const copy = new PlainCopy();
			const value = copy.of(parsed.value) as Record<string, unknown>;
			return copy.wrong === undefined ? { value } : { wrong: copy.wrong };
		}),
	};
}

function parse(json: string): { value: unknown } | { problem: string } {
	try {
		return { value: JSON.parse(json) as unknown };
	} catch (error) {
		return { problem: locate(json, (error as SyntaxError).message) };
	}
}

/** Node.js names the place as an offset, if at all; a person looks for the line. */
function locate(json: string, message: string): string {
	const reason = message.split(/ in JSON| \(line/)[0] ?? message;
	const offset = /position (\d+)/.exec(message)?.[1];
	if (offset === undefined) return reason;
	const before = json.slice(0, Number(offset)).split('\n');
	const column = (before.at(-1)?.length ?? 0) + 1;
	return `${reason} at line ${before.length}, column ${column}`;
}

/** The first number in a valid JSON text that JavaScript would change. */
function inexactNumber(json: string): string | undefined {
	let isInText = false;
	for (const [token] of json.matchAll(/\\.|"|-?\d[\d.eE+-]*/g)) {
		if (token === '"') isInText = !isInText;
		else if (!isInText && !isExactText(token)) return token.slice(0, 80);
	}
	return undefined;
}

/** What is wrong with a part of the object that JSON cannot hold, or not as it is. */
function unfit(place: readonly string[], what: string): string {
	const where = place.length === 0 ? '' : `, at "${place.join('.').slice(0, 80)}"`;
	return `holds ${what}${where}: give it as text, or leave it out`;
}

/** Copies a value as JSON would hold it. */
class PlainCopy {
	/** The first thing found that JSON cannot hold. */
	wrong?: string;

	of(value: unknown, place: readonly string[] = []): unknown {
		// One is enough; and an object that holds itself has no end.
		if (this.wrong !== undefined) return undefined;
		if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
		if (place.length > MAX_DEPTH) return this.refuse(place, `more than ${MAX_DEPTH} levels, or itself`);
		if (typeof value === 'number') {
			if (isExactNumber(value)) return value;
			return this.refuse(place, `the number ${value}, which JavaScript does not hold exactly`);
		}
		if (Array.isArray(value)) {
			return Array.from(value, (part: unknown, index) => this.of(part, [...place, String(index)]));
		}
		const date = dateText(value);
		if (date !== undefined) return date;
		if (!isPlainObject(value)) return this.refuse(place, `${kindOf(value)}, which JSON cannot hold`);
		// Defines each member, so that one called "__proto__" is one too.
		return Object.fromEntries(
			Object.entries(value).map(([name, part]) => [name, this.of(part, [...place, name])]),
		);
	}

	private refuse(place: readonly string[], what: string): undefined {
		this.wrong ??= unfit(place, what);
		return undefined;
	}
}

/** Of a Date or a luxon DateTime, as expressions give them. */
function dateText(value: unknown): string | undefined {
	if (Object.prototype.toString.call(value) === '[object Date]') {
		return Number.isNaN((value as Date).getTime()) ? undefined : (value as Date).toISOString();
	}
	const { isLuxonDateTime, toISO } = (value ?? {}) as {
		isLuxonDateTime?: unknown;
		toISO?: () => string | null;
	};
	return isLuxonDateTime === true ? (toISO?.call(value) ?? undefined) : undefined;
}

/** Whether it is nothing but an object, from whichever JavaScript realm. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
	if (!isRecord(value) || Object.prototype.toString.call(value) !== '[object Object]') return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function kindOf(value: unknown): string {
	if (value === undefined) return 'undefined';
	if (typeof value !== 'object') return `a ${typeof value}`;
	return `a value of the kind ${Object.prototype.toString.call(value).slice(8, -1)}`;
}
