import { now } from '../../base/dates';
import { notFound } from '../../base/errors';
import { newId } from '../../base/ids';
import { find, type Realm, type Schemas, type With } from '../../base/state';

/** The shape shared by the triggers, conditions and actions of a task. */
export type TaskPart = Required<Schemas['TaskPart']>;

export type TaskTransition = Required<Schemas['TaskTransition']>;

export type PartKind = 'triggers' | 'conditions' | 'actions';

/** A task with its parts, and the transitions that begin at it. */
export type Task = Omit<
	With<Schemas['Task'], 'id' | 'name'>,
	PartKind | 'fromTransitions' | 'toTransitions'
> &
	Record<PartKind, TaskPart[]> & { transitions: TaskTransition[] };

/** A task as the API shows it. */
export type ShownTask = With<Schemas['Task'], 'id'>;

declare module '../../base/state' {
	interface Realm {
		/** The tasks of a quest in their order, by the id of the quest. */
		tasks: Map<string, Task[]>;
	}
}

interface TaskPlace {
	questId: string;
	taskId: string;
}

/** @throws {ServiceError} 404 when there is no record of that id */
export function findById<T extends { id: string }>(records: readonly T[], id: string, what: string): T {
	const record = records.find((candidate) => candidate.id === id);
	if (!record) throw notFound(`There is no such ${what}.`);
	return record;
}

/** The tasks of a quest. */
export function tasksOf(realm: Realm, questId: string): Task[] {
	return find(realm.tasks, questId, 'quest');
}

/** The task of a path; its quest must be the quest of the path. */
export function findTask(realm: Realm, { questId, taskId }: TaskPlace): Task {
	return findById(tasksOf(realm, questId), taskId, 'task');
}

/** A task as the API shows it: with the transitions that begin at it, and those that lead to it. */
export function shownTask(realm: Realm, { transitions, ...task }: Task): ShownTask {
	const all = tasksOf(realm, task.questId ?? '').flatMap((other) => other.transitions);
	const toTransitions = all.filter(({ toTaskId }) => toTaskId === task.id);
	return { ...task, fromTransitions: transitions, toTransitions };
}

/** Takes a task out of its quest, with its parts and the transitions from and to it. Gives it as it was. */
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

/** Sets the fields given. */
export function updatePart(part: TaskPart, { type, config }: Schemas['TaskPartUpdate']): TaskPart {
	const fields = { type: type ?? part.type, config: config ?? part.config };
	return Object.assign(part, fields, { updatedAt: now() });
}

/** Takes a part out of its task. */
export function removePart(realm: Realm, place: TaskPlace, kind: PartKind, id: string): TaskPart {
	const part = findPart(realm, place, kind, id);
	const task = findTask(realm, place);
	task[kind] = task[kind].filter((other) => other !== part);
	return part;
}
