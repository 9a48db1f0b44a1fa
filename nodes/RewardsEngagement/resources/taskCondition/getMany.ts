import { questId, taskId } from '../task/fields';
import { taskCondition } from '../task/record';
import { operation } from '../../run/operation';
import { listInData } from '../../run/response';
import { conditionsPath } from './conditionsPath';

/** The path is inferred. */
export const getManyTaskConditions = operation({
	displayName: 'Get Many',
	action: 'Get many task conditions',
	description: 'List the conditions of a task',
	source: '4.13',
	certainty: 'inferred',
	parameters: { questId, taskId },
	effect: 'read',
	permission: 'quests:read',
	request: (values) => ({ method: 'GET', path: conditionsPath(values) }),
	response: listInData(taskCondition),
});
