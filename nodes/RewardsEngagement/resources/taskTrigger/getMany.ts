import { operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { questId, taskId } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { triggersPath } from '../task/paths';
import { taskTrigger } from '../task/record';

export const getManyTaskTriggers = operation({
	displayName: 'Get Many',
	action: 'Get many task triggers',
	description: 'List the triggers of a task, which make the service check it',
	source: 'extended 8.5',
	certainty: 'inferred',
	parameters: { questId, taskId },
	effect: 'read',
	permission: 'quests:read',
	advice: { '404': NO_SUCH_PART },
	pagination: { place: 'after', size: 'take', isInferred: true },
	request: (values) => ({ method: 'GET', path: triggersPath(values) }),
	response: listInData(taskTrigger),
});
