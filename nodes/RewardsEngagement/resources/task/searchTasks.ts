import { shownText } from '../../run/listSearch';
import { getManyTasks } from './getMany';
import { followingList } from '../../run/followingList';

export const searchTasks = followingList({
	what: 'tasks',
	operation: getManyTasks,
	follows: ['questId'],
	nameOf: ({ name }) => shownText(name),
});
