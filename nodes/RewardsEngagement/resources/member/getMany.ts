import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { choice, hexRealmId, nameText, sortOrder } from '../../fields/text';
import { member } from './record';

const sortBy = choice('Sort By', {
	options: [
		{ name: 'Created At', value: 'createdAt' },
		{ name: 'Display Name', value: 'displayName' },
		{ name: 'First Visit', value: 'firstVisit' },
		{ name: 'Joined At', value: 'joinedAt' },
		{ name: 'Last Active', value: 'lastActive' },
		{ name: 'Last Visit', value: 'lastVisit' },
		{ name: 'Name', value: 'name' },
		{ name: 'Status', value: 'status' },
		{ name: 'Updated At', value: 'updatedAt' },
		{ name: 'User', value: 'user' },
		{ name: 'Username', value: 'username' },
	],
	description:
		'The field to sort by. With "Joined At", ascending, most likely no member is missing or duplicated while others join.',
	default: 'joinedAt',
});

export const getManyMembers = operation({
	displayName: 'Get Many',
	action: 'Get many members',
	description: 'Use when you want all members, or know a part of a name. For exact values, use "Search".',
	source: 'extended 4.1',
	parameters: {},
	additionalFields: {
		search: nameText('Search', {
			description: 'A part of the username, display name or email',
			placeholder: 'e.g. ada',
		}),
		sortBy,
		sortOrder: sortOrder(),
	},
	realm: hexRealmId,
	effect: 'read',
	permission: 'members:read',
	pagination: { place: 'page', size: 'limit' },
	request: ({ realmId, ...query }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/members/`,
		query,
	}),
	response: listInData(member),
});
