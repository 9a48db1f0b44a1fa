import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { questId, taskId, transitionId } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { transitionPath } from '../task/paths';
import { taskTransition } from '../task/record';
import * as fields from './fields';

export const updateTaskTransition = operation({
	displayName: 'Update',
	action: 'Update task transition',
	description: 'Change the next task or the condition. Only the fields you add are changed.',
	source: 'extended 8.5',
	certainty: 'inferred',
	parameters: { questId, taskId, transitionId },
	updateFields: { toTaskId: fields.newToTaskId, condition: fields.condition },
	effect: 'replace',
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: ({ toTaskId, condition, ...ids }) => ({
		method: 'PATCH',
		path: transitionPath(ids),
		body: { toTaskId, condition },
	}),
	response: inData(taskTransition),
});
