import { operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { questId, taskId } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { conditionsPath } from '../task/paths';
import { taskCondition } from '../task/record';

export const getManyTaskConditions = operation({
	displayName: 'Get Many',
	action: 'Get many task conditions',
	description: 'List the conditions of a task',
	source: '4.13',
	certainty: 'inferred',
	parameters: { questId, taskId },
	effect: 'read',
	permission: 'quests:read',
	advice: { '404': NO_SUCH_PART },
	pagination: { place: 'after', size: 'take', isInferred: true },
	request: (values) => ({ method: 'GET', path: conditionsPath(values) }),
	response: listInData(taskCondition),
});
