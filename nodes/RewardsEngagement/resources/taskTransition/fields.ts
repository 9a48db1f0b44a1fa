import { z } from 'zod';

import { optional, type Field } from '../../fields/field';
import { jsonValue } from '../../fields/jsonObject';
import { idSchema } from '../../fields/text';
import { task } from '../task/fields';

/** Where a transition leads. Which fields a new one needs is not documented. */
export const toTaskId = optional(
	task('To Task', { description: 'The task that comes next. If empty, it is not sent.' }),
);

const nextTask = task('To Task', { description: 'The task that comes next. If empty, no task comes next.' });

/** Where a transition is to lead, or `null` for no further task. */
export const newToTaskId: Field<string | null> = {
	...nextTask,
	schema: z.preprocess((value) => (value === '' ? null : value), idSchema.nullable()),
};

/** What a transition asks for is not documented, so every JSON value is taken. */
export const condition = jsonValue('Condition', {
	description:
		'What must hold for the next task to follow, as JSON. The API document does not show its form: copy it from an existing one.',
	example: '{ "minimumScore": 10 }',
});
