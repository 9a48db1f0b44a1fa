import { resource } from '../../declare/resource';
import { getMember } from './get';
import { getLeaderboard } from './getLeaderboard';
import { getManyMembers } from './getMany';
import { resolveMember } from './resolve';
import { searchMembers } from './search';
import {
	searchArchivedCurrencies,
	searchBorrowedCurrencies,
	searchCurrencies,
	searchOwnCurrencies,
} from './searchCurrencies';
import { searchMembers as listMembers } from './searchMembers';
import { transferBalance } from './transferBalance';
import { updateBalance } from './updateBalance';
import { updateBalances } from './updateBalances';
import { updateMemberMetadata } from './updateMetadata';

export const member = resource({
	name: 'Member',
	description: 'A person who joined the realm, with balances and metadata',
	default: 'search',
	operations: {
		get: getMember,
		getLeaderboard,
		getMany: getManyMembers,
		resolve: resolveMember,
		search: searchMembers,
		transferBalance,
		updateBalance,
		updateBalances,
		updateMetadata: updateMemberMetadata,
	},
	// If the service cannot list its currencies, the balances of a member replace the list.
	listSearch: {
		searchArchivedCurrencies,
		searchBorrowedCurrencies,
		searchCurrencies,
		searchMembers: listMembers,
		searchOwnCurrencies,
	},
});
