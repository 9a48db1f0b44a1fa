import { recordSearch, shownText } from '../../declare/listSearch';
import { getManyTasks } from './getMany';

export const searchTasks = recordSearch({
	what: 'tasks',
	operation: getManyTasks,
	follows: ['questId'],
	nameOf: ({ name }) => shownText(name),
});
