import { path } from '../../api/path';
import { STORE } from './fields';
import { storeItem } from './record';
import { notOffered } from '../../run/notOffered';
import { operation } from '../../run/operation';
import { listInData } from '../../run/response';

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
