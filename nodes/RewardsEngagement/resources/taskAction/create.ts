import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { optional } from '../../fields/field';
import * as fields from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { taskAction } from '../task/record';
import { actionsPath } from './actionsPath';

/** Path and body are inferred. */
export const createTaskAction = operation({
	displayName: 'Create',
	action: 'Create task action',
	description: 'Add an action to a task. It runs when the task is completed.',
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
		path: actionsPath(ids),
		body: { type, config },
	}),
	response: inData(taskAction),
});
