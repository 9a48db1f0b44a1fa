import { shownText } from '../../run/listSearch';
import { getManyTasks } from './getMany';
import { recordSearch } from '../../run/recordSearch';

export const searchTasks = recordSearch({
	what: 'tasks',
	operation: getManyTasks,
	follows: ['questId'],
	nameOf: ({ name }) => shownText(name),
});
