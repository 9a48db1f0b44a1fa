import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import * as fields from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { triggerPath } from '../task/paths';
import { taskTrigger } from '../task/record';

export const updateTaskTrigger = operation({
	displayName: 'Update',
	action: 'Update task trigger',
	description: 'Change the type or settings of a trigger. Only the fields you add are changed.',
	source: 'extended 8.5',
	certainty: 'inferred',
	parameters: { questId: fields.questId, taskId: fields.taskId, triggerId: fields.triggerId },
	updateFields: { type: fields.type, config: fields.config },
	effect: 'replace',
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: ({ type, config, ...ids }) => ({
		method: 'PATCH',
		path: triggerPath(ids),
		body: { type, config },
	}),
	response: inData(taskTrigger),
});
