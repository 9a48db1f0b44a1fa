import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import * as fields from '../task/fields';
import { NO_QUESTS } from '../task/notOffered';
import { questsPath } from '../task/paths';
import { quest } from './record';

export const createQuest = operation({
	displayName: 'Create',
	action: 'Create quest',
	description: 'Add a quest to a realm. Its tasks are created one by one.',
	source: 'extended 8.4',
	certainty: 'inferred',
	parameters: { name: fields.requiredName },
	additionalFields: { description: fields.description, type: fields.type },
	effect: 'once',
	annotations: ['description'],
	permission: 'quests:write',
	advice: { '404': NO_QUESTS },
	request: ({ realmId, ...body }) => ({ method: 'POST', path: questsPath({ realmId }), body }),
	response: inData(quest),
});
