import { created, ok, type Routes } from '../../base/call';
import { cursorPage } from '../../base/pages';
import { addPart, findPart, findTask, removePart, updatePart } from '../quest/tasks';

/** All respond with 404 when quest, task and trigger do not belong together. */
export const routes: Routes<'taskTrigger'> = {
	getMany: ({ realm, params, query }) => ok(cursorPage(findTask(realm, params).triggers, query)),

	create: ({ realm, params, body }) => created({ data: addPart(realm, params, 'triggers', body) }),

	get: ({ realm, params }) => ok({ data: findPart(realm, params, 'triggers', params.triggerId) }),

	/** Sets the given fields. */
	update: ({ realm, params, body }) =>
		ok({ data: updatePart(findPart(realm, params, 'triggers', params.triggerId), body) }),

	delete: ({ realm, params }) => ok({ data: removePart(realm, params, 'triggers', params.triggerId) }),
};
