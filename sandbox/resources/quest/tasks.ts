import { now } from '../../base/dates';
import { notFound } from '../../base/errors';
import { newId } from '../../base/ids';
import { find, type Realm, type Schemas, type With } from '../../base/state';

/** The common shape of the triggers, conditions and actions of a task. */
export type TaskPart = Required<Schemas['TaskPart']>;

export type TaskTransition = Required<Schemas['TaskTransition']>;

export type PartKind = 'triggers' | 'conditions' | 'actions';

/** A task with its parts, and the transitions that start at it. */
export type Task = Omit<
	With<Schemas['Task'], 'id' | 'name'>,
	PartKind | 'fromTransitions' | 'toTransitions'
> &
	Record<PartKind, TaskPart[]> & { transitions: TaskTransition[] };

/** A task as in the API. */
export type ShownTask = With<Schemas['Task'], 'id'>;

declare module '../../base/state' {
	interface Realm {
		/** The ordered tasks of a quest, by the id of the quest. */
		tasks: Map<string, Task[]>;
	}
}

interface TaskPlace {
	questId: string;
	taskId: string;
}

/** @throws {ServiceError} 404 when no record has this id */
export function findById<T extends { id: string }>(records: readonly T[], id: string, what: string): T {
	const record = records.find((candidate) => candidate.id === id);
	if (!record) throw notFound(`There is no such ${what}.`);
	return record;
}

export function tasksOf(realm: Realm, questId: string): Task[] {
	return find(realm.tasks, questId, 'quest');
}

/** The task of a path. It must belong to the quest of the path. */
export function findTask(realm: Realm, { questId, taskId }: TaskPlace): Task {
	return findById(tasksOf(realm, questId), taskId, 'task');
}

/** A task as in the API: with the transitions that start or end at it. */
export function shownTask(realm: Realm, { transitions, ...task }: Task): ShownTask {
	const all = tasksOf(realm, task.questId ?? '').flatMap((other) => other.transitions);
	const toTransitions = all.filter(({ toTaskId }) => toTaskId === task.id);
	return { ...task, fromTransitions: transitions, toTransitions };
}

/**
 * Removes a task from its quest, with its parts and all transitions from and to it. Returns the task before the
 * removal.
 */
export function removeTask(realm: Realm, place: TaskPlace): ShownTask {
	const task = findTask(realm, place);
	const shown = shownTask(realm, task);
	const others = tasksOf(realm, place.questId).filter((other) => other !== task);
	for (const other of others) {
		other.transitions = other.transitions.filter(({ toTaskId }) => toTaskId !== task.id);
	}
	realm.tasks.set(place.questId, others);
	for (const { id } of task.conditions) realm.preData.delete(id);
	return shown;
}

/** The part of a path. @throws {ServiceError} 404 when quest, task and part do not belong together */
export function findPart(realm: Realm, place: TaskPlace, kind: PartKind, id: string): TaskPart {
	return findById(findTask(realm, place)[kind], id, kind.slice(0, -1));
}

/** Adds a part to the task of a path. */
export function addPart(
	realm: Realm,
	place: TaskPlace,
	kind: PartKind,
	{ type = '', config }: Schemas['TaskPartRequest'],
): TaskPart {
	const task = findTask(realm, place);
	const part = {
		id: newId(),
		taskId: task.id,
		type,
		config: config ?? null,
		createdAt: now(),
		updatedAt: now(),
	};
	task[kind].push(part);
	return part;
}

/** Sets the given fields. */
export function updatePart(part: TaskPart, { type, config }: Schemas['TaskPartUpdate']): TaskPart {
	const fields = { type: type ?? part.type, config: config ?? part.config };
	return Object.assign(part, fields, { updatedAt: now() });
}

/** Removes a part from its task. */
export function removePart(realm: Realm, place: TaskPlace, kind: PartKind, id: string): TaskPart {
	const part = findPart(realm, place, kind, id);
	const task = findTask(realm, place);
	task[kind] = task[kind].filter((other) => other !== part);
	return part;
}
