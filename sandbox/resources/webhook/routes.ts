import { created, noContent, ok, type Routes } from '../../base/call';
import { newId } from '../../base/ids';
import { find } from '../../base/state';
import type { Webhook } from './records';

/** A registration as the API shows it: the secret goes in and never comes out. */
function webhookRecord({ id, url, events, active }: Webhook): Webhook {
	return { id, url, events, active };
}

export const routes: Routes<'webhook'> = {
	/** API document, section 4.11: every registration of the realm. */
	getMany: ({ realm }) => ok({ data: [...realm.webhooks.values()].map(webhookRecord) }),

	/** API document, section 4.11: a new, active registration. */
	create: ({ realm, body: { url, events, secret } }) => {
		const webhook: Webhook = { id: newId(), url, events, secret, active: true };
		realm.webhooks.set(webhook.id, webhook);
		return created(webhookRecord(webhook));
	},

	/** API document, section 4.11: sets any of the registration fields. 404 for an unknown hook. */
	update: ({ realm, params, body }) => {
		const webhook = find(realm.webhooks, params.webhookId, 'webhook');
		const { url, events, secret, active } = { ...webhook, ...body };
		Object.assign(webhook, { url, events, secret, active });
		return ok(webhookRecord(webhook));
	},

	/** API document, section 4.11. 404 for an unknown hook. */
	delete: ({ realm, params }) => {
		find(realm.webhooks, params.webhookId, 'webhook');
		realm.webhooks.delete(params.webhookId);
		return noContent;
	},
};
