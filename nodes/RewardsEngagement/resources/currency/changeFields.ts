import { changeOfBalance } from '../../fields/amount';
import { optional } from '../../fields/field';
import { currency } from './fields';

/** The currency of which somebody is given or taken an amount, one by one or in bulk. */
export const changedCurrency = optional(
	currency('Currency', {
		description:
			'The currency to award or deduct. Left empty, it is the default currency of the realm; the result says which.',
	}),
);

export const changedAmount = changeOfBalance('Amount', {
	description: 'A whole number: above 0 it is awarded, below 0 it is taken away',
});
