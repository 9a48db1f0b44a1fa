import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { questId, taskId } from './fields';
import { NO_SUCH_PART } from './notOffered';
import { taskPath } from './paths';
import { task } from './record';

export const getTask = operation({
	displayName: 'Get',
	action: 'Get task',
	description: 'Get one task with its triggers, conditions, actions and transitions',
	source: 'extended 8.4',
	certainty: 'inferred',
	parameters: { questId, taskId },
	effect: 'read',
	permission: 'quests:read',
	advice: { '404': NO_SUCH_PART },
	request: (values) => ({ method: 'GET', path: taskPath(values) }),
	response: inData(task),
});
