import { changeOfBalance } from '../../fields/amount';
import { optional } from '../../fields/field';
import { currency } from './fields';

/** The currency of which somebody is given or taken an amount, one by one or in bulk. */
export const changedCurrency = optional(
	currency('Currency', {
		description:
			'The currency to award or deduct. If empty, most likely the default currency of the realm (see the output).',
	}),
);

export const changedAmount = changeOfBalance('Amount', {
	description: 'Positive to award, negative to deduct. Whole numbers only.',
});
