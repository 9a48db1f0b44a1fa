import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import * as fields from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { questPath } from '../task/paths';
import { quest } from './record';

export const getQuest = operation({
	displayName: 'Get',
	action: 'Get quest',
	description: 'Get one quest with its tasks',
	source: 'extended 8.4',
	certainty: 'inferred',
	parameters: { questId: fields.ownQuestId },
	effect: 'read',
	permission: 'quests:read',
	advice: { '404': NO_SUCH_PART },
	request: (values) => ({ method: 'GET', path: questPath(values) }),
	response: inData(quest),
});
