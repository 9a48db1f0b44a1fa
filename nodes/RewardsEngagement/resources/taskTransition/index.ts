import { resource } from '../../declare/resource';
import { createTaskTransition } from './create';
import { deleteTaskTransition } from './delete';
import { getTaskTransition } from './get';
import { getManyTaskTransitions } from './getMany';
import { searchTaskTransitions } from './searchTaskTransitions';
import { updateTaskTransition } from './update';

export const taskTransition = resource({
	name: 'Task Transition',
	description: 'The task that follows another one',
	default: 'getMany',
	operations: {
		create: createTaskTransition,
		delete: deleteTaskTransition,
		get: getTaskTransition,
		getMany: getManyTaskTransitions,
		update: updateTaskTransition,
	},
	listSearch: { searchTaskTransitions },
});
