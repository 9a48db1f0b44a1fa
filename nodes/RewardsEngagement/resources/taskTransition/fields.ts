import { z } from 'zod';

import type { Field } from '../../fields/field';
import { jsonValue } from '../../fields/jsonObject';
import { idSchema } from '../../fields/text';
import { task } from '../task/fields';

const nextTask = task('To Task', {
	description: 'The task that comes next. Left empty, no task comes after.',
});

/** Where a way leads; `null` where it leads to no further task. */
export const toTaskId: Field<string | null> = {
	...nextTask,
	schema: z.preprocess((value) => (value === '' ? null : value), idSchema.nullable()),
	whenEmpty: null,
};

/** What a transition asks for is not documented, so every JSON value is taken. */
export const condition = jsonValue('Condition', {
	description:
		'What must hold for the next task to follow, as JSON. The API document does not show its form: copy it from an existing one.',
	example: '{ "minimumScore": 10 }',
});
