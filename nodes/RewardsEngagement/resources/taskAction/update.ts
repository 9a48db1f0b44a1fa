import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import * as fields from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { actionPath } from '../task/paths';
import { taskAction } from '../task/record';

export const updateTaskAction = operation({
	displayName: 'Update',
	action: 'Update task action',
	description: 'Change an action of a task. Only the fields you add are changed.',
	source: '4.6',
	parameters: { questId: fields.questId, taskId: fields.taskId, actionId: fields.actionId },
	updateFields: { type: fields.type, config: fields.config },
	effect: 'replace',
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: ({ type, config, ...ids }) => ({
		method: 'PATCH',
		path: actionPath(ids),
		body: { type, config },
	}),
	response: inData(taskAction),
});
