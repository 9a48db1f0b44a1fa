import { path } from '../../api/path';
import { actionId, config, partType, questId, taskId } from '../task/fields';
import { taskAction } from '../task/record';
import { operation } from '../../run/operation';
import { inData } from '../../run/response';

export const updateTaskAction = operation({
	displayName: 'Update',
	action: 'Update a task action',
	description:
		'Change what a task of a quest does when it is completed. Only the fields you add are changed.',
	source: '4.6',
	parameters: { questId, taskId, actionId },
	updateFields: { type: partType, config },
	effect: 'replace',
	permission: 'quests:write',
	request: ({ realmId, questId: quest, taskId: task, actionId: action, ...body }) => ({
		method: 'PATCH',
		path: path`/api/v1/realms/${realmId}/quests/${quest}/tasks/${task}/actions/${action}`,
		body,
	}),
	response: inData(taskAction),
});
