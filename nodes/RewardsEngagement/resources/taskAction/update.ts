import { path } from '../../api/path';
import * as fields from '../task/fields';
import { taskAction } from '../task/record';
import { operation } from '../../run/operation';
import { inData } from '../../run/response';

export const updateTaskAction = operation({
	displayName: 'Update',
	action: 'Update a task action',
	description:
		'Change what a task of a quest does when it is completed. Only the fields you add are changed.',
	source: '4.6',
	parameters: { questId: fields.questId, taskId: fields.taskId, actionId: fields.actionId },
	updateFields: { type: fields.partType, config: fields.config },
	effect: 'replace',
	permission: 'quests:write',
	request: ({ realmId, questId, taskId, actionId, ...body }) => ({
		method: 'PATCH',
		path: path`/api/v1/realms/${realmId}/quests/${questId}/tasks/${taskId}/actions/${actionId}`,
		body,
	}),
	response: inData(taskAction),
});
