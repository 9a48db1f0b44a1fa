import { created, ok, type Routes } from '../../base/call';
import { now } from '../../base/dates';
import { newId } from '../../base/ids';
import { cursorPage } from '../../base/pages';
import { addPart, findPart, findTask, removePart, updatePart } from '../quest/tasks';
import type { PreData } from './records';

/** All respond with 404 when quest, task and condition do not belong together. */
export const routes: Routes<'taskCondition'> = {
	/** API document, section 4.13, inferred. */
	getMany: ({ realm, params, query }) => ok(cursorPage(findTask(realm, params).conditions, query)),

	/** API document, section 4.13, inferred. */
	create: ({ realm, params, body }) => created({ data: addPart(realm, params, 'conditions', body) }),

	/** API document, section 4.13, inferred. */
	get: ({ realm, params }) => ok({ data: findPart(realm, params, 'conditions', params.conditionId) }),

	/** API document, section 4.13, inferred: sets the given fields. */
	update: ({ realm, params, body }) =>
		ok({ data: updatePart(findPart(realm, params, 'conditions', params.conditionId), body) }),

	/** API document, section 4.13, inferred: also deletes its prepared data. */
	delete: ({ realm, params }) => {
		const data = removePart(realm, params, 'conditions', params.conditionId);
		realm.preData.delete(params.conditionId);
		return ok({ data });
	},

	/** API document, section 4.13, partly stated: stores the body unchanged. */
	createPreData: ({ realm, params, body }) => {
		const { id: conditionId } = findPart(realm, params, 'conditions', params.conditionId);
		const { preData } = realm;
		const record: PreData = {
			id: newId(),
			conditionId,
			data: body ?? {},
			usageCount: 0,
			usageLimit: 1,
			createdAt: now(),
			updatedAt: now(),
		};
		preData.set(conditionId, [...(preData.get(conditionId) ?? []), record]);
		return ok({ data: record, message: 'The data was stored.' });
	},

	/** API document, section 4.13, partly stated: the records that have every field of the body in their data. */
	searchPreData: ({ realm, params, body }) => {
		const { id } = findPart(realm, params, 'conditions', params.conditionId);
		const wanted = Object.entries(body ?? {});
		const isWanted = ({ data }: PreData) =>
			wanted.every(([name, value]) => JSON.stringify(data[name]) === JSON.stringify(value));
		return ok({ data: (realm.preData.get(id) ?? []).filter(isWanted) });
	},
};
