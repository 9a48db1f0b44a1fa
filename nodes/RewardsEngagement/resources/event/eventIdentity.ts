import { isRecord } from '../../shared/json';

/** Longer bodies are compared unparsed. Parsing them would block n8n. Unit: bytes. */
const MAX_COMPARED_BYTES = 256 * 1024;

/** A deeper event too, so that no body can exhaust the stack. */
const MAX_DEPTH = 100;

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * A text that identifies an event, whatever its time, its spaces and the order of its keys. Numbers are compared as
 * written, because JavaScript would read 9007199254740993 and 9007199254740992 as the same.
 *
 * @param body JSON text of an object
 * @returns `undefined` if the event is too long or too deep for this
 */
export function identityWithoutTime(body: string): string | undefined {
	if (body.length > MAX_COMPARED_BYTES) return undefined;
	// Turns every number into text, and marks every text, so that they stay distinct.
	const marked = body.replace(STRING_OR_NUMBER, (token) =>
		token.startsWith('"') ? `"s${token.slice(1)}` : `"n${token}"`,
	);
	const event: unknown = JSON.parse(marked);
	return isRecord(event) ? canonical({ ...event, stimestamp: undefined }, 0) : undefined;
}

function canonical(value: unknown, depth: number): string | undefined {
	if (depth > MAX_DEPTH) return undefined;
	const parts: string[] = [];
	const isList = Array.isArray(value);
	if (!isList && !isRecord(value)) return JSON.stringify(value);
	const entries: Array<[string, unknown]> = isList
		? value.map((element: unknown) => ['', element])
		: Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	for (const [key, held] of entries) {
		if (held === undefined) continue;
		const text = canonical(held, depth + 1);
		if (text === undefined) return undefined;
		parts.push(isList ? text : `${JSON.stringify(key)}:${text}`);
	}
	return isList ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
}
