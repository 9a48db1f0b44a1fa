import { optional } from '../../fields/field';
import { config, questId, requiredPartType, taskId } from '../task/fields';
import { taskCondition } from '../task/record';
import { operation } from '../../run/operation';
import { inData } from '../../run/response';
import { conditionsPath } from './conditionsPath';

/** API document, section 4.13 (path and body inferred). */
export const createTaskCondition = operation({
	resource: 'taskCondition',
	name: 'create',
	displayName: 'Create',
	action: 'Create a task condition',
	description: 'Add a condition to a task',
	certainty: 'inferred',
	parameters: { questId, taskId, type: requiredPartType, config: optional(config) },
	effect: 'once',
	permission: 'quests:write',
	request: ({ type, config: settings, ...ids }) => ({
		method: 'POST',
		path: conditionsPath(ids),
		body: { type, config: settings },
	}),
	response: inData(taskCondition),
});
