import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { STORE } from './fields';
import { purchase } from './record';

export const getManyPurchases = operation({
	displayName: 'Get Many',
	action: 'Get many purchases',
	description: 'List what members bought. "isFinalized" says what is fulfilled.',
	source: 'extended 8.6',
	certainty: 'inferred',
	parameters: {},
	effect: 'read',
	permission: 'store:read',
	advice: notOffered(STORE),
	pagination: { place: 'after', size: 'take', isInferred: true },
	request: ({ realmId }) => ({ method: 'GET', path: path`/api/v1/realms/${realmId}/store/purchases` }),
	response: listInData(purchase),
});
