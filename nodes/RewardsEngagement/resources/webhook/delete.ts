import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { deleted } from '../../declare/response';
import * as fields from './fields';

export const deleteWebhook = operation({
	displayName: 'Delete',
	action: 'Delete webhook',
	description: 'Remove a webhook, so that the service no longer delivers to it',
	source: '4.11',
	parameters: { webhookId: fields.webhookId },
	effect: 'replace',
	permission: 'webhooks:write',
	request: ({ realmId, webhookId }) => ({
		method: 'DELETE',
		path: path`/api/v1/realm/${realmId}/webhooks/${webhookId}`,
	}),
	response: deleted(['webhookId']),
});
