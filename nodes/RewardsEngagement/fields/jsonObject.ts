import { dateText } from '../shared/times';
import { isRecord } from '../shared/json';
import { type Field, reading, type Reading } from './field';
import { keepsDigits, mayHaveLostDigits, meaningsOf } from './number';

const EXAMPLE = '{ "tier": "gold" }';

/** Deeper than anyone writes, and safe for n8n, which copies items recursively. */
const MAX_DEPTH = 100;

export interface JsonText {
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
	return json(displayName, text, isPlainObject, `must be a JSON object, such as ${example}`);
}

/** A JSON list, with the same rules. */
export function jsonList(displayName: string, text: JsonText & { example: string }): Field<unknown[]> {
	const wrong = `must be a JSON list, such as ${text.example}`;
	return { ...json<unknown[]>(displayName, text, Array.isArray, wrong), sample: [{ entry: displayName }] };
}

/** Any JSON value. A text must be in quotes. */
export function jsonValue(displayName: string, text: JsonText): Field<unknown> {
	return json(displayName, text, (value) => !isRecord(value) || isPlainObject(value), 'must be JSON');
}

/** @param wrong what is wrong with a JSON value that is not of the wanted kind */
function json<T>(
	displayName: string,
	{ description, example = EXAMPLE }: JsonText,
	isWanted: (value: unknown) => boolean,
	wrong: string,
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
			if ('wrong' in parsed) return parsed;
			if (!isWanted(parsed.value)) return { wrong };
			const changed = typeof given === 'string' ? changedNumber(given) : undefined;
			return changed === undefined ? copyAsJson<T>(parsed.value) : { wrong: changed };
		}),
		allowsEmptyPart: isNoNumber,
	};
}

/** A copy in which dates are text, or what JSON cannot represent. */
export function copyAsJson<T>(value: unknown): Reading<T> {
	const problem = unfitPart(value);
	return problem === undefined ? { value: JSON.parse(JSON.stringify(value)) as T } : { wrong: problem };
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

function parse(json: string): Reading<unknown> {
	try {
		return { value: JSON.parse(json) as unknown };
	} catch (error) {
		return { wrong: `is not valid JSON: ${locate(json, (error as SyntaxError).message)}` };
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

/**
 * What is wrong with the first number in a valid JSON text that JavaScript would change, or that has two meanings. No
 * program writes zeros at the end of a number, so 1.000 comes from a text.
 */
function changedNumber(json: string): string | undefined {
	let isInText = false;
	// In valid JSON every backslash escapes a character of a text.
	for (const [token] of json.matchAll(/\\.|"|-?\d[\d.eE+-]*/g)) {
		if (token === '"') isInText = !isInText;
		if (isInText || token === '"') continue;
		if (!keepsDigits(token)) return unfit([], `the number ${token.slice(0, 80)}, which would lose digits`);
		const meanings = token.endsWith('0') ? meaningsOf(token) : undefined;
		if (meanings) return `contains ${token}, which can mean ${meanings}: write it without zeros at the end`;
	}
	return undefined;
}

/** What is wrong with the first part that JSON cannot represent. An object that contains itself is too deep. */
function unfitPart(value: unknown, place: readonly string[] = []): string | undefined {
	if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
	if (place.length > MAX_DEPTH)
		return unfit(place, `more than ${MAX_DEPTH} levels, or a reference to itself`);
	if (mayHaveLostDigits(value)) return unfit(place, `${kindOf(value)}, which may have lost digits`);
	if (Number.isFinite(value) || dateText(value) !== undefined) return undefined;
	if (!Array.isArray(value) && !isPlainObject(value))
		return unfit(place, `${kindOf(value)}, which JSON cannot store`);
	for (const [name, part] of Object.entries(Array.isArray(value) ? Array.from<unknown>(value) : value)) {
		const problem = unfitPart(part, [...place, name]);
		if (problem !== undefined) return problem;
	}
	return undefined;
}

function unfit(place: readonly string[], what: string): string {
	const where = place.length === 0 ? '' : `, at "${place.join('.').slice(0, 80)}"`;
	return `contains ${what}${where}: enter it as text, or leave it out`;
}

/** Whether it is a plain object, from any JavaScript realm. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
	if (!isRecord(value) || Object.prototype.toString.call(value) !== '[object Object]') return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function kindOf(value: unknown): string {
	if (value === undefined) return 'undefined';
	if (typeof value === 'number') return `the number ${value}`;
	if (typeof value !== 'object') return `a ${typeof value}`;
	return `a value of the kind ${Object.prototype.toString.call(value).slice(8, -1)}`;
}
