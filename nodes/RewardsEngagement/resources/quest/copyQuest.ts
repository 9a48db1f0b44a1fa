import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../api/client';
import { deniesRemoval } from '../../api/outcome';
import type { Operation } from '../../declare/operation';
import { toJsonItems } from '../../declare/response';
import { Problem, toProblem, UNSENT } from '../../errors';
import { isRecord } from '../../shared/json';
import { task } from '../task';
import { taskAction } from '../taskAction';
import { taskCondition } from '../taskCondition';
import { taskTransition } from '../taskTransition';
import { taskTrigger } from '../taskTrigger';
import { createQuest } from './create';
import { deleteQuest } from './delete';
import { getQuest } from './get';

/** The kinds of records below a quest. The record above may have them in `field`. */
const KINDS = {
	tasks: { ...task.operations, field: 'tasks', idField: 'taskId' },
	triggers: { ...taskTrigger.operations, field: 'triggers', idField: 'triggerId' },
	conditions: { ...taskCondition.operations, field: 'conditions', idField: 'conditionId' },
	actions: { ...taskAction.operations, field: 'actions', idField: 'actionId' },
	transitions: { ...taskTransition.operations, field: 'fromTransitions', idField: 'transitionId' },
};

/** The fields that a copy has unchanged. */
const SAME = ['name', 'type', 'description'];
/** The fields that may refer to other records of the quest. A copy refers to their copies. */
const REFERRING = ['config', 'toTaskId', 'condition'];

type Kind = keyof typeof KINDS;
const IN_ORDER = Object.keys(KINDS) as Kind[];

type Found = IDataObject & { id: string };

/** A record below a quest. `task` is the task that it belongs to. A task belongs to itself. */
interface Part {
	kind: Kind;
	record: Found;
	task: Found;
}

interface WholeQuest {
	id: string;
	/** The fields of the new quest. */
	content: IDataObject;
	/** In the order in which to create them: the tasks, what each of them has, and what leads from one to the next. */
	parts: Part[];
}

/**
 * Reads a quest with everything below it. Records that are in another record are not requested again.
 *
 * @throws {Problem} when the service does not return it, or returns a record without an ID
 */
export async function readQuest(
	client: Client,
	values: { realmId: string; questId: string; name: string; description?: string; type?: string },
): Promise<WholeQuest> {
	const withId = (record: unknown): Found => {
		if (isRecord(record) && typeof record.id === 'string' && record.id !== '') return record as Found;
		throw new Problem({
			message: 'The quest cannot be copied: the service returned a record without an ID',
			advice: 'Nothing was created. Copy the quest in the dashboard of the service.',
			outcome: 'notApplied',
			answer: client.shown(record),
		});
	};
	const recordsOf = async (kind: Kind, above: Found, taskId?: string): Promise<Found[]> => {
		const { getMany, field } = KINDS[kind];
		if (Array.isArray(above[field])) return (above[field] as unknown[]).map(withId);
		const records: IDataObject[] = [];
		for await (const body of client.pages(getMany.request({ ...values, taskId, returnAll: true })))
			records.push(...toJsonItems(getMany.response, body, {}));
		return records.map(withId);
	};
	const { body } = await client.send(getQuest.request(values));
	const quest = withId(toJsonItems(getQuest.response, body, {})[0]);
	const { name, description = quest.description, type = quest.type } = values;
	const tasks = await recordsOf('tasks', quest);
	const parts = tasks.map((task): Part => ({ kind: 'tasks', record: task, task }));
	for (const task of tasks) {
		for (const kind of IN_ORDER.slice(1)) {
			const records = await recordsOf(kind, task, task.id);
			// The transitions may include those that end at the task.
			const own = records.filter(({ fromTaskId = task.id }) => fromTaskId === task.id);
			parts.push(...own.map((record) => ({ kind, record, task })));
		}
	}
	const leads = ({ kind }: Part) => Number(kind === 'transitions');
	parts.sort((one, other) => leads(one) - leads(other));
	return { id: quest.id, content: contentOf({ name, description, type }), parts };
}

/**
 * Creates a quest with copies of all parts. At the end it corrects settings that refer to records created later. It
 * sends one request at a time.
 *
 * @param removes whether to remove the copy if it stops before the end
 * @returns the new ID of each record by its old one
 * @throws {Problem} that says what exists
 */
export async function copyQuest(
	client: Client,
	realmId: string,
	{ id: sourceId, content, parts }: WholeQuest,
	removes: boolean,
): Promise<Map<string, string>> {
	const ids = new Map<string, string>();
	const create = async (operation: Operation, originalId: string, fields: object): Promise<string> => {
		const { body } = await client.send(operation.request({ realmId, ...fields }));
		const [{ id } = {}] = toJsonItems(operation.response, body, {});
		if (typeof id !== 'string' || id === '') {
			throw new Problem({
				message: 'The service created a part of the copy but did not return its ID',
				advice: 'Check the quest in the service before you run it again.',
				outcome: 'unknown',
				answer: client.shown(body),
			});
		}
		ids.set(originalId, id);
		return id;
	};
	const questId = await create(createQuest, sourceId, content);
	const made: Array<Part & { place: object; sent: IDataObject }> = [];
	try {
		for (const part of parts) {
			const { kind, record, task } = part;
			const above = kind === 'tasks' ? { questId } : { questId, taskId: ids.get(task.id) };
			const sent = contentOf(record, createRenewal(ids));
			const id = await create(KINDS[kind].create, record.id, { ...above, ...sent });
			made.push({ ...part, sent, place: { realmId, ...above, [KINDS[kind].idField]: id } });
		}
		const renew = createRenewal(ids);
		for (const { kind, record, place, sent } of made) {
			const right = contentOf(record, renew);
			const late = REFERRING.filter((name) => JSON.stringify(right[name]) !== JSON.stringify(sent[name]));
			const fields = Object.fromEntries(late.map((name) => [name, right[name]]));
			if (late.length > 0) await client.send(KINDS[kind].update.request({ ...place, ...fields }));
		}
		return ids;
	} catch (thrown) {
		const removal = removes && client.send(deleteQuest.request({ realmId, questId }));
		const isRemoved = removal && (await removal.then(({ body }) => !deniesRemoval(body)).catch(() => false));
		const counts = countsOf(made);
		const all = countsOf(parts);
		const exists = IN_ORDER.map((kind) => `${counts[kind]} of ${all[kind]} ${kind}`).join(', ');
		const advice = isRemoved
			? 'The new quest was removed with all its parts. Correct the cause, then run it again.'
			: `The new quest ${questId} exists with ${exists}. ${removes ? 'It could not be removed. ' : ''}Remove it with "Quest: Delete" before you run it again, or complete it by hand.`;
		const { message, status, answer = null } = toProblem(thrown, UNSENT).told;
		const stopped = new Problem({
			message: `The copy of the quest stopped in the middle: ${message}`,
			advice,
			outcome: isRemoved ? 'notApplied' : 'unknown',
			status,
			answer: { questId, removed: isRemoved, made: counts, answer },
		});
		throw stopped;
	}
}

export function countsOf(parts: readonly Part[]): Record<Kind, number> {
	const counts = { tasks: 0, triggers: 0, conditions: 0, actions: 0, transitions: 0 };
	for (const { kind } of parts) counts[kind]++;
	return counts;
}

/** The content of the copy, with the parts of each task inside it. */
export function planOf({ content, parts }: WholeQuest): IDataObject {
	const tasks = parts.filter(({ kind }) => kind === 'tasks');
	const contents = tasks.map(({ task }) => {
		const own = (wanted: Kind) => parts.filter((part) => part.task === task && part.kind === wanted);
		const contentsOf = (kind: Kind) => own(kind).map(({ record }) => contentOf(record));
		const below = IN_ORDER.slice(1).map((kind): [Kind, IDataObject[]] => [kind, contentsOf(kind)]);
		return { ...contentOf(task), ...Object.fromEntries(below) };
	});
	return { quest: content, ...countsOf(parts), content: contents };
}

/** The fields of a record that its copy gets. */
function contentOf(record: IDataObject, renew: Renewal = (value) => value): IDataObject {
	const same = SAME.map((name) => [name, record[name]]);
	const referring = REFERRING.map((name) => [name, renew(record[name], name)]);
	const isGiven = ([name, value]: unknown[]) =>
		value !== undefined && (value !== null || name === 'toTaskId');
	return Object.fromEntries([...same, ...referring].filter(isGiven)) as IDataObject;
}

/** A field of settings for an ID, such as `taskId` or `taskIds`. */
const NAMES_ID = /ids?$/i;
/** A field of settings for people. An ID in it is only a text. */
const FREE_TEXT = /^(name|title|label|description|text|message)$/i;

/** Copies the value of a field of settings. */
type Renewal = (value: unknown, field: string) => unknown;

/**
 * Returns a function that copies settings with the IDs of the copies, also in addresses and in the names of fields. A
 * short ID could be any word or number. It is replaced only as the whole value of a field for IDs, and so is each ID
 * below a field for people.
 */
function createRenewal(ids: ReadonlyMap<string, string>): Renewal {
	const distinct = [...ids.keys()].filter(({ length }) => length >= 12);
	const escaped = distinct.map((id) => id.replace(/\W/g, '\\$&'));
	// In this order, the longer one of two IDs with the same beginning counts.
	const pattern = new RegExp(`(?<![^\\W_])(${escaped.sort().reverse().join('|')})(?![^\\W_])`, 'g');
	const inText = (text: string) => text.replace(pattern, (id) => ids.get(id) ?? id);
	const renew = (value: unknown, field: string, isBelowText = false): unknown => {
		const isForPeople = isBelowText || FREE_TEXT.test(field);
		if (typeof value === 'string') {
			if (NAMES_ID.test(field) && ids.has(value)) return ids.get(value);
			return isForPeople ? value : inText(value);
		}
		if (Array.isArray(value)) return value.map((part) => renew(part, field, isForPeople));
		if (!isRecord(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, part]) => [inText(name), renew(part, name, isForPeople)]),
		);
	};
	return renew;
}
