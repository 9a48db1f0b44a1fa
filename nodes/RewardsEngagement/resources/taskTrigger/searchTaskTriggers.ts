import { followingList, partName } from '../task/listSearch';
import { getManyTaskTriggers } from './getMany';

/** Lists the triggers of the chosen task. */
export const searchTaskTriggers = followingList({
	what: 'triggers',
	operation: getManyTaskTriggers,
	follows: ['questId', 'taskId'],
	nameOf: partName,
});
