import { z } from 'zod';

import type { Field } from '../../fields/field';
import { locator } from '../../fields/locator';
import { text } from '../../fields/text';
import { saying } from '../../fields/words';

/** A webhook registration of the realm, from the list or by id. */
export const webhookId = locator('Webhook', {
	description: 'The webhook registration to work on',
	search: 'searchWebhooks',
	listPlaceholder: 'Select a webhook…',
	example: '64b7f1c2a9d3e45f60718295',
});

/** The address that receives deliveries. */
export const receivingUrl: Field<string> = {
	property: {
		displayName: 'URL',
		type: 'string',
		default: '',
		description: 'The address that receives the deliveries. Use HTTPS in production.',
		placeholder: 'e.g. https://example.com/hooks/rewards',
		hint: 'Must be reachable from the internet, so not localhost',
	},
	schema: z
		.string(saying('must be a web address'))
		.trim()
		.refine(
			(value) => URL.canParse(value) && /^https?:/i.test(value),
			'must be a web address that begins with https:// or http://',
		),
};

/** The secret that signs deliveries. */
export const secret: Field<string> = (() => {
	const field = text('Secret', {
		description:
			'Signs every delivery, so that the receiver can tell a real one from a forged one. Recommended.',
	});
	return { ...field, property: { ...field.property, typeOptions: { password: true } } };
})();
