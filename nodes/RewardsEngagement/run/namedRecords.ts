import type { NamedRecord } from '../api/request';
import type { Field, Fields } from '../fields/field';
import { realmId } from '../fields/realm';

/** Words of a label that do not name the kind of record. */
const OF_ANY = new Set(['id', 'address', 'value', 'source', 'from', 'to', 'target', 'child']);

/**
 * The records that a request names: every field of the operation with a name, given or not, and the realm.
 *
 * @param hasRealm whether the endpoint belongs to a realm
 */
export function namedRecords(
	fields: Fields,
	values: Readonly<Record<string, unknown>>,
	hasRealm: boolean,
): NamedRecord[] {
	const named = Object.entries(fields).filter(([, { isName }]) => isName);
	const records = named.map(([name, field]) => namedRecord(field, values[name]));
	return hasRealm ? [...records, namedRecord(realmId, values.realmId)] : records;
}

function namedRecord({ property, record }: Field<unknown>, value: unknown): NamedRecord {
	const { displayName: label, type } = property;
	const ofLabel = label
		.toLowerCase()
		.split(' ')
		.filter((word) => !OF_ANY.has(word));
	// Only IDs are repeated in messages: codes, addresses of people and the like need not be.
	const isId = type === 'resourceLocator' || label.endsWith(' ID');
	return {
		label,
		nouns: [...ofLabel, ...(record?.nouns ?? [])],
		isGiven: value !== undefined,
		id: isId && typeof value === 'string' ? value : undefined,
		advice: record?.whenMissing,
	};
}
