import type { Field } from '../../fields/field';
import { numberSchema } from '../../fields/number';
import { currencyOrDefault } from './fields';

/** The currency in which amounts are awarded or deducted, one by one or in bulk. */
export const changedCurrency = currencyOrDefault('Currency', {
	description:
		'The currency to award or deduct. If empty, most likely uses the default currency of the realm.',
});

const AMOUNT = 'Positive to award, negative to deduct. Whole numbers only.';

export const changedAmount = changeOfBalance('Amount', { description: AMOUNT });

/** The amount in bulk operations. Its hint is there because users may expect one item with a list of awards. */
export const amountOfEach = changeOfBalance('Amount', {
	description: AMOUNT,
	hint: 'One award per input item',
});

/** A change of a balance: a whole number, above 0 to add and below 0 to subtract. */
function changeOfBalance(displayName: string, text: { description: string; hint?: string }): Field<number> {
	return {
		property: { displayName, type: 'number', ...text, default: null, typeOptions: { numberPrecision: 0 } },
		schema: numberSchema.refine(
			(value) => Number.isInteger(value) && value !== 0,
			'must be a whole number other than 0',
		),
	};
}
