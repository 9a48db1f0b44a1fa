import { z } from 'zod';

import { record } from '../../shared/record';
import { task } from '../task/record';

/** A quest with its tasks. */
export const quest = record({
	id: z.string(),
	name: z.string(),
	description: z.string().nullable(),
	type: z.string(),
	tasks: z.array(task),
});

/** A quest with a member's progress. The fields for the progress are not documented, so they are passed on. */
export const memberQuest = record({
	id: z.string(),
	name: z.string(),
	description: z.string().nullable(),
	status: z.string(),
	tasks: z.array(task),
	rewards: z.array(z.unknown()),
	startDate: z.string().nullable(),
	endDate: z.string().nullable(),
});
