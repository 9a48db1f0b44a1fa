import { path } from '../../api/path';
import { webhook } from './record';
import { operation } from '../../run/operation';
import { listInData } from '../../run/response';

export const getManyWebhooks = operation({
	displayName: 'Get Many',
	action: 'Get many webhooks',
	description: 'List the webhooks registered in a realm',
	source: '4.11',
	parameters: {},
	effect: 'read',
	permission: 'webhooks:write',
	request: ({ realmId }) => ({ method: 'GET', path: path`/api/v1/realm/${realmId}/webhooks` }),
	response: listInData(webhook),
});
