import type { Field } from './field';
import { number } from './number';
import { flag } from './text';

const USUAL_LIMIT = 50;

const RETURN_ALL = flag('Return All', {
	description: 'Whether to return all results or only up to a given limit',
});

const LIMIT = number('Limit', {
	description: 'Max number of results to return',
	default: USUAL_LIMIT,
	minimum: 1,
	isWhole: true,
});

/** Whether a list is read to its end. The wording is that of all n8n nodes. */
export const returnAll: Field<boolean> = { ...RETURN_ALL, whenEmpty: false };

/** The most records of a list that are returned, if not all are. */
export const limit: Field<number> = {
	...LIMIT,
	property: { ...LIMIT.property, displayOptions: { show: { returnAll: [false] } } },
	whenEmpty: USUAL_LIMIT,
};
