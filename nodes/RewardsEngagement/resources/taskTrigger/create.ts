import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { newPart } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { triggersPath } from '../task/paths';
import { taskTrigger } from '../task/record';

export const createTaskTrigger = operation({
	displayName: 'Create',
	action: 'Create task trigger',
	description: 'Add a trigger to a task. It makes the service check the task.',
	source: 'extended 8.5',
	certainty: 'inferred',
	parameters: newPart,
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
