import { z } from 'zod';

import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { flag } from '../../fields/text';
import { record } from '../../shared/record';
import * as fields from '../task/fields';
import { questsPath } from '../task/paths';
import { copyQuest, countsOf, planOf, readQuest } from './copyQuest';

/** The result of copying a quest. `id` is the new one. `ids` has the new ID of each record by its old one. */
const questCopy = record({
	id: z.string(),
	name: z.string(),
	sourceQuestId: z.string(),
	tasks: z.number(),
	triggers: z.number(),
	conditions: z.number(),
	actions: z.number(),
	transitions: z.number(),
	ids: z.record(z.string()),
});

/** Made from other operations: it reads the quest, and creates the copy part by part. */
export const duplicateQuest = operation({
	displayName: 'Duplicate',
	action: 'Duplicate quest',
	description: 'Copy a quest with its tasks and their parts, without pre-data of conditions',
	source: 'extended 8.4, 8.5',
	certainty: 'inferred',
	parameters: {
		questId: fields.ownQuestId,
		name: { ...fields.requiredName, property: { ...fields.name.property, displayName: 'New Name' } },
	},
	additionalFields: {
		description: fields.description,
		type: fields.type,
		removeIncomplete: flag('Remove Incomplete Copy', {
			description:
				'Whether to remove the new quest if the copy stops in the middle. If off, the message says what exists.',
		}),
	},
	effect: 'once',
	annotations: ['description'],
	endpoint: 'quest.create',
	permission: 'quests:write',
	request: ({ realmId, questId, name, description, type }) => ({
		method: 'POST',
		path: questsPath({ realmId }),
		body: { name, description, type },
		copies: questId,
	}),
	preview: async ({ client, values }) => ({ wouldMake: planOf(await readQuest(client, values)) }),
	perform: async ({ client, values }) => {
		const { realmId, name, questId: sourceQuestId, removeIncomplete = false } = values;
		const whole = await readQuest(client, values);
		const ids = await copyQuest(client, realmId, whole, removeIncomplete);
		const json = { id: ids.get(whole.id), name, sourceQuestId, ...countsOf(whole.parts) };
		return [{ json: { ...json, ids: Object.fromEntries(ids) } }];
	},
	response: bare(questCopy),
});
