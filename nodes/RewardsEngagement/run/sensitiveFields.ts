import { HIDDEN } from '../api/hide';
import { isRecord } from '../shared/json';
import type { Resource } from './resource';

/** The names of the fields that resources call sensitive. */
export function sensitiveNames(resources: Readonly<Record<string, Resource>>): string[] {
	return [...new Set(Object.values(resources).flatMap(({ sensitive = [] }) => sensitive))];
}

/**
 * Where the fields that a resource calls sensitive stand in an item: in the record itself, in a whole response, in the
 * body of one with its status, in what an item says of the run before it, and in the service's answer to one that failed.
 * In n8n's writing of `sensitiveOutputFields` (n8n-workflow, `interfaces.d.ts`).
 */
export function sensitivePaths(resources: Readonly<Record<string, Resource>>): string[] {
	return sensitiveNames(resources).flatMap((name) => [
		name,
		`data.${name}`,
		`data[*].${name}`,
		`body.${name}`,
		`body.data.${name}`,
		`body.data[*].${name}`,
		`firstRun.json.${name}`,
		`details.answer.${name}`,
		`details.answer.data.${name}`,
	]);
}

/** Deeper values are left out: what is not looked at must not get through. */
const MAX_DEPTH = 100;

/** The same JSON value, in which the fields of these names say no more than that there is something. */
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
