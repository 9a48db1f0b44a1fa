import type { IDataObject } from 'n8n-workflow';

import { getManyQuests } from '../../resources/quest/getMany';
import { isRecord } from '../../shared/json';
import { shortOf } from '../poller';
import { snapshotPoller, wholeList } from '../snapshot';

/** The fields whose change makes an event. Other fields, such as the number of participants, change all the time. */
const CONTENT = ['name', 'description', 'type', 'status', 'startDate', 'endDate', 'tasks'] as const;

/**
 * A quest is new or has changed. The service gives no times for that, so all listed quests are remembered, shortened.
 */
export const questChanged = snapshotPoller({
	look: async (reading) => await wholeList(reading, getManyQuests, contentOf),
	eventOf: ({ id, record, content, before, after }, { realmId }) => ({
		type: before === undefined ? 'quest.added' : 'quest.changed',
		// If a quest changes back and forth, each change is an event.
		about: ['quest', realmId, id, content, after],
		data: { quest: record },
	}),
});

function contentOf(quest: IDataObject): string {
	return shortOf(unordered(CONTENT.map((name) => quest[name] ?? null)));
}

/** JSON in which neither the order of keys nor that of tasks matters. */
function unordered(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(unordered).sort().join()}]`;
	if (!isRecord(value)) return JSON.stringify(value ?? null);
	const members = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${unordered(part)}`);
	return `{${members.sort().join()}}`;
}
