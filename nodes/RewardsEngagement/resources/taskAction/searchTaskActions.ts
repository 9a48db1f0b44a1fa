import { followingList } from '../../run/followingList';
import { partName } from '../task/partName';
import { getManyTaskActions } from './getMany';

/** Lists the actions of the chosen task. */
export const searchTaskActions = followingList({
	what: 'actions',
	operation: getManyTaskActions,
	follows: ['questId', 'taskId'],
	nameOf: partName,
});
