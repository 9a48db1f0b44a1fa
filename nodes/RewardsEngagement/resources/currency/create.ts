import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { ownMetadata } from '../../fields/metadata';
import { hexRealmId, idSchema } from '../../fields/text';
import * as fields from './fields';
import { currency } from './record';

export const createCurrency = operation({
	displayName: 'Create',
	action: 'Create currency',
	description: 'Add a currency to a realm',
	source: 'extended 6.2',
	parameters: { name: { ...fields.name, schema: idSchema } },
	additionalFields: {
		emoji: fields.emoji,
		customEmojiUrl: fields.customEmojiUrl,
		...ownMetadata,
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
