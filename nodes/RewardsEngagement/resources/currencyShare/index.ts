import { resource } from '../../declare/resource';
import { acceptCurrencyShare } from './accept';
import { createCurrencyShare } from './create';
import { getManyCurrencyShares } from './getMany';
import { getPendingShares } from './getPending';
import { leaveCurrencyShare } from './leave';
import { rejectCurrencyShare } from './reject';
import { revokeCurrencyShare } from './revoke';
import { searchChildRealms } from './searchChildRealms';
import { searchOfferedCurrencies } from './searchOfferedCurrencies';

export const currencyShare = resource({
	name: 'Currency Share',
	description: 'A currency that one realm shares with another',
	default: 'getPending',
	operations: {
		accept: acceptCurrencyShare,
		create: createCurrencyShare,
		getMany: getManyCurrencyShares,
		getPending: getPendingShares,
		leave: leaveCurrencyShare,
		reject: rejectCurrencyShare,
		revoke: revokeCurrencyShare,
	},
	listSearch: { searchChildRealms, searchOfferedCurrencies },
});
