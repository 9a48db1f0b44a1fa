import { path } from '../../api/path';
import { memberPage, memberPageSize, searchType, searchValues } from './searchFields';
import { member } from './record';
import { operation } from '../../run/operation';
import { listInData } from '../../run/response';
import { mergeSearches } from './mergeSearches';

/** API document, section 4.11. */
export const searchMembers = operation({
	resource: 'member',
	name: 'search',
	displayName: 'Search',
	action: 'Search members',
	description:
		'Find members by username, email, wallet, social ID or ID. A value that nobody has gives no item.',
	parameters: { type: searchType, values: searchValues },
	additionalFields: { limit: memberPageSize, page: memberPage },
	effect: 'read',
	permission: 'members:read',
	request: ({ realmId, type, values, page, limit }) => ({
		method: 'GET',
		path: path`/api/v1/realm/${realmId}/members/search`,
		query: { type, values: values.join(','), page, limit },
	}),
	merge: mergeSearches,
	response: listInData(member),
});
