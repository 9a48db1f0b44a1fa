import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { itemId, STORE } from './fields';
import { storeItem } from './record';

export const getStoreItem = operation({
	displayName: 'Get',
	action: 'Get store item',
	description: 'Get one item of the store, with its price and stock',
	source: 'extended 8.6',
	certainty: 'inferred',
	parameters: { itemId },
	effect: 'read',
	permission: 'store:read',
	advice: notOffered(STORE, 'item'),
	request: ({ realmId, itemId: id }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/store/${id}`,
	}),
	response: inData(storeItem),
});
