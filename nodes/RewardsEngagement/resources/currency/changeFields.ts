import { changeOfBalance } from '../../fields/amount';
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
