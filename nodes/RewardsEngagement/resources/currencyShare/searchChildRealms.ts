import { recordSearch, shownText } from '../../declare/listSearch';
import { isRecord } from '../../shared/json';
import { getManyCurrencyShares } from './getMany';

export const searchChildRealms = recordSearch({
	what: 'shares',
	operation: getManyCurrencyShares,
	follows: ['currencyId'],
	idField: 'childRealmId',
	isWanted: ({ status }) => status !== 'REJECTED',
	nameOf: ({ childRealm, status }) => {
		const name = isRecord(childRealm) ? shownText(childRealm.name) : '';
		return [name, status === 'PENDING' && '(pending)'].filter(Boolean).join(' ');
	},
});
