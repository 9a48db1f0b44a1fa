import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { optional } from '../../fields/field';
import { questId, task } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { transitionsPath } from '../task/paths';
import { taskTransition } from '../task/record';
import * as fields from './fields';

export const createTaskTransition = operation({
	displayName: 'Create',
	action: 'Create task transition',
	description: 'Add a transition to a task: which task comes after it',
	source: 'extended 8.5',
	certainty: 'inferred',
	parameters: {
		questId,
		taskId: task('Task', { description: 'The task where the transition starts' }),
		toTaskId: fields.toTaskId,
		condition: optional(fields.condition),
	},
	effect: 'once',
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: ({ toTaskId, condition, ...ids }) => ({
		method: 'POST',
		path: transitionsPath(ids),
		body: { toTaskId, condition },
	}),
	response: inData(taskTransition),
});
