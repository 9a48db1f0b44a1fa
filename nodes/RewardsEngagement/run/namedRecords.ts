import type { NamedRecord } from '../api/request';
import type { Field, Fields } from '../fields/field';
import { realmId } from '../fields/realm';

/** Words of a label that do not say what the record is. */
const OF_ANY = new Set(['id', 'address', 'value', 'source', 'from', 'to', 'target', 'child']);

/**
 * What a request names: every field of the operation that holds a name, given or not, and the realm.
 *
 * @param hasRealm whether the endpoint is of a realm
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
	// Codes, addresses of persons and the like are in nobody's way there, but need not be repeated.
	const isId = type === 'resourceLocator' || label.endsWith(' ID');
	return {
		label,
		nouns: [...ofLabel, ...(record?.nouns ?? [])],
		isGiven: value !== undefined,
		id: isId && typeof value === 'string' ? value : undefined,
		advice: record?.whenMissing,
	};
}
