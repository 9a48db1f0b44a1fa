import { HIDDEN } from '../api/hide';
import { isRecord } from '../shared/json';

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
