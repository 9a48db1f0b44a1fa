import type { INodeProperties } from 'n8n-workflow';

import type { Fields } from './field';

/** These fields as the panel shows them. */
export function propertiesOf(fields: Fields): INodeProperties[] {
	return Object.entries(fields).map(([name, { property }]) => ({ ...property, name }));
}

/** A collection as the panel shows it. */
export function collectionProperty(
	{ name, displayName, fields }: { name: string; displayName: string; fields: Fields },
	text: Pick<INodeProperties, 'placeholder' | 'description'>,
): INodeProperties {
	const options = propertiesOf(fields);
	return { displayName, name, type: 'collection', default: {}, ...text, options };
}
