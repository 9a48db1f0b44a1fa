import { resource } from '../../declare/resource';
import { createStoreItem } from './create';
import { getStoreItem } from './get';
import { getAffordableStoreItems } from './getAffordable';
import { getManyStoreItems } from './getMany';
import { purchaseStoreItem } from './purchase';
import { searchStoreItems } from './searchStoreItems';
import { updateStoreItem } from './update';

export const storeItem = resource({
	name: 'Store Item',
	description: 'An item that members buy with a currency',
	default: 'getMany',
	operations: {
		create: createStoreItem,
		get: getStoreItem,
		getAffordable: getAffordableStoreItems,
		getMany: getManyStoreItems,
		purchase: purchaseStoreItem,
		update: updateStoreItem,
	},
	listSearch: { searchStoreItems },
});
