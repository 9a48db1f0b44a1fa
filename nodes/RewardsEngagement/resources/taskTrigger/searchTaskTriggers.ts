import { followingList } from '../../run/followingList';
import { partName } from '../task/partName';
import { getManyTaskTriggers } from './getMany';

export const searchTaskTriggers = followingList({
	what: 'triggers',
	operation: getManyTaskTriggers,
	follows: ['questId', 'taskId'],
	nameOf: partName,
});
