import { followingList } from '../../run/followingList';
import { partName } from '../task/partName';
import { getManyTaskConditions } from './getMany';

export const searchTaskConditions = followingList({
	what: 'conditions',
	operation: getManyTaskConditions,
	follows: ['questId', 'taskId'],
	nameOf: partName,
});
