/**
 * The parts of a JSON object by their way there, as deep as the table goes. Those of the elements of a list have one way.
 *
 * @param isDeep whether the table names parts that begin so
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
