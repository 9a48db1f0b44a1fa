import { now } from '../../base/dates';
import { notFound } from '../../base/errors';
import { find, type Realm, type Schemas, type With } from '../../base/state';

/** The shape shared by the triggers, conditions and actions of a task. */
export type TaskPart = Schemas['TaskPart'];

export type TaskTransition = Required<Schemas['TaskTransition']>;

export type Task = With<Schemas['Task'], 'id' | 'triggers' | 'conditions' | 'actions'>;

declare module '../../base/state' {
	interface Realm {
		/** The tasks of a quest, by the id of the quest. */
		tasks: Map<string, Task[]>;
	}
}

/** @throws {ServiceError} 404 when there is no record of that id */
export function findById<T extends { id: string }>(records: readonly T[], id: string, what: string): T {
	const record = records.find((candidate) => candidate.id === id);
	if (!record) throw notFound(`There is no such ${what}.`);
	return record;
}

/** The task of a path; its quest must be the quest of the path. */
export function findTask(realm: Realm, { questId, taskId }: { questId: string; taskId: string }): Task {
	return findById(find(realm.tasks, questId, 'quest'), taskId, 'task');
}

/** Sets the fields given. */
export function updatePart(part: TaskPart, { type, config }: Schemas['TaskPartUpdate']): TaskPart {
	const fields = { type: type ?? part.type, config: config ?? part.config };
	return Object.assign(part, fields, { updatedAt: now() });
}
