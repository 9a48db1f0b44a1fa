import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { optional } from '../../fields/field';
import * as fields from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { taskCondition } from '../task/record';
import { conditionsPath } from './conditionsPath';

/** Path and body are inferred. */
export const createTaskCondition = operation({
	displayName: 'Create',
	action: 'Create task condition',
	description: 'Add a condition to a task',
	source: '4.13',
	certainty: 'inferred',
	parameters: {
		questId: fields.questId,
		taskId: fields.taskId,
		type: fields.requiredType,
		config: optional(fields.config),
	},
	effect: 'once',
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: ({ type, config, ...ids }) => ({
		method: 'POST',
		path: conditionsPath(ids),
		body: { type, config },
	}),
	response: inData(taskCondition),
});
