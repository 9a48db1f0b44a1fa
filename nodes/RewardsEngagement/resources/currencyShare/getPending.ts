import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { pendingCurrencyShare } from './record';

export const getPendingShares = operation({
	displayName: 'Get Pending',
	action: 'Get pending currency shares',
	description: 'List the currencies that other realms offer and this realm has not answered yet',
	source: 'extended 6.8',
	parameters: {},
	effect: 'read',
	permission: 'realm:read',
	request: ({ realmId }) => ({ method: 'GET', path: path`/api/v1/realms/${realmId}/shares/pending` }),
	response: listInData(pendingCurrencyShare),
});
