import { conditionId, questId, taskId } from '../task/fields';
import { taskCondition } from '../task/record';
import { operation } from '../../run/operation';
import { inData } from '../../run/response';
import { conditionPath } from './conditionsPath';

/** The path is inferred. */
export const getTaskCondition = operation({
	displayName: 'Get',
	action: 'Get a task condition',
	description: 'Get one condition of a task',
	source: '4.13',
	certainty: 'inferred',
	parameters: { questId, taskId, conditionId },
	effect: 'read',
	permission: 'quests:read',
	request: (values) => ({ method: 'GET', path: conditionPath(values) }),
	response: inData(taskCondition),
});
