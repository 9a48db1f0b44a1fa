import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { optional } from '../../fields/field';
import { number } from '../../fields/number';
import { BALANCE_ADVICE, member } from '../member/fields';
import { purchase } from '../purchase/record';
import { buyerMetadata, itemId, STORE } from './fields';
import { getStoreItem } from './get';
import { priceOf } from './priceOf';

export const purchaseStoreItem = operation({
	displayName: 'Purchase',
	action: 'Purchase store item',
	description: 'Buy an item for a member, who pays. Most likely you finalize it later.',
	source: 'extended 8.6',
	certainty: 'inferred',
	parameters: {
		itemId,
		quantity: number('Quantity', {
			description: 'How many pieces to buy: a number from 0',
			default: 1,
			minimum: 0,
		}),
		accountId: optional(
			member('Buyer', {
				description: 'The member who pays and gets the item. If empty, most likely the owner of the API key.',
			}),
		),
	},
	additionalFields: buyerMetadata,
	effect: 'once',
	annotations: ['metadata'],
	permission: 'store:write',
	spends: async ({ realmId, itemId: id, quantity }, ask) =>
		priceOf(await ask(getStoreItem.request({ realmId, itemId: id })), 'price', quantity),
	advice: { ...notOffered(STORE, 'item or member'), ...BALANCE_ADVICE },
	request: ({ realmId, itemId: id, ...body }) => ({
		method: 'POST',
		path: path`/api/v1/realms/${realmId}/store/${id}/purchase`,
		body,
	}),
	response: inData(purchase),
});
