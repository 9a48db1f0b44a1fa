import { optional } from '../../fields/field';
import { id } from '../../fields/text';

export const key = id('Idempotency Key', {
	description:
		'The key as shown in "idempotencyKey", or the part before the @. Only keys used in this workflow are found.',
	placeholder: 'e.g. order-17@3f2a9c01d2e4',
});

/** The realm for a key without the part after the @. */
export const realm = optional(
	id('Realm ID', {
		description:
			'The realm of the request, if you entered only the part before the @. If empty, uses the realm of the credential.',
	}),
);
