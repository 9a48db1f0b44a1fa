import { followingList, partName } from '../task/listSearch';
import { getManyTaskActions } from './getMany';

/** Lists the actions of the chosen task. */
export const searchTaskActions = followingList({
	what: 'actions',
	operation: getManyTaskActions,
	follows: ['questId', 'taskId'],
	nameOf: partName,
});
