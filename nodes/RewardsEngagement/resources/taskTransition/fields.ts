import { z } from 'zod';

import { optional, type Field } from '../../fields/field';
import { jsonValue } from '../../fields/jsonObject';
import { idSchema } from '../../fields/text';
import { task } from '../task/fields';

/** The next task. The required fields of a new transition are not documented. */
export const toTaskId = optional(
	task('To Task', { description: 'The task that comes next. If empty, it is not sent.' }),
);

const nextTask = task('To Task', { description: 'The task that comes next. If empty, no task comes next.' });

/** The new next task, or `null` for none. */
export const newToTaskId: Field<string | null> = {
	...nextTask,
	schema: z.preprocess((value) => (value === '' ? null : value), idSchema.nullable()),
};

/** The form of a condition is not documented, so any JSON value is accepted. */
export const condition = jsonValue('Condition', {
	description:
		'The condition for the next task, as JSON. The API document does not show its form: copy it from an existing one.',
	example: '{ "minimumScore": 10 }',
});
