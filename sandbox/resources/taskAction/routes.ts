import { created, ok, type Routes } from '../../base/call';
import { cursorPage } from '../../base/pages';
import { addPart, findPart, findTask, removePart, updatePart } from '../quest/tasks';

/** All respond with 404 when quest, task and action do not belong together. */
export const routes: Routes<'taskAction'> = {
	getMany: ({ realm, params, query }) => ok(cursorPage(findTask(realm, params).actions, query)),

	create: ({ realm, params, body }) => created({ data: addPart(realm, params, 'actions', body) }),

	get: ({ realm, params }) => ok({ data: findPart(realm, params, 'actions', params.actionId) }),

	/** Sets the given fields. */
	update: ({ realm, params, body }) =>
		ok({ data: updatePart(findPart(realm, params, 'actions', params.actionId), body) }),

	delete: ({ realm, params }) => ok({ data: removePart(realm, params, 'actions', params.actionId) }),
};
