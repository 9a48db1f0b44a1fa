import { resource } from '../../run/resource';
import { searchMembers as listMembers } from './listSearch';
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
	listSearch: { searchMembers: listMembers },
});
