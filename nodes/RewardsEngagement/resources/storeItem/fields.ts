import type { Field } from '../../fields/field';
import { locator } from '../../fields/locator';
import { metadataFrom, ownMetadata } from '../../fields/metadata';
import { number } from '../../fields/number';
import { choice, nameText, text } from '../../fields/text';
import { names } from '../../fields/values';

export { STORE } from '../purchase/fields';

export function storeItem(displayName: string, { description }: { description: string }): Field<string> {
	return locator(displayName, {
		description,
		search: 'searchStoreItems',
		listPlaceholder: 'Select an item…',
		example: '64b7f1c2a9d3e45f6071829c',
	});
}

export const itemId = storeItem('Store Item', { description: 'The item of the store' });

export const name = nameText('Name', { description: 'What members get', placeholder: 'e.g. Mug' });

export const description = text('Description', { description: 'What members read about it' });

export const image = text('Image', {
	description: 'The HTTPS address of a picture, such as https://example.com/mug.png',
	placeholder: 'e.g. https://example.com/mug.png',
});

/** The kind of item. The words are those for raffles, because the service documents none for the store. */
export const type = choice('Type', {
	options: [
		{ name: 'Digital', value: 'DIGITAL' },
		{ name: 'NFT', value: 'NFT' },
		{ name: 'Physical', value: 'PHYSICAL' },
	],
	description: 'The type of item. Use an expression for a type that is not in the list.',
	default: 'DIGITAL',
});

export const price = number('Price', {
	description: 'The price per unit in the selected currency, a number from 0. Enter 0 for a free item.',
	minimum: 0,
});

const stock = number('Stock', {
	description: 'The number of pieces available: a number from 0. Overwrites the current stock.',
	minimum: 0,
});

export const maxPerUser = number('Max per User', {
	description: 'The most that one member can have: a number from 0',
	default: 1,
	minimum: 0,
});

export const requiredMetadata = names('Required Metadata', {
	description: 'Names of what a buyer most likely must provide, separated by commas, such as: address, size',
	placeholder: 'e.g. address, size',
});

/** The fields of an item that are not required. */
export const details = { type, description, image, ...ownMetadata, stock, maxPerUser, requiredMetadata };

export const buyerMetadata = metadataFrom({
	description:
		'What the buyer provides, as a JSON object, such as { "address": "1 Harbour Road" }. "Required Metadata" of the record names the keys.',
	example: '{ "address": "1 Harbour Road" }',
});
