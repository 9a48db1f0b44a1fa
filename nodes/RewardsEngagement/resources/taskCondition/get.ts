import { conditionId, questId, taskId } from '../task/fields';
import { taskCondition } from '../task/record';
import { operation } from '../../run/operation';
import { inData } from '../../run/response';
import { conditionPath } from './conditionsPath';

/** API document, section 4.13 (path inferred). */
export const getTaskCondition = operation({
	resource: 'taskCondition',
	name: 'get',
	displayName: 'Get',
	action: 'Get a task condition',
	description: 'Get one condition of a task',
	certainty: 'inferred',
	parameters: { questId, taskId, conditionId },
	effect: 'read',
	permission: 'quests:read',
	request: (values) => ({ method: 'GET', path: conditionPath(values) }),
	response: inData(taskCondition),
});
