import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { actionId, questId, taskId } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { actionPath } from '../task/paths';
import { taskAction } from '../task/record';

export const getTaskAction = operation({
	displayName: 'Get',
	action: 'Get task action',
	description: 'Get one action of a task',
	source: 'extended 8.5',
	certainty: 'inferred',
	parameters: { questId, taskId, actionId },
	effect: 'read',
	permission: 'quests:read',
	advice: { '404': NO_SUCH_PART },
	request: (values) => ({ method: 'GET', path: actionPath(values) }),
	response: inData(taskAction),
});
