import type { INodeProperties } from 'n8n-workflow';

import type { Collection } from './expressionReader';
import type { Fields } from './field';

/**
 * These fields as the panel shows them.
 *
 * @param required the names of the fields that n8n marks as required
 */
export function propertiesOf(fields: Fields, required: readonly string[] = []): INodeProperties[] {
	return Object.entries(fields).map(([name, { property }]) => ({
		...property,
		name,
		...(required.includes(name) && { required: true }),
	}));
}

/** A collection as the panel shows it. */
export function collectionProperty(
	{ name, displayName, fields }: Collection,
	text: Pick<INodeProperties, 'placeholder' | 'description'>,
): INodeProperties {
	const options = propertiesOf(fields);
	return { displayName, name, type: 'collection', default: {}, ...text, options };
}
