import { isRecord } from '../../shared/json';
import { shownText } from '../../run/listSearch';
import { itemName, recordSearch } from '../../run/recordSearch';
import { getManyPurchases } from './getMany';

/** Lists the purchases, with the item and whether it is fulfilled. */
export const searchPurchases = recordSearch({
	what: 'purchases',
	operation: getManyPurchases,
	offers: 'a list of purchases',
	nameOf: ({ storeItem }) => (isRecord(storeItem) ? itemName(storeItem) : ''),
	remarksOf: ({ quantity, createdAt, isFinalized }) => [
		typeof quantity === 'number' && quantity > 1 && `${quantity} pieces`,
		shownText(createdAt).slice(0, 10),
		isFinalized === true && 'finalized',
	],
});
