import { itemName, recordSearch } from '../../run/recordSearch';
import { STORE } from './fields';
import { getManyStoreItems } from './getMany';

/** Lists the items of the store, with the price. The stock would soon be untrue in a label that is stored. */
export const searchStoreItems = recordSearch({
	operation: getManyStoreItems,
	offers: STORE,
	nameOf: itemName,
	remarksOf: ({ price }) => [typeof price === 'number' && `price ${price}`],
});
