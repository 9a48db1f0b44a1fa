import { operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { questId } from './fields';
import { NO_SUCH_PART } from './notOffered';
import { tasksPath } from './paths';
import { task } from './record';

export const getManyTasks = operation({
	displayName: 'Get Many',
	action: 'Get many tasks',
	description: 'List the tasks of a quest with all their parts',
	source: 'extended 8.4',
	certainty: 'inferred',
	parameters: { questId },
	effect: 'read',
	permission: 'quests:read',
	advice: { '404': NO_SUCH_PART },
	pagination: { place: 'after', size: 'take', isInferred: true },
	request: (values) => ({ method: 'GET', path: tasksPath(values) }),
	response: listInData(task),
});
