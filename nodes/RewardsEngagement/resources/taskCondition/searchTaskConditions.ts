import { followingList, partName } from '../task/listSearch';
import { getManyTaskConditions } from './getMany';

/** Lists the conditions of the chosen task. */
export const searchTaskConditions = followingList({
	what: 'conditions',
	operation: getManyTaskConditions,
	follows: ['questId', 'taskId'],
	nameOf: partName,
});
