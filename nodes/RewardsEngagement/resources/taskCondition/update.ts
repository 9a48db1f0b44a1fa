import * as fields from '../task/fields';
import { taskCondition } from '../task/record';
import { operation } from '../../run/operation';
import { inData } from '../../run/response';
import { conditionPath } from './conditionsPath';

/** Path and body are inferred. */
export const updateTaskCondition = operation({
	displayName: 'Update',
	action: 'Update a task condition',
	description: 'Change the type or settings of a condition. Only the fields you add are changed.',
	source: '4.13',
	certainty: 'inferred',
	parameters: { questId: fields.questId, taskId: fields.taskId, conditionId: fields.conditionId },
	updateFields: { type: fields.partType, config: fields.config },
	effect: 'replace',
	permission: 'quests:write',
	request: ({ type, config, ...ids }) => ({
		method: 'PATCH',
		path: conditionPath(ids),
		body: { type, config },
	}),
	response: inData(taskCondition),
});
