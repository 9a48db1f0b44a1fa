import { operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { NO_QUESTS } from '../task/notOffered';
import { questsPath } from '../task/paths';
import { quest } from './record';

export const getManyQuests = operation({
	displayName: 'Get Many',
	action: 'Get many quests',
	description: 'List the quests of a realm with their tasks',
	source: 'extended 8.4',
	certainty: 'inferred',
	parameters: {},
	effect: 'read',
	permission: 'quests:read',
	advice: { '404': NO_QUESTS },
	pagination: { place: 'after', size: 'take', isInferred: true },
	request: (values) => ({ method: 'GET', path: questsPath(values) }),
	response: listInData(quest),
});
