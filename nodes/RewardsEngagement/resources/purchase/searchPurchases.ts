import { recordSearch, shownText } from '../../declare/listSearch';
import { isRecord } from '../../shared/json';
import { getManyPurchases } from './getMany';
import { itemName } from './itemName';

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
