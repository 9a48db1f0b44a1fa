import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { idSchema } from '../../fields/text';
import { currencyOrDefault } from '../currency/fields';
import * as fields from './fields';
import { storeItem } from './record';

export const createStoreItem = operation({
	displayName: 'Create',
	action: 'Create store item',
	description: 'Add an item to the store',
	source: 'extended 8.6',
	certainty: 'inferred',
	parameters: {
		name: { ...fields.name, schema: idSchema },
		price: fields.price,
		currencyId: currencyOrDefault('Currency', {
			description:
				'The currency that members pay in. If empty, most likely uses the default currency of the realm.',
		}),
	},
	additionalFields: fields.details,
	effect: 'once',
	annotations: ['description', 'metadata'],
	permission: 'store:write',
	advice: notOffered(fields.STORE),
	request: ({ realmId, ...body }) => ({
		method: 'POST',
		path: path`/api/v1/realms/${realmId}/store`,
		body,
	}),
	response: inData(storeItem),
});
