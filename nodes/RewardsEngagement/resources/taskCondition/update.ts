import { conditionId, config, partType, questId, taskId } from '../task/fields';
import { taskCondition } from '../task/record';
import { operation } from '../../run/operation';
import { inData } from '../../run/response';
import { conditionPath } from './conditionsPath';

/** API document, section 4.13 (path and body inferred). */
export const updateTaskCondition = operation({
	resource: 'taskCondition',
	name: 'update',
	displayName: 'Update',
	action: 'Update a task condition',
	description: 'Change the type or settings of a condition. Only the fields you add are changed.',
	certainty: 'inferred',
	parameters: { questId, taskId, conditionId },
	updateFields: { type: partType, config },
	effect: 'replace',
	permission: 'quests:write',
	request: ({ type, config: settings, ...ids }) => ({
		method: 'PATCH',
		path: conditionPath(ids),
		body: { type, config: settings },
	}),
	response: inData(taskCondition),
});
