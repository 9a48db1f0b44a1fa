import { operation } from '../../declare/operation';
import { deleted } from '../../declare/response';
import { questId, taskId, transitionId } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { transitionPath } from '../task/paths';
import { taskTransition } from '../task/record';

export const deleteTaskTransition = operation({
	displayName: 'Delete',
	action: 'Delete task transition',
	description: 'Remove a transition from a task',
	source: 'extended 8.5',
	certainty: 'inferred',
	parameters: { questId, taskId, transitionId },
	effect: 'replace',
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: (values) => ({ method: 'DELETE', path: transitionPath(values) }),
	response: deleted(['questId', 'taskId', 'transitionId'], { record: taskTransition }),
});
