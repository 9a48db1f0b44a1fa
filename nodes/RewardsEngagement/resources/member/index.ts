import { resource } from '../../run/resource';
import { searchCurrencies } from './searchCurrencies';
import { searchMembers as listMembers } from './searchMembers';
import { searchMembers } from './search';
import { transferBalance } from './transferBalance';
import { updateMemberMetadata } from './updateMetadata';

export const member = resource({
	name: 'Member',
	default: 'search',
	operations: {
		search: searchMembers,
		transferBalance,
		updateMetadata: updateMemberMetadata,
	},
	// Its balances are the only list of currencies that the service gives.
	listSearch: { searchCurrencies, searchMembers: listMembers },
});
