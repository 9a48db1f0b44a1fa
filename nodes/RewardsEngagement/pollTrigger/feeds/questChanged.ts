import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { getManyQuests } from '../../resources/quest/getMany';
import { isRecord } from '../../shared/json';
import { eventIdOf, shortOf, wholeList, withoutLongGone, type Feed } from '../feed';

interface Position extends IDataObject {
	/** Of each quest, in short, what it was like and how often it has changed. */
	quests: Record<string, [content: string, version: number]>;
	/** When all began: these versions are others than those that were counted before it. */
	began: string;
}

const schema: z.ZodType<Position> = z.object({
	quests: z.record(z.tuple([z.string(), z.number()])),
	began: z.string(),
});

/** What makes a quest another one. What else a service may list, such as how many take part, changes all the time. */
const CONTENT = ['name', 'description', 'type', 'status', 'startDate', 'endDate', 'tasks'] as const;

/** A quest is new, or not as it was. The service says neither when, so all that is listed is remembered in short. */
export const questChanged: Feed<Position> = {
	scope: '',
	schema,
	read: async (position, reading) => {
		const { realmId, now } = reading;
		const records = await wholeList(reading, getManyQuests.request({ realmId, returnAll: true }));
		const seen = records.map(({ id, record }) => ({
			id,
			key: shortOf(id),
			record,
			content: contentOf(record),
		}));
		const present = new Set(seen.map(({ key }) => key));
		const kept = withoutLongGone(position?.quests ?? {}, present);
		const fresh = seen.filter(({ key, content }) => kept[key]?.[0] !== content);
		const taken = position
			? fresh.slice(0, reading.most)
			: reading.latest > 0
				? fresh.slice(-reading.latest)
				: [];
		const known = position ? taken : seen;
		const versionOf = (key: string) => (kept[key]?.[1] ?? -1) + 1;
		const since = position ? [position.began] : [];
		return {
			events: taken.map(({ id, key, record, content }) => {
				const type = key in kept || !position ? 'quest.changed' : 'quest.added';
				return {
					// What is changed back and forth is several events.
					eventId: eventIdOf('quest', realmId, id, content, versionOf(key), ...since),
					type: key in kept ? type : 'quest.added',
					timestamp: now,
					realmId,
					data: { quest: record },
				};
			}),
			position: {
				quests: {
					...kept,
					...Object.fromEntries(
						known.map(({ key, content }) => [key, [content, versionOf(key)] as [string, number]]),
					),
				},
				began: position?.began ?? now,
			},
		};
	},
};

/** The order of keys says nothing. */
function contentOf(quest: IDataObject): string {
	const content = CONTENT.map((name) => quest[name] ?? null);
	const sorted = (_name: string, value: unknown) =>
		isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
	return shortOf(JSON.stringify(content, sorted));
}
