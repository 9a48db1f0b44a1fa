import { z } from 'zod';

import { type Field, saying } from '../../fields/field';
import { locator } from '../../fields/locator';
import { id } from '../../fields/text';

export const webhookId = locator('Webhook', {
	description: 'The webhook registration to work on',
	search: 'searchWebhooks',
	listPlaceholder: 'Select a webhook…',
	example: '64b7f1c2a9d3e45f60718295',
});

export const url = receivingUrl('URL', {
	description: 'The address that receives the deliveries. Use HTTPS in production.',
	placeholder: 'e.g. https://example.com/hooks/rewards',
});

export const secret: Field<string> = (() => {
	const field = id('Secret', {
		description:
			'Signs every delivery, so that the receiver can tell a real one from a forged one. Recommended.',
	});
	return { ...field, property: { ...field.property, typeOptions: { password: true } } };
})();

export function receivingUrl(
	displayName: string,
	{ description, placeholder }: { description: string; placeholder: string },
): Field<string> {
	return {
		property: {
			displayName,
			type: 'string',
			default: '',
			description,
			placeholder,
			hint: 'Must be reachable from the internet, so not localhost',
		},
		schema: z
			.string(saying('must be a web address'))
			.trim()
			.refine(
				(value) => URL.canParse(value) && /^https?:/i.test(value),
				'must be a web address that starts with https:// or http://',
			),
	};
}
