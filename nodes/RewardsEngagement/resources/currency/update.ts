import { path, type Path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { unsentProblem, type Problem } from '../../errors';
import { ownMetadata } from '../../fields/metadata';
import { closedChoice } from '../../fields/text';
import * as fields from './fields';
import { currency } from './record';

type ApiPath = 'stated' | 'newer';

/** The API document states the first path. Its extended part also names a newer path, which accepts more fields. */
const apiPath = closedChoice<ApiPath>('API Path', {
	options: [
		{ name: 'Documented', value: 'stated', description: 'The path that the API document states' },
		{
			name: 'Newer',
			value: 'newer',
			description: 'The path that newer installations most likely have. It also takes a custom emoji.',
		},
	],
	default: 'stated',
	description: 'Which path of the service to use. Change it if the service does not know the documented one.',
	sample: 'stated',
});

const PATHS: Readonly<Record<ApiPath, (realmId: string, currencyId: string) => Path>> = {
	stated: (realmId, currencyId) => path`/api/v1/currencies/${realmId}/currencies/${currencyId}`,
	newer: (realmId, currencyId) => path`/api/v1/realms/${realmId}/currencies/${currencyId}`,
};

const OTHER = { stated: 'Newer', newer: 'Documented' } as const;

export const updateCurrency = operation({
	displayName: 'Update',
	action: 'Update currency',
	description: 'Change the name, emoji, metadata or default state. Only added fields are changed.',
	source: '4.4, extended 6.6',
	parameters: { currencyId: fields.ownCurrencyId, apiPath },
	updateFields: {
		name: fields.name,
		emoji: fields.emoji,
		customEmojiUrl: {
			...fields.customEmojiUrl,
			property: {
				...fields.customEmojiUrl.property,
				description: `${fields.customEmojiUrl.property.description}. Leave empty to remove it. Only the newer API path takes it.`,
			},
		},
		...ownMetadata,
		default: fields.isDefault,
	},
	effect: 'replace',
	permission: 'points:write',
	alternative: {
		endpoint: 'currency.updateInRealm',
		values: { apiPath: 'newer' },
		fields: ['customEmojiUrl'],
	},
	request: ({
		realmId,
		currencyId,
		apiPath: which,
		customEmojiUrl,
		name,
		emoji,
		metadata,
		default: usual,
	}) => {
		if (which === 'stated' && customEmojiUrl !== undefined) throw onlyNewer();
		const common = { name, metadata, default: usual };
		return {
			method: 'PATCH',
			path: PATHS[which](realmId, currencyId),
			body:
				which === 'stated'
					? { ...common, emoji }
					: { ...common, emoji: noneIfEmpty(emoji), customEmojiUrl: noneIfEmpty(customEmojiUrl) },
			whenNotFound: `If the currency exists, this installation may not have this path: set "API Path" to "${OTHER[which]}".`,
		};
	},
	response: bare(currency),
});

/** The newer path takes null for a field to remove. */
function noneIfEmpty(text: string | undefined): string | null | undefined {
	return text === '' ? null : text;
}

function onlyNewer(): Problem {
	return unsentProblem(
		'The documented path takes no "Custom Emoji URL"',
		'Set "API Path" to "Newer", or remove "Custom Emoji URL". Nothing was sent.',
	);
}
