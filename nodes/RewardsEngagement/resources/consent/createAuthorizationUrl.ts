import { addressOf } from '../../api/http';
import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { unsentProblem } from '../../errors';
import { apiKeyOf } from '../../shared/secrets';
import { canComeBack, signState, withState, type StatePlace } from '../../shared/signedState';
import { webAddress } from '../../shared/webAddress';
import * as fields from './fields';
import { authorizationUrl } from './record';

/** A person opens the page, so nothing is sent. */
export const createAuthorizationUrl = operation({
	displayName: 'Create Authorization URL',
	action: 'Create authorization URL',
	description: 'Create the link to the consent page for a person. Nothing is sent to the service.',
	source: '4.12',
	parameters: { clientId: fields.clientId, redirectUri: fields.redirectUri },
	additionalFields: {
		signedState: fields.signedState,
		stateSubject: fields.stateSubject,
		stateLifetime: fields.stateLifetime,
	},
	realm: false,
	effect: 'read',
	isOffline: true,
	request: ({ clientId, redirectUri }) => ({
		method: 'GET',
		base: 'app',
		path: path`/oauth/authorize`,
		query: { client_id: clientId, redirect_uri: redirectUri },
	}),
	perform: async ({ context, client, values, request }) => {
		checkAppUrl(client.connection.appUrl);
		const apiKey = apiKeyOf(await context.getCredentials('rewardsEngagementApi'));
		const query = { ...request.query, ...stateQuery(values, apiKey) };
		return [{ json: { authorizationUrl: addressOf(client.connection, { ...request, query }) } }];
	},
	response: bare(authorizationUrl),
});

/** @throws {Problem} if no setting has the address of the consent page */
function checkAppUrl(appUrl: string): void {
	if (appUrl === '') {
		throw unsentProblem(
			'"App URL" is missing in the credential',
			'Enter the address of the consent page as "App URL".',
		);
	}
}

interface StateValues {
	clientId: string;
	redirectUri: string;
	signedState?: string;
	stateSubject?: string;
	stateLifetime?: number;
}

const USUAL_LIFETIME = 10;

/** The query values for the signed state, which any of its fields turns on. */
function stateQuery(values: StateValues, apiKey: string): Record<string, string> {
	const { clientId: client, redirectUri: address, signedState: chosen, stateSubject: subject } = values;
	const lifetime = values.stateLifetime;
	if (chosen === undefined && subject === undefined && lifetime === undefined) return {};
	// The address leads to the Consent Trigger. With a # nothing would come back, since browsers do not send it.
	if (!webAddress(address) || address.includes('#')) {
		throw unsentProblem(
			'"Redirect URI" must be a web address without # if you use a signed state',
			'Enter the production URL of the Consent Trigger. Nothing was sent.',
		);
	}
	const place: StatePlace = chosen === 'redirectUri' ? 'redirectUri' : 'parameter';
	const expiresAt = Date.now() + (lifetime ?? USUAL_LIFETIME) * 60_000;
	const token = signState({ clientId: client, redirectUri: address, place, subject, expiresAt }, apiKey);
	if (!canComeBack(address, token)) {
		throw unsentProblem(
			'The redirect URI and the state subject are too long to return in one address',
			'Shorten "State Subject" or the query of "Redirect URI". Nothing was sent.',
		);
	}
	return place === 'parameter' ? { state: token } : { redirect_uri: withState(address, place, token) };
}
