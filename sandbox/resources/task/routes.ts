import { created, ok, type Routes } from '../../base/call';
import { newId } from '../../base/ids';
import { recordPage } from '../../base/pages';
import { findTask, removeTask, shownTask, tasksOf, type Task } from '../quest/tasks';

export const routes: Routes<'task'> = {
	/** 404 for an unknown quest. */
	getMany: ({ realm, params, query }) =>
		ok(recordPage(tasksOf(realm, params.questId), query, (task) => shownTask(realm, task))),

	/** The new task comes last and has no parts. 404 for an unknown quest. */
	create: ({ realm, params: { questId }, body }) => {
		const { name = '', type = 'STANDARD', description = null, config = null } = body;
		const task: Task = {
			id: newId(),
			questId,
			name,
			type,
			description,
			config,
			triggers: [],
			conditions: [],
			actions: [],
			transitions: [],
		};
		tasksOf(realm, questId).push(task);
		return created({ data: shownTask(realm, task) });
	},

	/** 404 when quest and task do not belong together. */
	get: ({ realm, params }) => ok({ data: shownTask(realm, findTask(realm, params)) }),

	/** Sets the given fields. */
	update: ({ realm, params, body: { name, type, description, config } }) => {
		const task = findTask(realm, params);
		Object.assign(task, {
			name: name ?? task.name,
			type: type ?? task.type,
			description: description ?? task.description,
			config: config ?? task.config,
		});
		return ok({ data: shownTask(realm, task) });
	},

	/** Also deletes its parts, and the transitions from and to it. */
	delete: ({ realm, params }) => ok({ data: removeTask(realm, params) }),
};
