import type { IWebhookFunctions } from 'n8n-workflow';

/**
 * The address of this trigger as the outside knows it, which is the redirect URI without its query. Never taken from
 * the request: behind a proxy it names another host, and anybody can send any.
 */
export function ownAddress(context: IWebhookFunctions): string {
	// Only newer versions of n8n can name the test address; `getNodeWebhookUrl` always gives the one of production.
	const { getWebhookResourceUrl } = context as Partial<IWebhookFunctions>;
	const served = getWebhookResourceUrl?.call(context, 'default');
	if (served !== undefined) return served;
	const production = context.getNodeWebhookUrl('default') ?? '';
	return context.getMode() === 'manual' ? toTestAddress(production) : production;
}

function toTestAddress(production: string): string {
	const place = production.lastIndexOf('/webhook/');
	return place < 0
		? production
		: `${production.slice(0, place)}/webhook-test/${production.slice(place + '/webhook/'.length)}`;
}
