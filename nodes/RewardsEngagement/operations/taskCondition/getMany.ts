import { questId, taskId } from '../../fields/task';
import { taskCondition } from '../../records/task';
import { operation } from '../operation';
import { listInData } from '../response';
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
