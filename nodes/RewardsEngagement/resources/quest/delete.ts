import { operation } from '../../declare/operation';
import { deleted } from '../../declare/response';
import * as fields from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { questPath } from '../task/paths';
import { quest } from './record';

export const deleteQuest = operation({
	displayName: 'Delete',
	action: 'Delete quest',
	description: 'Remove a quest with its tasks and their parts. This cannot be undone.',
	source: 'extended 8.4',
	certainty: 'partly',
	parameters: { questId: fields.ownQuestId },
	effect: 'replace',
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: (values) => ({ method: 'DELETE', path: questPath(values) }),
	response: deleted(['questId'], { record: quest }),
});
