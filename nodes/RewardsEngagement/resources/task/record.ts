import { z } from 'zod';

import { dateTime, freeObject, record } from '../../shared/record';

const taskPart = {
	id: z.string(),
	taskId: z.string(),
	type: z.string(),
	config: freeObject.nullable(),
	createdAt: dateTime,
	updatedAt: dateTime,
};

/** What a task does when it is completed (API document, section 2.7). */
export const taskAction = record(taskPart);

/** What must hold for a task to be completed. */
export const taskCondition = record(taskPart);

/** A value stored for a condition ahead of time, such as a code that may be used a number of times. */
export const conditionPreData = record({
	id: z.string(),
	conditionId: z.string(),
	data: freeObject.nullable(),
	usageCount: z.number(),
	usageLimit: z.number().nullable(),
	createdAt: dateTime,
	updatedAt: dateTime,
});

/** What creating pre-data answers. */
export const preDataResult = record({ data: freeObject, message: z.string() });
