import { recordSearch, shownText } from '../../declare/listSearch';
import { itemName } from '../purchase/itemName';
import { RAFFLES } from './fields';
import { getManyRaffles } from './getMany';

export const searchRaffles = recordSearch({
	what: 'raffles',
	operation: getManyRaffles,
	offers: RAFFLES,
	nameOf: itemName,
	remarksOf: ({ status, endDate }) => [
		shownText(status),
		shownText(endDate) !== '' && `until ${shownText(endDate).slice(0, 10)}`,
	],
});
