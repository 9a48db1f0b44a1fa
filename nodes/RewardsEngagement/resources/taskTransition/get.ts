import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { questId, taskId, transitionId } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { transitionPath } from '../task/paths';
import { taskTransition } from '../task/record';

export const getTaskTransition = operation({
	displayName: 'Get',
	action: 'Get task transition',
	description: 'Get one transition of a task',
	source: 'extended 8.5',
	certainty: 'inferred',
	parameters: { questId, taskId, transitionId },
	effect: 'read',
	permission: 'quests:read',
	advice: { '404': NO_SUCH_PART },
	request: (values) => ({ method: 'GET', path: transitionPath(values) }),
	response: inData(taskTransition),
});
