/**
 * The parts of a JSON object by their path, down to the depth of the table. The elements of a list share one path.
 *
 * @param isDeep whether the table names parts with this start
 */
export function valuePartsOf(value: unknown, isDeep: (beginning: string) => boolean): Map<string, unknown[]> {
	const parts = new Map<string, unknown[]>();
	const add = (way: string, one: unknown) => {
		if (way !== '') parts.set(way, [...(parts.get(way) ?? []), one]);
		if (Array.isArray(one)) {
			if (isDeep(`${way}[].`)) for (const element of one) addMembers(`${way}[].`, element);
		} else if (way === '' || isDeep(`${way}.`)) {
			addMembers(way === '' ? '' : `${way}.`, one);
		}
	};
	const addMembers = (before: string, one: unknown) => {
		if (typeof one !== 'object' || one === null) return;
		for (const [name, member] of Object.entries(one)) add(before + name, member);
	};
	add('', value);
	return parts;
}
