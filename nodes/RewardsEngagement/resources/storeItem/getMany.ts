import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { STORE } from './fields';
import { storeItem } from './record';

export const getManyStoreItems = operation({
	displayName: 'Get Many',
	action: 'Get many store items',
	description: 'List the items of the store, with their prices and stock',
	source: 'extended 8.6',
	certainty: 'inferred',
	parameters: {},
	effect: 'read',
	permission: 'store:read',
	advice: notOffered(STORE),
	pagination: { place: 'after', size: 'take', isInferred: true },
	request: ({ realmId }) => ({ method: 'GET', path: path`/api/v1/realms/${realmId}/store` }),
	response: listInData(storeItem),
});
