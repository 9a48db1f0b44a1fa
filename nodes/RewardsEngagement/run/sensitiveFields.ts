import { HIDDEN } from '../api/hide';
import { isRecord } from '../shared/json';
import type { Resource } from './resource';

/** The names of the fields that resources call sensitive. */
export function sensitiveNames(resources: Readonly<Record<string, Resource>>): string[] {
	return [...new Set(Object.values(resources).flatMap(({ sensitive = [] }) => sensitive))];
}

/** A record itself, and one or several in a full response. */
const SHAPES = ['', 'data.', 'data[*].'];

/** An item, or the body of an answer with its status, now or in the run before it; and the answer to one that was refused. */
const PLACES = ['', 'body.', 'firstRun.json.', 'firstRun.json.body.', 'details.answer.'];

/**
 * Where the fields that a resource calls sensitive stand in an item. In n8n's writing of `sensitiveOutputFields`
 * (n8n-workflow, `interfaces.d.ts`).
 */
export function sensitivePaths(resources: Readonly<Record<string, Resource>>): string[] {
	const records = PLACES.flatMap((place) => SHAPES.map((shape) => `${place}${shape}`));
	const lists = ['body[*].', 'firstRun.json.body[*].'];
	return sensitiveNames(resources).flatMap((name) =>
		[...records, ...lists].map((place) => `${place}${name}`),
	);
}

/** Deeper values are left out: what is not looked at must not get through. */
const MAX_DEPTH = 100;

/** A copy of the JSON value, in which the fields of these names say no more than that there is something. */
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
