import { path } from '../../api/path';
import * as fields from './fields';
import { hexRealmId } from '../../fields/realm';
import { idSchema } from '../../fields/text';
import { currency } from './record';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

export const createCurrency = operation({
	displayName: 'Create',
	action: 'Create currency',
	description: 'Add a currency to a realm',
	source: 'extended 6.2',
	parameters: { name: { ...fields.name, schema: idSchema } },
	additionalFields: {
		emoji: fields.emoji,
		customEmojiUrl: fields.customEmojiUrl,
		metadata: fields.metadata,
		default: fields.isDefault,
	},
	realm: hexRealmId,
	effect: 'once',
	annotations: ['metadata'],
	permission: 'points:write',
	request: ({ realmId, ...body }) => ({
		method: 'POST',
		path: path`/api/v1/realms/${realmId}/currencies`,
		body,
	}),
	response: bare(currency),
});
