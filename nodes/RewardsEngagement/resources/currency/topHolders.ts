import type { Field } from '../../fields/field';
import { wholeNumberSchema } from '../../fields/number';
import { flag } from '../../fields/text';

export const includeTopHolders = flag(
	'Include Top Holders',
	'Whether to list the members with the highest balances',
);

export const topHoldersLimit: Field<number> = {
	property: {
		displayName: 'Top Holders Limit',
		type: 'number',
		default: 10,
		typeOptions: { minValue: 1, maxValue: 100 },
		description: 'How many top holders to list, from 1 to 100. Only counts when top holders are included.',
	},
	schema: wholeNumberSchema(1, 100),
};
