import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { newPart } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { conditionsPath } from '../task/paths';
import { taskCondition } from '../task/record';

export const createTaskCondition = operation({
	displayName: 'Create',
	action: 'Create task condition',
	description: 'Add a condition to a task',
	source: '4.13',
	certainty: 'inferred',
	parameters: newPart,
	effect: 'once',
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: ({ type, config, ...ids }) => ({
		method: 'POST',
		path: conditionsPath(ids),
		body: { type, config },
	}),
	response: inData(taskCondition),
});
