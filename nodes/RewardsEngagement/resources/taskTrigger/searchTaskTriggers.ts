import { followingList } from '../../run/followingList';
import { partName } from '../task/partName';
import { getManyTaskTriggers } from './getMany';

/** Lists the triggers of the chosen task. */
export const searchTaskTriggers = followingList({
	what: 'triggers',
	operation: getManyTaskTriggers,
	follows: ['questId', 'taskId'],
	nameOf: partName,
});
