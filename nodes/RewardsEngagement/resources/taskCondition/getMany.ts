import { questId, taskId } from '../task/fields';
import { taskCondition } from '../task/record';
import { operation } from '../../run/operation';
import { listInData } from '../../run/response';
import { conditionsPath } from './conditionsPath';

/** API document, section 4.13 (path inferred). */
export const getManyTaskConditions = operation({
	resource: 'taskCondition',
	name: 'getMany',
	displayName: 'Get Many',
	action: 'Get many task conditions',
	description: 'List the conditions of a task',
	certainty: 'inferred',
	parameters: { questId, taskId },
	effect: 'read',
	permission: 'quests:read',
	request: (values) => ({ method: 'GET', path: conditionsPath(values) }),
	response: listInData(taskCondition),
});
