import { addressOf } from '../../api/http';
import { path } from '../../api/path';
import { apiKeyOf, signState, withState, type StatePlace } from '../../shared/signedState';
import { clientId, redirectUri, signedState, stateLifetime, stateSubject } from './fields';
import { InvalidParameter } from '../../errors/invalidParameter';
import { authorizationUrl } from './record';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

/** The page is opened by a person, not requested from here. */
export const createAuthorizationUrl = operation({
	displayName: 'Create Authorization URL',
	action: 'Create an authorization URL',
	description: 'Make the address of the consent page, to send a person to. Nothing is sent to the service.',
	source: '4.12',
	parameters: { clientId, redirectUri },
	additionalFields: { signedState, stateSubject, stateLifetime },
	realm: false,
	effect: 'read',
	isOffline: true,
	request: ({ clientId: client, redirectUri: address }) => ({
		method: 'GET',
		base: 'app',
		path: path`/oauth/authorize`,
		query: { client_id: client, redirect_uri: address },
	}),
	perform: async ({ context, client, values, request }) => {
		if (client.connection.appUrl === '') {
			throw new InvalidParameter(
				'The address of the consent page is not known',
				'Fill in "App URL" in the credential.',
			);
		}
		const apiKey = apiKeyOf(await context.getCredentials('rewardsEngagementApi'));
		const query = { ...request.query, ...stateQuery(values, apiKey) };
		return [{ json: { authorizationUrl: addressOf(client.connection, { ...request, query }) } }];
	},
	response: bare(authorizationUrl),
});

interface StateValues {
	clientId: string;
	redirectUri: string;
	signedState?: string;
	stateSubject?: string;
	stateLifetime?: number;
}

const USUAL_LIFETIME = 10;

/** The query values that carry the signed state, which any of its fields asks for. */
function stateQuery(values: StateValues, apiKey: string): Record<string, string> {
	const { clientId: client, redirectUri: address, signedState: chosen, stateSubject: subject } = values;
	const lifetime = values.stateLifetime;
	if (chosen === undefined && subject === undefined && lifetime === undefined) return {};
	const place: StatePlace = chosen === 'redirectUri' ? 'redirectUri' : 'parameter';
	const expiresAt = Date.now() + (lifetime ?? USUAL_LIFETIME) * 60_000;
	const token = signState({ clientId: client, redirectUri: address, place, subject, expiresAt }, apiKey);
	return place === 'parameter' ? { state: token } : { redirect_uri: withState(address, place, token) };
}
