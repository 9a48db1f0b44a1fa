import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { optional } from '../../fields/field';
import * as fields from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { taskTrigger } from '../task/record';
import { triggersPath } from './triggersPath';

/** Path and body are inferred. */
export const createTaskTrigger = operation({
	displayName: 'Create',
	action: 'Create task trigger',
	description: 'Add a trigger to a task. It makes the service check the task.',
	source: 'extended 8.5',
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
		path: triggersPath(ids),
		body: { type, config },
	}),
	response: inData(taskTrigger),
});
