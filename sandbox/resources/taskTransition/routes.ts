import { created, ok, type Routes } from '../../base/call';
import { now } from '../../base/dates';
import { newId } from '../../base/ids';
import { cursorPage } from '../../base/pages';
import type { Realm } from '../../base/state';
import { findById, findTask, tasksOf, type TaskTransition } from '../quest/tasks';

/** @throws {ServiceError} 404 for a task of another quest */
function checkNext(realm: Realm, questId: string, toTaskId: string | null | undefined): void {
	if (typeof toTaskId === 'string') findById(tasksOf(realm, questId), toTaskId, 'task');
}

function findTransition(
	realm: Realm,
	params: { questId: string; taskId: string; transitionId: string },
): TaskTransition {
	return findById(findTask(realm, params).transitions, params.transitionId, 'transition');
}

/** All respond with 404 when quest, task and transition do not belong together. */
export const routes: Routes<'taskTransition'> = {
	/** The transitions that start at the task. */
	getMany: ({ realm, params, query }) => ok(cursorPage(findTask(realm, params).transitions, query)),

	create: ({ realm, params, body: { toTaskId = null, condition = null } }) => {
		const task = findTask(realm, params);
		checkNext(realm, params.questId, toTaskId);
		const transition: TaskTransition = {
			id: newId(),
			fromTaskId: task.id,
			toTaskId,
			condition,
			createdAt: now(),
			updatedAt: now(),
		};
		task.transitions.push(transition);
		return created({ data: transition });
	},

	get: ({ realm, params }) => ok({ data: findTransition(realm, params) }),

	/** Sets the given fields. `null` counts as a value. */
	update: ({ realm, params, body }) => {
		const transition = findTransition(realm, params);
		checkNext(realm, params.questId, body.toTaskId);
		return ok({ data: Object.assign(transition, body, { updatedAt: now() }) });
	},

	delete: ({ realm, params }) => {
		const transition = findTransition(realm, params);
		const task = findTask(realm, params);
		task.transitions = task.transitions.filter((other) => other !== transition);
		return ok({ data: transition });
	},
};
