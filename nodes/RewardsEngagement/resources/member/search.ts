import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { member } from './record';
import { memberPage, memberPageSize, searchType, searchValues } from './searchFields';

export const searchMembers = operation({
	displayName: 'Search',
	action: 'Search members',
	description: 'Use when you have exact usernames, emails, wallets or IDs. No match returns no item.',
	source: '4.11',
	parameters: { type: searchType, values: searchValues },
	additionalFields: { limit: memberPageSize, page: memberPage },
	effect: 'read',
	permission: 'members:read',
	request: ({ realmId, type, values, page, limit }) => ({
		method: 'GET',
		path: path`/api/v1/realm/${realmId}/members/search`,
		query: { type, values: values.join(','), page, limit },
	}),
	givesAll: true,
	response: listInData(member),
});
