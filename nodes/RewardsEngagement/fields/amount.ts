import type { Field } from './field';
import { numberSchema } from './number';

/** An amount of a currency: a number above 0. */
export function amount(displayName: string, { description }: { description: string }): Field<number> {
	return {
		property: {
			displayName,
			type: 'number',
			default: 0,
			typeOptions: { minValue: 0 },
			description,
		},
		schema: numberSchema.refine((value) => value > 0, 'must be above 0'),
	};
}
