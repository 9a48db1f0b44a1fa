import { resource } from '../../declare/resource';
import { createQuest } from './create';
import { deleteQuest } from './delete';
import { duplicateQuest } from './duplicate';
import { getQuest } from './get';
import { getManyQuests } from './getMany';
import { getManyQuestsForMember } from './getManyForMember';
import { searchQuests } from './searchQuests';
import { searchTypes } from './searchTypes';
import { updateQuest } from './update';

export const quest = resource({
	name: 'Quest',
	description: 'A challenge that members complete for rewards',
	default: 'getMany',
	operations: {
		create: createQuest,
		delete: deleteQuest,
		duplicate: duplicateQuest,
		get: getQuest,
		getMany: getManyQuests,
		getManyForMember: getManyQuestsForMember,
		update: updateQuest,
	},
	listSearch: { searchQuests, searchTypes },
});
