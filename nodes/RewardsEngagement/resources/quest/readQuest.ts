import type { Client } from '../../api/client';
import { ServiceProblem } from '../../errors/serviceProblem';
import type { Operation } from '../../run/operation';
import { isRecord } from '../../shared/json';
import { getManyTasks } from '../task/getMany';
import { getManyTaskActions } from '../taskAction/getMany';
import { getManyTaskConditions } from '../taskCondition/getMany';
import { getManyTaskTransitions } from '../taskTransition/getMany';
import { getManyTaskTriggers } from '../taskTrigger/getMany';
import { getQuest } from './get';

/** A record of the service; its `id` is a text. */
export type Found = Record<string, unknown> & { id: string };

/** A task with all its parts; `transitions` are the ways that begin at it. */
export interface WholeTask {
	task: Found;
	triggers: Found[];
	conditions: Found[];
	actions: Found[];
	transitions: Found[];
}

/** A quest with all that is below it, in the order of the service. */
export interface WholeQuest {
	quest: Found;
	tasks: WholeTask[];
}

/**
 * Reads a quest with all that is below it. What the records hold is not asked for again.
 *
 * @throws {ServiceProblem} when the service does not give it, or gives a record without an id
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

/** The records that another one holds; asked for where it does not. */
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
	throw new ServiceProblem({
		message: 'The service described the quest in a way that cannot be copied: a record has no ID',
		description: 'Nothing was made. Copy the quest in the dashboard of the service.',
		outcome: 'notApplied',
		details: client.shown(record),
	});
}
