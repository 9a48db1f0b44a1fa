import { created, noContent, ok, type Routes } from '../../base/call';
import { now } from '../../base/dates';
import { newId } from '../../base/ids';
import type { Realm } from '../../base/state';
import { findById, findTask, updatePart, type TaskPart } from '../task/records';
import type { PreData } from './records';

function findCondition(
	realm: Realm,
	params: { questId: string; taskId: string; conditionId: string },
): TaskPart {
	return findById(findTask(realm, params).conditions, params.conditionId, 'condition');
}

export const routes: Routes<'taskCondition'> = {
	/** API document, section 4.13, inferred: the conditions of a task on one page. */
	getMany: ({ realm, params }) => {
		const { conditions } = findTask(realm, params);
		const total = conditions.length;
		return ok({ data: conditions, meta: { total, page: 1, limit: total, totalPages: 1 } });
	},

	/** API document, section 4.13, inferred. */
	create: ({ realm, params, body: { type, config = null } }) => {
		const task = findTask(realm, params);
		const condition: TaskPart = {
			id: newId(),
			taskId: task.id,
			type,
			config,
			createdAt: now(),
			updatedAt: now(),
		};
		task.conditions.push(condition);
		return created({ data: condition });
	},

	/** API document, section 4.13, inferred. */
	get: ({ realm, params }) => ok({ data: findCondition(realm, params) }),

	/** API document, section 4.13, inferred: sets the fields given. */
	update: ({ realm, params, body }) => ok({ data: updatePart(findCondition(realm, params), body) }),

	/** API document, section 4.13, inferred: its prepared data goes too. */
	delete: ({ realm, params }) => {
		const task = findTask(realm, params);
		const condition = findCondition(realm, params);
		task.conditions = task.conditions.filter((other) => other !== condition);
		realm.preData.delete(condition.id);
		return noContent;
	},

	/** API document, section 4.13, partly stated: stores the body as it is. */
	createPreData: ({ realm, params, body }) => {
		const { id: conditionId } = findCondition(realm, params);
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

	/** API document, section 4.13, partly stated: the records whose data has every field of the body. */
	searchPreData: ({ realm, params, body }) => {
		const { id } = findCondition(realm, params);
		const wanted = Object.entries(body ?? {});
		const isWanted = ({ data }: PreData) =>
			wanted.every(([name, value]) => JSON.stringify(data[name]) === JSON.stringify(value));
		return ok({ data: (realm.preData.get(id) ?? []).filter(isWanted) });
	},
};
