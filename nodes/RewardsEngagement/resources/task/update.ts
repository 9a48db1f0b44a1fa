import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import * as fields from './fields';
import { NO_SUCH_PART } from './notOffered';
import { taskPath } from './paths';
import { task } from './record';

export const updateTask = operation({
	displayName: 'Update',
	action: 'Update task',
	description: 'Change a task. Only the fields you add are changed.',
	source: 'extended 8.4',
	certainty: 'inferred',
	parameters: { questId: fields.questId, taskId: fields.taskId },
	updateFields: {
		name: fields.name,
		type: fields.type,
		description: fields.description,
		config: fields.config,
	},
	effect: 'replace',
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: ({ realmId, questId, taskId, ...body }) => ({
		method: 'PATCH',
		path: taskPath({ realmId, questId, taskId }),
		body,
	}),
	response: inData(task),
});
