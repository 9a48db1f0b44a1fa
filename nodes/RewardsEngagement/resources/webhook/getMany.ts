import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { webhook } from './record';

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
