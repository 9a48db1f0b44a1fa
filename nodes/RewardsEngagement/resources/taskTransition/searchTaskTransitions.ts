import { recordSearch } from '../../declare/listSearch';
import { getManyTaskTransitions } from './getMany';

/** Lists the transitions of the chosen task, each named by its next task. */
export const searchTaskTransitions = recordSearch({
	what: 'transitions',
	operation: getManyTaskTransitions,
	follows: ['questId', 'taskId'],
	nameOf: ({ toTaskId, id }) =>
		`${typeof toTaskId === 'string' ? `To task ${toTaskId}` : 'To no further task'} (${String(id)})`,
});
