import type { Service } from '../../../sandbox/service';

/** A date in the sandbox's format, and one in milliseconds. */
const DATE = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const YEAR_2001_MS = 1e12;
/** An id made at run time. A seeded id is mostly zeros. */
const MADE_ID = /\b(?![a-f]\d0{10})[0-9a-f]{24}\b/g;
/** A consent code. */
const CODE = /^[\w-]{32}$/;

/** All records of the service, as a text that does not depend on time and new ids. */
export function recordsOf({ state }: Service): string {
	return JSON.stringify(state, (_name, value: unknown) => {
		if (value instanceof Map || value instanceof Set) return [...(value as Iterable<unknown>)];
		if (typeof value === 'number') return value > YEAR_2001_MS ? 'a date' : value;
		if (typeof value !== 'string') return value;
		if (DATE.test(value)) return 'a date';
		return CODE.test(value) ? 'a code' : value.replace(MADE_ID, 'an id');
	});
}

/** The number of movements of points. */
export function movementsOf({ state }: Service): number {
	return [...state.realms.values()].reduce((sum, { ledger }) => sum + ledger.entries.length, 0);
}
