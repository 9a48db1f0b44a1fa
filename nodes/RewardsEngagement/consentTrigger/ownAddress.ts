import type { IWebhookFunctions } from 'n8n-workflow';

/**
 * The public address of this trigger, which is the redirect URI without its query. It is never taken from the
 * request: behind a proxy the request names another host, and anyone can send any host.
 */
export function ownAddress(context: IWebhookFunctions): string {
	// Only newer versions of n8n give the test address. `getNodeWebhookUrl` always gives the production address.
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
