import { recordSearch, shownText } from '../../declare/listSearch';
import { getManyQuests } from './getMany';

export const searchQuests = recordSearch({
	what: 'quests',
	operation: getManyQuests,
	nameOf: ({ name, type }) =>
		[shownText(name), shownText(type) && `(${shownText(type)})`].filter(Boolean).join(' '),
});
