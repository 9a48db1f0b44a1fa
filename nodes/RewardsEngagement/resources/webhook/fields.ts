import type { Field } from '../../fields/field';
import { locator } from '../../fields/locator';
import { receivingUrl as receiver } from '../../fields/receivingUrl';
import { id } from '../../fields/text';

/** A webhook registration of the realm, from the list or by ID. */
export const webhookId = locator('Webhook', {
	description: 'The webhook registration to work on',
	search: 'searchWebhooks',
	listPlaceholder: 'Select a webhook…',
	example: '64b7f1c2a9d3e45f60718295',
});

/** The address that receives deliveries. */
export const receivingUrl = receiver('URL', {
	description: 'The address that receives the deliveries. Use HTTPS in production.',
	placeholder: 'e.g. https://example.com/hooks/rewards',
});

/** The secret that signs deliveries. */
export const secret: Field<string> = (() => {
	const field = id('Secret', {
		description:
			'Signs every delivery, so that the receiver can tell a real one from a forged one. Recommended.',
	});
	return { ...field, property: { ...field.property, typeOptions: { password: true } } };
})();
