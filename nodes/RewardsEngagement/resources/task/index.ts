import { resource } from '../../declare/resource';
import { createTask } from './create';
import { deleteTask } from './delete';
import { getTask } from './get';
import { getManyTasks } from './getMany';
import { searchTasks } from './searchTasks';
import { updateTask } from './update';

export const task = resource({
	name: 'Task',
	description: 'A step of a quest',
	default: 'getMany',
	operations: {
		create: createTask,
		delete: deleteTask,
		get: getTask,
		getMany: getManyTasks,
		update: updateTask,
	},
	listSearch: { searchTasks },
});
