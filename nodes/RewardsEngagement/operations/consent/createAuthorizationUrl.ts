import { addressOf } from '../../api/exchange';
import { path } from '../../api/path';
import { clientId, redirectUri } from '../../fields/consent';
import { InvalidParameter } from '../../fields/invalidParameter';
import { authorizationUrl } from '../../records/consent';
import { operation } from '../operation';
import { bare } from '../response';

/** API document, section 4.12: the page is opened by a person, not requested from here. */
export const createAuthorizationUrl = operation({
	resource: 'consent',
	name: 'createAuthorizationUrl',
	displayName: 'Create Authorization URL',
	action: 'Create an authorization URL',
	description: 'Make the address of the consent page, to send a person to. Nothing is sent to the service.',
	parameters: { clientId, redirectUri },
	realm: false,
	effect: 'read',
	request: ({ clientId: client, redirectUri: address }) => ({
		method: 'GET',
		base: 'app',
		path: path`/oauth/authorize`,
		query: { client_id: client, redirect_uri: address },
	}),
	perform: ({ client, request }) => {
		if (client.connection.appUrl === '') {
			throw new InvalidParameter(
				'The address of the consent page is not known',
				'Fill in "App URL" in the credential.',
			);
		}
		return [{ json: { authorizationUrl: addressOf(client.connection, request) } }];
	},
	response: bare(authorizationUrl),
});
