import { z } from 'zod';

import { dateTime, freeObject, record } from '../../shared/record';

const partOfTask = record({
	id: z.string(),
	taskId: z.string(),
	type: z.string(),
	config: freeObject.nullable(),
	createdAt: dateTime,
	updatedAt: dateTime,
});

/** An action that follows when a task is completed (API document, section 2.7). */
export const taskAction = partOfTask;

export const taskCondition = partOfTask;

export const taskTrigger = partOfTask;

export const taskTransition = record({
	id: z.string(),
	fromTaskId: z.string(),
	toTaskId: z.string().nullable(),
	condition: z.unknown(),
	createdAt: dateTime,
	updatedAt: dateTime,
});

/** A task of a quest, with all its parts. `fromTransitions` are the transitions that start at it. */
export const task = record(
	{
		id: z.string(),
		questId: z.string(),
		name: z.string(),
		type: z.string(),
		description: z.string().nullable(),
		config: freeObject.nullable(),
		triggers: z.array(taskTrigger),
		conditions: z.array(taskCondition),
		actions: z.array(taskAction),
		fromTransitions: z.array(taskTransition),
		toTransitions: z.array(taskTransition),
	},
	{
		simplified: [
			'id',
			'questId',
			'name',
			'type',
			'description',
			'config',
			'triggers',
			'conditions',
			'actions',
			'fromTransitions',
		],
	},
);

/** A value stored in advance for a condition, such as a code that may be used a number of times. */
export const conditionPreData = record({
	id: z.string(),
	conditionId: z.string(),
	data: freeObject.nullable(),
	usageCount: z.number(),
	usageLimit: z.number().nullable(),
	createdAt: dateTime,
	updatedAt: dateTime,
});

export const preDataResult = record({ data: freeObject, message: z.string() });
