import { created, noContent, ok, type Handler } from '../../call';
import { newId } from '../../ids';
import { find, type Webhook } from '../../state';

/** A registration as the API shows it: the secret goes in and never comes out. */
function webhookRecord({ id, url, events, active }: Webhook) {
	return { id, url, events, active };
}

/** API document, section 4.11: every registration of the realm. */
export const listWebhooks: Handler = ({ realm }) =>
	ok({ data: [...realm.webhooks.values()].map(webhookRecord) });

/** API document, section 4.11: a new, active registration. */
export const createWebhook: Handler = ({ realm, body }) => {
	const { url, events, secret } = body as Pick<Webhook, 'url' | 'events' | 'secret'>;
	const webhook: Webhook = { id: newId(), url, events, secret, active: true };
	realm.webhooks.set(webhook.id, webhook);
	return created(webhookRecord(webhook));
};

/** API document, section 4.11: sets any of the registration fields. 404 for an unknown hook. */
export const updateWebhook: Handler = ({ realm, params, body }) => {
	const webhook = find(realm.webhooks, params.webhookId, 'webhook');
	const { url, events, secret, active } = { ...webhook, ...(body as Partial<Webhook>) };
	Object.assign(webhook, { url, events, secret, active });
	return ok(webhookRecord(webhook));
};

/** API document, section 4.11. 404 for an unknown hook. */
export const deleteWebhook: Handler = ({ realm, params }) => {
	find(realm.webhooks, params.webhookId, 'webhook');
	realm.webhooks.delete(params.webhookId);
	return noContent;
};
