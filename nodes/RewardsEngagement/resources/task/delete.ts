import { operation } from '../../declare/operation';
import { deleted } from '../../declare/response';
import { questId, taskId } from './fields';
import { NO_SUCH_PART } from './notOffered';
import { taskPath } from './paths';
import { task } from './record';

export const deleteTask = operation({
	displayName: 'Delete',
	action: 'Delete task',
	description: 'Remove a task with all its parts. This cannot be undone.',
	source: 'extended 8.4',
	certainty: 'inferred',
	parameters: { questId, taskId },
	effect: 'replace',
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: (values) => ({ method: 'DELETE', path: taskPath(values) }),
	response: deleted(['questId', 'taskId'], { record: task }),
});
