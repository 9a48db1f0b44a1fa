import { ok, type Routes } from '../../base/call';
import { findById, findTask, updatePart } from '../task/records';

export const routes: Routes<'taskAction'> = {
	/** API document, section 4.6: sets the fields given. 404 when quest, task and action do not belong together. */
	update: ({ realm, params, body }) => {
		const action = findById(findTask(realm, params).actions, params.actionId, 'action');
		return ok({ data: updatePart(action, body) });
	},
};
