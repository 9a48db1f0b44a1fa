import { resource } from '../../run/resource';
import { updateTaskAction } from './update';

export const taskAction = resource({
	name: 'Task Action',
	default: 'update',
	operations: {
		update: updateTaskAction,
	},
});
