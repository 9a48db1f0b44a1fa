import { path } from '../../api/path';
import { itemId, STORE } from './fields';
import { storeItem } from './record';
import { notOffered } from '../../run/notOffered';
import { operation } from '../../run/operation';
import { inData } from '../../run/response';

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
