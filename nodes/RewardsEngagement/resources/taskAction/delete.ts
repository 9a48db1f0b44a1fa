import { operation } from '../../declare/operation';
import { deleted } from '../../declare/response';
import { actionId, questId, taskId } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { actionPath } from '../task/paths';
import { taskAction } from '../task/record';

export const deleteTaskAction = operation({
	displayName: 'Delete',
	action: 'Delete task action',
	description: 'Remove an action from a task',
	source: 'extended 8.5',
	certainty: 'inferred',
	parameters: { questId, taskId, actionId },
	effect: 'replace',
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: (values) => ({ method: 'DELETE', path: actionPath(values) }),
	response: deleted(['questId', 'taskId', 'actionId'], { record: taskAction }),
});
