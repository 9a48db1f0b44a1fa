import { recordSearch } from '../../declare/listSearch';
import { itemName } from '../purchase/itemName';
import { STORE } from './fields';
import { getManyStoreItems } from './getMany';

/**
 * Lists the items of the store, with the price. The workflow stores the label, so the stock in it would soon be
 * wrong.
 */
export const searchStoreItems = recordSearch({
	what: 'items of the store',
	operation: getManyStoreItems,
	offers: STORE,
	nameOf: itemName,
	remarksOf: ({ price }) => [typeof price === 'number' && `price ${price}`],
});
