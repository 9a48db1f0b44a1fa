import type { IDataObject } from 'n8n-workflow';

import { getManyQuests } from '../../resources/quest/getMany';
import { isRecord } from '../../shared/json';
import { eventIdOf, seenNow, shortOf, wholeList, type Poller } from '../poller';
import { changesSince, snapshot, withoutLongGone, type Snapshot } from '../snapshot';

/** The fields whose change makes an event. Other fields, such as the number of participants, change all the time. */
const CONTENT = ['name', 'description', 'type', 'status', 'startDate', 'endDate', 'tasks'] as const;

/**
 * A quest is new or has changed. The service gives no times for that, so all listed quests are remembered, shortened.
 */
export const questChanged: Poller<Snapshot> = {
	scope: '',
	schema: snapshot,
	read: async (position, reading) => {
		const { realmId } = reading;
		const quests = await wholeList(reading, getManyQuests.request({ realmId, returnAll: true }));
		const found = changesSince(
			position && withoutLongGone(position, quests),
			quests.map((quest) => ({ ...quest, content: contentOf(quest.record) })),
			reading,
			[],
		);
		return {
			events: found.changes.map(({ id, record, content, wasThere, after }) => {
				// If a quest changes back and forth, each change is an event.
				const eventId = eventIdOf('quest', realmId, id, content, after);
				return seenNow(reading, wasThere ? 'quest.changed' : 'quest.added', eventId, { quest: record });
			}),
			position: found.snapshot,
		};
	},
};

/** The order of keys does not matter. */
function contentOf(quest: IDataObject): string {
	const content = CONTENT.map((name) => quest[name] ?? null);
	const sorted = (_name: string, value: unknown) =>
		isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
	return shortOf(JSON.stringify(content, sorted));
}
