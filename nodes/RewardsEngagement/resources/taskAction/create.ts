import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { newPart } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { actionsPath } from '../task/paths';
import { taskAction } from '../task/record';

export const createTaskAction = operation({
	displayName: 'Create',
	action: 'Create task action',
	description: 'Add an action to a task. It runs when the task is completed.',
	source: 'extended 8.5',
	certainty: 'inferred',
	parameters: newPart,
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
