import { path } from '../../api/path';
import * as fields from './fields';
import { currency } from './record';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

export const updateCurrency = operation({
	displayName: 'Update',
	action: 'Update currency',
	description:
		'Change the name, emoji, metadata or default state of a currency. Only the fields you add are changed.',
	source: '4.4',
	parameters: { currencyId: fields.currency('Currency', { description: 'The currency to change' }) },
	updateFields: {
		name: fields.name,
		emoji: fields.emoji,
		metadata: fields.metadata,
		default: fields.isDefault,
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
