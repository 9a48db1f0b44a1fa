import { created, noContent, ok, type Routes } from '../../base/call';
import { newId } from '../../base/ids';
import { find } from '../../base/state';
import type { Webhook } from './records';

/** A webhook as in the API, which never returns the secret. */
function webhookRecord({ id, url, events, active }: Webhook): Webhook {
	return { id, url, events, active };
}

export const routes: Routes<'webhook'> = {
	/** API document, section 4.11: every webhook of the realm. */
	getMany: ({ realm }) => ok({ data: [...realm.webhooks.values()].map(webhookRecord) }),

	/** API document, section 4.11: creates an active webhook. */
	create: ({ realm, body: { url, events, secret } }) => {
		const webhook: Webhook = { id: newId(), url, events, secret, active: true };
		realm.webhooks.set(webhook.id, webhook);
		return created(webhookRecord(webhook));
	},

	/** API document, section 4.11: sets the given fields. 404 for an unknown webhook. */
	update: ({ realm, params, body }) => {
		const webhook = find(realm.webhooks, params.webhookId, 'webhook');
		const { url, events, secret, active } = { ...webhook, ...body };
		Object.assign(webhook, { url, events, secret, active });
		return ok(webhookRecord(webhook));
	},

	/** API document, section 4.11. 404 for an unknown webhook. */
	delete: ({ realm, params }) => {
		find(realm.webhooks, params.webhookId, 'webhook');
		realm.webhooks.delete(params.webhookId);
		return noContent;
	},
};
