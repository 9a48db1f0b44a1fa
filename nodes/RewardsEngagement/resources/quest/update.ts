import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import * as fields from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { questPath } from '../task/paths';
import { quest } from './record';

export const updateQuest = operation({
	displayName: 'Update',
	action: 'Update quest',
	description: 'Change the name, description or type. Only the fields you add are changed.',
	source: 'extended 8.4',
	certainty: 'inferred',
	parameters: { questId: fields.ownQuestId },
	updateFields: { name: fields.name, description: fields.description, type: fields.type },
	effect: 'replace',
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: ({ realmId, questId, ...body }) => ({
		method: 'PATCH',
		path: questPath({ realmId, questId }),
		body,
	}),
	response: inData(quest),
});
