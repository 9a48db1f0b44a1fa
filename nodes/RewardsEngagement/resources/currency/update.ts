import { path } from '../../api/path';
import * as fields from './fields';
import { jsonObject } from '../../fields/jsonObject';
import { flag, text } from '../../fields/text';
import { currency } from './record';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

export const updateCurrency = operation({
	displayName: 'Update',
	action: 'Update a currency',
	description:
		'Change the name, emoji, metadata or default state of a currency. Only the fields you add are changed.',
	source: '4.4',
	parameters: { currencyId: fields.currency('Currency', { description: 'The currency to change' }) },
	updateFields: {
		name: text('Name', { description: 'The name that members see', placeholder: 'e.g. Stars' }),
		emoji: text('Emoji', { description: 'The emoji shown beside amounts', placeholder: 'e.g. ⭐' }),
		metadata: jsonObject('Metadata', { description: 'Values of your own to store with the currency' }),
		default: flag('Default', {
			description: 'Whether this is the currency that moves when a transfer names none',
		}),
	},
	effect: 'replace',
	permission: 'points:write',
	request: ({ realmId, currencyId, name, emoji, metadata, default: isDefault }) => ({
		method: 'PATCH',
		path: path`/api/v1/currencies/${realmId}/currencies/${currencyId}`,
		body: { name, emoji, metadata, default: isDefault },
	}),
	response: bare(currency),
});
