import { followingList } from '../../run/followingList';
import { partName } from '../task/partName';
import { getManyTaskConditions } from './getMany';

/** Lists the conditions of the chosen task. */
export const searchTaskConditions = followingList({
	what: 'conditions',
	operation: getManyTaskConditions,
	follows: ['questId', 'taskId'],
	nameOf: partName,
});
