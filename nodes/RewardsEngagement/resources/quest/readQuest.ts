import type { Client } from '../../api/client';
import type { Operation } from '../../declare/operation';
import { Problem } from '../../errors';
import { isRecord } from '../../shared/json';
import { getManyTasks } from '../task/getMany';
import { getManyTaskActions } from '../taskAction/getMany';
import { getManyTaskConditions } from '../taskCondition/getMany';
import { getManyTaskTransitions } from '../taskTransition/getMany';
import { getManyTaskTriggers } from '../taskTrigger/getMany';
import { getQuest } from './get';

/** A record of the service with a text as `id`. */
export type Found = Record<string, unknown> & { id: string };

/** A task with all its parts. `transitions` are those that start at it. */
export interface WholeTask {
	task: Found;
	triggers: Found[];
	conditions: Found[];
	actions: Found[];
	transitions: Found[];
}

/** A quest with everything below it, in the order of the service. */
export interface WholeQuest {
	quest: Found;
	tasks: WholeTask[];
}

/**
 * Reads a quest with everything below it. Records that are in another record are not requested again.
 *
 * @throws {Problem} when the service does not return it, or returns a record without an ID
 */
export async function readQuest(
	client: Client,
	place: { realmId: string; questId: string },
): Promise<WholeQuest> {
	const { body } = await client.send(getQuest.request(place));
	const quest = withId(client, isRecord(body) && isRecord(body.data) ? body.data : body);
	const tasks: WholeTask[] = [];
	for (const task of await held(client, quest.tasks, getManyTasks, place)) {
		const below = { ...place, taskId: task.id };
		tasks.push({
			task,
			triggers: await held(client, task.triggers, getManyTaskTriggers, below),
			conditions: await held(client, task.conditions, getManyTaskConditions, below),
			actions: await held(client, task.actions, getManyTaskActions, below),
			transitions: (await held(client, task.fromTransitions, getManyTaskTransitions, below)).filter(
				({ fromTaskId }) => fromTaskId === undefined || fromTaskId === task.id,
			),
		});
	}
	return { quest, tasks };
}

/** The records in another one, or a request for them if they are not there. */
async function held(
	client: Client,
	records: unknown,
	list: Operation,
	place: Record<string, unknown>,
): Promise<Found[]> {
	const each = (record: unknown) => withId(client, record);
	if (Array.isArray(records)) return records.map(each);
	const pages: Found[][] = [];
	for await (const body of client.pages(list.request({ ...place, returnAll: true }))) {
		const page: unknown = isRecord(body) ? body.data : body;
		pages.push((Array.isArray(page) ? (page as unknown[]) : [page]).map(each));
	}
	return pages.flat();
}

function withId(client: Client, record: unknown): Found {
	if (isRecord(record) && typeof record.id === 'string' && record.id !== '') return record as Found;
	throw new Problem({
		message: 'The quest cannot be copied: the service returned a record without an ID',
		advice: 'Nothing was created. Copy the quest in the dashboard of the service.',
		outcome: 'notApplied',
		answer: client.shown(record),
	});
}
