import { path } from '../../api/path';
import { webhook } from './record';
import { operation } from '../../run/operation';
import { listInData } from '../../run/response';

/** API document, section 4.11. */
export const getManyWebhooks = operation({
	resource: 'webhook',
	name: 'getMany',
	displayName: 'Get Many',
	action: 'Get many webhooks',
	description: 'List the webhooks registered in a realm',
	parameters: {},
	effect: 'read',
	permission: 'webhooks:write',
	request: ({ realmId }) => ({ method: 'GET', path: path`/api/v1/realm/${realmId}/webhooks` }),
	response: listInData(webhook),
});
