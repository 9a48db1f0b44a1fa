import { HIDDEN } from '../api/hide';
import { isRecord } from '../shared/json';
import type { Resource } from './resource';

/** The names of the sensitive fields of all resources. */
export function sensitiveNames(resources: Readonly<Record<string, Resource>>): string[] {
	return [...new Set(Object.values(resources).flatMap(({ sensitive = [] }) => sensitive))];
}

/** A record itself, and one or several records in a full response. */
const SHAPES = ['', 'data.', 'data[*].'];

/**
 * Places of records in an item. It may be the record, the body of a response with its status, or an earlier result of
 * either. It may also have the response to a refused item.
 */
const PLACES = ['', 'body.', 'firstRun.json.', 'firstRun.json.body.', 'details.answer.'];

/**
 * The paths of sensitive fields in an item, in n8n's syntax of `sensitiveOutputFields` (n8n-workflow,
 * `interfaces.d.ts`).
 */
export function sensitivePaths(resources: Readonly<Record<string, Resource>>): string[] {
	const records = PLACES.flatMap((place) => SHAPES.map((shape) => `${place}${shape}`));
	const lists = ['body[*].', 'firstRun.json.body[*].'];
	return sensitiveNames(resources).flatMap((name) =>
		[...records, ...lists].map((place) => `${place}${name}`),
	);
}

/** Deeper values are left out, because unchecked values must not get through. */
const MAX_DEPTH = 100;

/** A copy of the JSON value in which the fields with these names only show that they have a value. */
export function withoutSensitive(value: unknown, names: readonly string[], depth = 0): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (depth >= MAX_DEPTH) return HIDDEN;
	if (!isRecord(value)) {
		return (value as unknown[]).map((one) => withoutSensitive(one, names, depth + 1));
	}
	return Object.fromEntries(
		Object.entries(value).map(([name, held]) => [
			name,
			names.includes(name) && isSomething(held) ? HIDDEN : withoutSensitive(held, names, depth + 1),
		]),
	);
}

const isSomething = (value: unknown) => value !== undefined && value !== null && value !== '';
