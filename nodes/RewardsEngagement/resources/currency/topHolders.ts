import { number } from '../../fields/number';
import { flag } from '../../fields/text';

export const includeTopHolders = flag('Include Top Holders', {
	description: 'Whether to list the members with the highest balances',
});

export const topHoldersLimit = number('Top Holders Limit', {
	description:
		'How many top holders to list: a whole number from 1 to 100. Has no effect without "Include Top Holders".',
	default: 10,
	minimum: 1,
	maximum: 100,
});
