import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { questId, taskId, triggerId } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { triggerPath } from '../task/paths';
import { taskTrigger } from '../task/record';

export const getTaskTrigger = operation({
	displayName: 'Get',
	action: 'Get task trigger',
	description: 'Get one trigger of a task',
	source: 'extended 8.5',
	certainty: 'inferred',
	parameters: { questId, taskId, triggerId },
	effect: 'read',
	permission: 'quests:read',
	advice: { '404': NO_SUCH_PART },
	request: (values) => ({ method: 'GET', path: triggerPath(values) }),
	response: inData(taskTrigger),
});
