import { dateText } from '../shared/dateText';
import { isRecord } from '../shared/json';
import type { Field } from './field';
import { keepsDigits, mayHaveLostDigits } from './number';
import { reading } from './words';

const EXAMPLE = '{ "tier": "gold" }';

/** Deeper than anyone writes, and safe for n8n, which copies items recursively. */
const MAX_DEPTH = 100;

interface JsonText {
	description: string;
	/** Shown below the JSON editor, which has no placeholder. In a text field it is the placeholder. */
	example?: string;
}

/**
 * A JSON object: an object from an expression, or JSON text. A copy with exactly the same content is sent. Values
 * that JSON would drop or change are refused, and a date becomes its ISO 8601 text.
 */
export function jsonObject(displayName: string, text: JsonText): Field<Record<string, unknown>> {
	const { example = EXAMPLE } = text;
	return json<Record<string, unknown>>(displayName, { ...text, example }, (value) =>
		isPlainObject(value) ? undefined : `must be a JSON object, such as ${example}`,
	);
}

export function jsonList(displayName: string, text: JsonText & { example: string }): Field<unknown[]> {
	const problemOf = (value: unknown) =>
		Array.isArray(value) ? undefined : `must be a JSON list, such as ${text.example}`;
	return { ...json<unknown[]>(displayName, text, problemOf), sample: [{ entry: displayName }] };
}

/** Any JSON value. A text must be in quotes. */
export function jsonValue(displayName: string, text: JsonText): Field<unknown> {
	return json<unknown>(displayName, text, (value) => {
		const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
		return isObject && !isPlainObject(value) ? 'must be JSON' : undefined;
	});
}

/** @param problemOf says what is wrong with a JSON value that is not of the wanted kind */
function json<T>(
	displayName: string,
	{ description, example = EXAMPLE }: JsonText,
	problemOf: (value: unknown) => string | undefined,
): Field<T> {
	return {
		property: {
			displayName,
			type: 'json',
			default: '',
			description,
			placeholder: `e.g. ${example}`,
			hint: `For example ${example}`,
		},
		schema: reading<T>((given) => {
			const parsed = typeof given === 'string' ? parse(given) : { value: given };
			if ('problem' in parsed) return { wrong: `is not valid JSON: ${parsed.problem}` };
			const problem = problemOf(parsed.value);
			if (problem !== undefined) return { wrong: problem };
			const changed = typeof given === 'string' ? changedNumber(given) : undefined;
			if (changed !== undefined)
				return { wrong: unfit([], `the number ${changed}, which would lose digits`) };
			const copy = new PlainCopy();
			const value = copy.of(parsed.value) as T;
			return copy.wrong === undefined ? { value } : { wrong: copy.wrong };
		}),
		allowsEmptyPart: isNoNumber,
	};
}

/** A number written as text. */
const DIGITS = /^\s*-?\d[\d.]*\s*$/;

/** Whether the missing part is not part of a number. In a text, and between other values, a part may be empty. */
function isNoNumber(before: string, after: string): boolean {
	const quotes = [...before.matchAll(/\\[^]|"/g)].filter(([found]) => found === '"');
	const open = quotes.length % 2 === 1 ? quotes.at(-1) : undefined;
	if (!open) return !/[-\d]$/.test(before) && !/^[-\d]/.test(after);
	return !DIGITS.test(before.slice(open.index + 1) + after.slice(0, after.indexOf('"')));
}

function parse(json: string): { value: unknown } | { problem: string } {
	try {
		return { value: JSON.parse(json) as unknown };
	} catch (error) {
		return { problem: locate(json, (error as SyntaxError).message) };
	}
}

/** Node.js gives the place as an offset, if at all, but a person needs the line. */
function locate(json: string, message: string): string {
	const reason = message.split(/ in JSON| \(line/)[0] ?? message;
	const offset = /position (\d+)/.exec(message)?.[1];
	if (offset === undefined) return reason;
	const before = json.slice(0, Number(offset)).split('\n');
	const column = (before.at(-1)?.length ?? 0) + 1;
	return `${reason} at line ${before.length}, column ${column}`;
}

/** The first number in a valid JSON text that JavaScript would change. */
function changedNumber(json: string): string | undefined {
	let isInText = false;
	// In valid JSON every backslash escapes a character of a text.
	for (const [token] of json.matchAll(/\\.|"|-?\d[\d.eE+-]*/g)) {
		if (token === '"') isInText = !isInText;
		else if (!isInText && !keepsDigits(token)) return token.slice(0, 80);
	}
	return undefined;
}

/** The problem of a part that JSON cannot represent. */
function unfit(place: readonly string[], what: string): string {
	const where = place.length === 0 ? '' : `, at "${place.join('.').slice(0, 80)}"`;
	return `contains ${what}${where}: enter it as text, or leave it out`;
}

/** Copies a value as JSON would represent it. */
class PlainCopy {
	/** The first part found that JSON cannot represent. */
	wrong?: string;

	of(value: unknown, place: readonly string[] = []): unknown {
		// One problem is enough. Also, an object that contains itself would never end.
		if (this.wrong !== undefined) return undefined;
		if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
		if (place.length > MAX_DEPTH)
			return this.refuse(place, `more than ${MAX_DEPTH} levels, or a reference to itself`);
		if (typeof value === 'number') {
			if (mayHaveLostDigits(value))
				return this.refuse(place, `the number ${value}, which may have lost digits`);
			return Number.isFinite(value)
				? value
				: this.refuse(place, `the number ${value}, which JSON cannot store`);
		}
		if (Array.isArray(value)) {
			return Array.from(value, (part: unknown, index) => this.of(part, [...place, String(index)]));
		}
		const date = dateText(value);
		if (date !== undefined) return date;
		if (!isPlainObject(value)) return this.refuse(place, `${kindOf(value)}, which JSON cannot store`);
		// `fromEntries` defines each member, so a member called "__proto__" stays a member.
		return Object.fromEntries(
			Object.entries(value).map(([name, part]) => [name, this.of(part, [...place, name])]),
		);
	}

	private refuse(place: readonly string[], what: string): undefined {
		this.wrong ??= unfit(place, what);
		return undefined;
	}
}

/** Whether it is a plain object, from any JavaScript realm. */
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
