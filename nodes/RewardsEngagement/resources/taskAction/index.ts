import { resource } from '../../declare/resource';
import { createTaskAction } from './create';
import { deleteTaskAction } from './delete';
import { getTaskAction } from './get';
import { getManyTaskActions } from './getMany';
import { searchTaskActions } from './searchTaskActions';
import { updateTaskAction } from './update';

export const taskAction = resource({
	name: 'Task Action',
	description: 'What happens when a task is completed',
	default: 'getMany',
	operations: {
		create: createTaskAction,
		delete: deleteTaskAction,
		get: getTaskAction,
		getMany: getManyTaskActions,
		update: updateTaskAction,
	},
	listSearch: { searchTaskActions },
});
