import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { word } from '../../fields/locator';
import { ownMetadata } from '../../fields/metadata';
import { id, nameText, visibleIdSchema } from '../../fields/text';
import { accountId } from './accountId';
import { EXISTS_ALREADY } from './fields';
import { socialCredential } from './record';

export const createSocialCredential = operation({
	displayName: 'Create Social',
	action: 'Create social member credential',
	description: 'Create a credential for an ID at a provider, to hold points before the person joins',
	source: 'extended 5.1',
	parameters: {
		provider: word('Provider', {
			description:
				'Where the ID comes from: twitter, discord, telegram, github, google, or your own name for it',
			search: 'searchProviders',
			listPlaceholder: 'Select a provider…',
			example: 'shop',
		}),
		providerId: {
			...id('Provider ID', {
				description: 'The ID of the person at the provider, as text, such as customer-17',
				placeholder: 'e.g. customer-17',
			}),
			schema: visibleIdSchema,
		},
	},
	additionalFields: {
		username: nameText('Username', {
			description: 'The username of the person at the provider, such as nora',
			placeholder: 'e.g. nora',
		}),
		accountId,
		...ownMetadata,
	},
	effect: 'once',
	refusesRepeats: true,
	annotations: ['metadata'],
	permission: 'members:write',
	advice: { '409': EXISTS_ALREADY },
	request: ({ realmId, ...body }) => ({
		method: 'POST',
		path: path`/api/v1/realms/${realmId}/credentials/social`,
		body,
	}),
	response: bare(socialCredential),
});
