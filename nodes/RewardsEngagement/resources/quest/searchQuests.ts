import { shownText } from '../../run/listSearch';
import { followingList } from '../../run/followingList';
import { getManyQuests } from './getMany';

export const searchQuests = followingList({
	what: 'quests',
	operation: getManyQuests,
	follows: [],
	nameOf: ({ name, type }) =>
		[shownText(name), shownText(type) && `(${shownText(type)})`].filter(Boolean).join(' '),
});
