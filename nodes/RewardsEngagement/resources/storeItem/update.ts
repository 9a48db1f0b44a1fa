import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { currency } from '../currency/fields';
import * as fields from './fields';
import { storeItem } from './record';

export const updateStoreItem = operation({
	displayName: 'Update',
	action: 'Update store item',
	description: 'Change an item, such as its price. Only the fields you add are changed.',
	source: 'extended 8.6',
	certainty: 'inferred',
	parameters: { itemId: fields.itemId },
	updateFields: {
		name: fields.name,
		price: fields.price,
		currencyId: currency('Currency', { description: 'The currency that members pay in' }),
		...fields.details,
	},
	effect: 'replace',
	permission: 'store:write',
	advice: notOffered(fields.STORE, 'item'),
	request: ({ realmId, itemId, ...body }) => ({
		method: 'PATCH',
		path: path`/api/v1/realms/${realmId}/store/${itemId}`,
		body,
	}),
	response: inData(storeItem),
});
