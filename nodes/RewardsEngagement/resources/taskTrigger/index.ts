import { resource } from '../../declare/resource';
import { createTaskTrigger } from './create';
import { deleteTaskTrigger } from './delete';
import { getTaskTrigger } from './get';
import { getManyTaskTriggers } from './getMany';
import { searchTaskTriggers } from './searchTaskTriggers';
import { updateTaskTrigger } from './update';

export const taskTrigger = resource({
	name: 'Task Trigger',
	description: 'What starts a task',
	default: 'getMany',
	operations: {
		create: createTaskTrigger,
		delete: deleteTaskTrigger,
		get: getTaskTrigger,
		getMany: getManyTaskTriggers,
		update: updateTaskTrigger,
	},
	listSearch: { searchTaskTriggers },
});
