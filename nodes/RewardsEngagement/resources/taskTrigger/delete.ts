import { operation } from '../../declare/operation';
import { deleted } from '../../declare/response';
import { questId, taskId, triggerId } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { triggerPath } from '../task/paths';
import { taskTrigger } from '../task/record';

export const deleteTaskTrigger = operation({
	displayName: 'Delete',
	action: 'Delete task trigger',
	description: 'Remove a trigger from a task',
	source: 'extended 8.5',
	certainty: 'inferred',
	parameters: { questId, taskId, triggerId },
	effect: 'replace',
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: (values) => ({ method: 'DELETE', path: triggerPath(values) }),
	response: deleted(['questId', 'taskId', 'triggerId'], { record: taskTrigger }),
});
