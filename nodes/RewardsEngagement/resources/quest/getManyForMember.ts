import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { member } from '../member/fields';
import { memberQuest } from './record';

export const getManyQuestsForMember = operation({
	displayName: 'Get Many for Member',
	action: 'Get many quests for member',
	description: 'List the quests of a realm with the progress of one member',
	source: 'extended 8.4',
	certainty: 'partly',
	parameters: { memberId: member('Member', { description: 'The member whose quests to list' }) },
	effect: 'read',
	permission: 'quests:read',
	advice: { '404': 'This installation does not offer the quests of a member, or there is no such member.' },
	request: ({ realmId, memberId }) => ({
		method: 'GET',
		path: path`/api/v1/realm/${realmId}/members/${memberId}/quests`,
	}),
	response: listInData(memberQuest),
});
