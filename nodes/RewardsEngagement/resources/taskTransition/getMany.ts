import { operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { questId, taskId } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { transitionsPath } from '../task/paths';
import { taskTransition } from '../task/record';

export const getManyTaskTransitions = operation({
	displayName: 'Get Many',
	action: 'Get many task transitions',
	description: 'List the transitions of a task: which tasks come after it',
	source: 'extended 8.5',
	certainty: 'partly',
	parameters: { questId, taskId },
	effect: 'read',
	permission: 'quests:read',
	advice: { '404': NO_SUCH_PART },
	pagination: { place: 'after', size: 'take', isInferred: true },
	request: (values) => ({ method: 'GET', path: transitionsPath(values) }),
	response: listInData(taskTransition),
});
