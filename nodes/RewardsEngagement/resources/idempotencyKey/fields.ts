import { type Field, optional } from '../../fields/field';
import { id } from '../../fields/text';
import { keyText } from '../../shared/characters';

const KEY = id('Idempotency Key', {
	description:
		'The key as shown in "idempotencyKey", or the part before the @. Only keys used in this workflow are found.',
	placeholder: 'e.g. order-17@3f2a9c01d2e4',
});

/** A key that an earlier version of the workflow used may have a text for a missing value in it. */
export const key: Field<string> = {
	...KEY,
	schema: KEY.schema.transform(keyText),
	isName: false,
};

/** The realm for a key without the part after the @. */
export const realm = optional(
	id('Realm ID', {
		description:
			'The realm of the request, if you entered only the part before the @. If empty, uses the realm of the credential.',
		placeholder: 'The realm of the credential',
	}),
);
