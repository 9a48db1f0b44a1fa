import { operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { questId, taskId } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { actionsPath } from '../task/paths';
import { taskAction } from '../task/record';

export const getManyTaskActions = operation({
	displayName: 'Get Many',
	action: 'Get many task actions',
	description: 'List the actions of a task, which run when it is completed',
	source: 'extended 8.5',
	certainty: 'inferred',
	parameters: { questId, taskId },
	effect: 'read',
	permission: 'quests:read',
	advice: { '404': NO_SUCH_PART },
	pagination: { place: 'after', size: 'take', isInferred: true },
	request: (values) => ({ method: 'GET', path: actionsPath(values) }),
	response: listInData(taskAction),
});
