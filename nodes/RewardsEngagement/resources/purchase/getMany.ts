import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { STORE } from './fields';
import { purchase } from './record';

export const getManyPurchases = operation({
	displayName: 'Get Many',
	action: 'Get many purchases',
	description:
		'List what members bought in the store. "isFinalized" says which purchases are still to be fulfilled.',
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
