import { itemName, recordSearch } from '../../run/recordSearch';
import { STORE } from './fields';
import { getManyStoreItems } from './getMany';

/** Lists the items of the store, with price and stock. */
export const searchStoreItems = recordSearch({
	operation: getManyStoreItems,
	offers: STORE,
	nameOf: itemName,
	remarksOf: ({ price, stock }) => [
		typeof price === 'number' && `price ${price}`,
		typeof stock === 'number' && `stock ${stock}`,
	],
});
