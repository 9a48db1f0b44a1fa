import { followingList } from '../../run/followingList';
import { partName } from '../task/partName';
import { getManyTaskActions } from './getMany';

export const searchTaskActions = followingList({
	what: 'actions',
	operation: getManyTaskActions,
	follows: ['questId', 'taskId'],
	nameOf: partName,
});
