import { resource } from '../../declare/resource';
import { createTaskCondition } from './create';
import { createConditionPreData } from './createPreData';
import { deleteTaskCondition } from './delete';
import { getTaskCondition } from './get';
import { getManyTaskConditions } from './getMany';
import { searchConditionPreData } from './searchPreData';
import { searchTaskConditions } from './searchTaskConditions';
import { updateTaskCondition } from './update';

export const taskCondition = resource({
	name: 'Task Condition',
	description: 'What must be true for a task to count',
	default: 'getMany',
	operations: {
		create: createTaskCondition,
		createPreData: createConditionPreData,
		delete: deleteTaskCondition,
		get: getTaskCondition,
		getMany: getManyTaskConditions,
		searchPreData: searchConditionPreData,
		update: updateTaskCondition,
	},
	listSearch: { searchTaskConditions },
});
