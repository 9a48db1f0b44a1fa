import { created, noContent, ok, type Call, type Handler } from '../../call';
import { notFound } from '../../errors';
import { newId } from '../../ids';
import { find, type Json, type PreData, type Task, type TaskPart } from '../../state';

type PartFields = Partial<Pick<TaskPart, 'type' | 'config'>>;

function findById<T extends { id: string }>(records: readonly T[], id: string, what: string): T {
	const record = records.find((candidate) => candidate.id === id);
	if (!record) throw notFound(`There is no such ${what}.`);
	return record;
}

/** The task of the path; its quest must be the quest of the path. */
function findTask({ realm, params }: Call): Task {
	return findById(find(realm.quests, params.questId, 'quest').tasks, params.taskId, 'task');
}

function findCondition(call: Call): TaskPart {
	return findById(findTask(call).conditions, call.params.conditionId, 'condition');
}

function updatePart(part: TaskPart, { type = part.type, config = part.config }: PartFields): TaskPart {
	return Object.assign(part, { type, config, updatedAt: new Date().toISOString() });
}

/** API document, section 4.6: sets the fields given. 404 when quest, task and action do not belong together. */
export const updateTaskAction: Handler = (call) => {
	const action = findById(findTask(call).actions, call.params.actionId, 'action');
	return ok({ data: updatePart(action, call.body as PartFields) });
};

/** API document, section 4.13, inferred: the conditions of a task on one page. */
export const listTaskConditions: Handler = (call) => {
	const { conditions } = findTask(call);
	const total = conditions.length;
	return ok({ data: conditions, meta: { total, page: 1, limit: total, totalPages: 1 } });
};

/** API document, section 4.13, inferred. */
export const createTaskCondition: Handler = (call) => {
	const { type, config = null } = call.body as Pick<TaskPart, 'type'> & PartFields;
	const task = findTask(call);
	const now = new Date().toISOString();
	const condition: TaskPart = { id: newId(), taskId: task.id, type, config, createdAt: now, updatedAt: now };
	task.conditions.push(condition);
	return created({ data: condition });
};

/** API document, section 4.13, inferred. */
export const getTaskCondition: Handler = (call) => ok({ data: findCondition(call) });

/** API document, section 4.13, inferred: sets the fields given. */
export const updateTaskCondition: Handler = (call) =>
	ok({ data: updatePart(findCondition(call), call.body as PartFields) });

/** API document, section 4.13, inferred: its prepared data goes too. */
export const deleteTaskCondition: Handler = (call) => {
	const task = findTask(call);
	const condition = findCondition(call);
	task.conditions = task.conditions.filter((other) => other !== condition);
	call.realm.preData.delete(condition.id);
	return noContent;
};

/** API document, section 4.13, partly stated: stores the body as it is. */
export const createConditionPreData: Handler = (call) => {
	const { id: conditionId } = findCondition(call);
	const { preData } = call.realm;
	const now = new Date().toISOString();
	const record: PreData = {
		id: newId(),
		conditionId,
		data: (call.body ?? {}) as Json,
		usageCount: 0,
		usageLimit: 1,
		createdAt: now,
		updatedAt: now,
	};
	preData.set(conditionId, [...(preData.get(conditionId) ?? []), record]);
	return ok({ data: record, message: 'The data was stored.' });
};

/** API document, section 4.13, partly stated: the records whose data has every field of the body. */
export const searchConditionPreData: Handler = (call) => {
	const { id } = findCondition(call);
	const wanted = Object.entries((call.body ?? {}) as Json);
	const records = call.realm.preData.get(id) ?? [];
	const isWanted = ({ data }: PreData) =>
		wanted.every(([name, value]) => JSON.stringify(data[name]) === JSON.stringify(value));
	return ok({ data: records.filter(isWanted) });
};
