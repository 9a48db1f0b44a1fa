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

/** A quest as it stands with a member. What tells how far the member has come is not documented, and passes through. */
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
