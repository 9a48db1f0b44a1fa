import type { Field } from './field';
import { EMPTY, numberSchema } from './number';

export function amount(displayName: string, { description }: { description: string }): Field<number> {
	return {
		property: {
			displayName,
			type: 'number',
			default: EMPTY,
			typeOptions: { minValue: 0 },
			description,
		},
		schema: numberSchema.refine((value) => value > 0, 'must be above 0'),
	};
}

/** A change of a balance: a whole number, above 0 to add and below 0 to subtract. */
export function changeOfBalance(
	displayName: string,
	{ description, hint }: { description: string; hint?: string },
): Field<number> {
	return {
		property: {
			displayName,
			type: 'number',
			default: EMPTY,
			typeOptions: { numberPrecision: 0 },
			description,
			hint,
		},
		schema: numberSchema.refine(
			(value) => Number.isInteger(value) && value !== 0,
			'must be a whole number other than 0',
		),
	};
}
