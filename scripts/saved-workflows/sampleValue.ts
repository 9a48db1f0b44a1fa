import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/**
 * A value for one parameter as a user might have set it: what is given where something is, otherwise a sample that
 * fits the property. Collections come back with every option set.
 *
 * @param given the value, or for a collection the values of its options by name
 */
export function sampleValue(property: INodeProperties, given?: unknown): unknown {
	const options = (property.options ?? []) as INodeProperties[];
	switch (property.type) {
		case 'collection': {
			const values = (given ?? {}) as Record<string, unknown>;
			return Object.fromEntries(
				options.map((option) => [option.name, sampleValue(option, values[option.name])]),
			);
		}
		case 'fixedCollection':
			return (
				given ?? Object.fromEntries((options as unknown as INodePropertyCollection[]).map(toGroup(property)))
			);
		case 'resourceLocator':
			return { __rl: true, mode: 'id', value: given ?? '' };
		case 'json':
			return typeof given === 'object' ? JSON.stringify(given) : (given ?? '{"saved":true}');
		case 'multiOptions':
			return given ?? (property.options as INodePropertyOptions[]).map(({ value }) => value);
		case 'boolean':
			return given ?? property.default !== true;
		case 'string':
			return given ?? (property.default || exampleOf(property));
		default:
			return given ?? property.default;
	}
}

function toGroup({ typeOptions }: INodeProperties) {
	return ({ name, values }: INodePropertyCollection) => {
		const group = Object.fromEntries(values.map((value) => [value.name, sampleValue(value)]));
		return [name, typeOptions?.multipleValues ? [group] : group];
	};
}

function exampleOf({ name, placeholder = '' }: INodeProperties): string {
	const isValue = placeholder.startsWith('e.g. ') && !placeholder.includes('{{');
	return isValue ? placeholder.slice('e.g. '.length) : `saved-${name}`;
}
