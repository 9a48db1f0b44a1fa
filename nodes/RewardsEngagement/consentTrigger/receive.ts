import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { Client } from '../api/client';
import { toConnection } from '../api/connection';
import { POLICIES } from '../api/retry';
import { isUnsent, Problem, sentencesOf } from '../errors';
import { ParameterReader } from '../fields/reader';
import { idSchema } from '../fields/text';
import { exchangeCode } from '../resources/consent/exchangeCode';
import { isRecord } from '../shared/json';
import { apiKeyOf } from '../shared/secrets';
import { addressOnly, verifyState, withState, type SignedState } from '../shared/signedState';
import { exchangeOnce } from './codeExchanges';
import { nextPage } from './destination';
import { log } from './log';
import { pageOfProblem, pages, refusalPages } from './pages';
import { fields, options } from './properties';
import { isTooLong, ownAddress, readRedirect, type Redirect } from './redirect';
import { respond, respondAfterStart } from './respond';
import { itemOfState } from './usedStates';

/** The only error that is a decision of the person (RFC 6749, section 4.1.2.1). */
const DENIED = 'access_denied';

/**
 * Handles a person who comes back from the consent page. Every path gives exactly one response, and nothing is
 * thrown. The workflow starts only for a member who consented, or for a denial with a signed state.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { originalUrl } = context.getRequestObject();
	if (isTooLong(originalUrl)) return respond(context, pages.tooLong);
	const redirect = readRedirect(originalUrl);
	try {
		return await receiveRedirect(context, redirect);
	} catch (thrown) {
		const isOfService = thrown instanceof Problem && !isUnsent(thrown);
		log(context, isOfService ? 'service' : 'settings', sentencesOf(thrown));
		const isSigned = redirect.claimedState !== undefined;
		return respond(context, isOfService ? pageOfProblem(thrown, isSigned) : pages.notReady);
	}
}

/** Each setting is read only when needed, so that a mistake in one breaks only what depends on it. */
async function receiveRedirect(
	context: IWebhookFunctions,
	redirect: Redirect,
): Promise<IWebhookResponseData> {
	const credential = await context.getCredentials('rewardsEngagementApi');
	const connection = toConnection(credential);
	const parameters = new ParameterReader(context, { credential: connection, isTrigger: true });
	const address = ownAddress(context);
	const { claimedState, code, foreignState } = redirect;
	// Later checks use this time, too, so that a state does not expire in between.
	const now = Date.now();

	let state: SignedState | undefined;
	let redirectUri = redirect.redirectUri(address);
	let values = foreignState === undefined ? redirect.values : { ...redirect.values, state: foreignState };
	if (claimedState) {
		const { token, place } = claimedState;
		const clientId = parameters.member(options, 'clientId') ?? connection.clientId;
		const expected = { clientId, address: addressOnly(address) };
		const verified = verifyState(token, apiKeyOf(credential), expected, now);
		if (verified === 'otherAddress') {
			const words = `A signed state was made for a different redirect URI than ${expected.address}.`;
			log(context, 'settings', words);
		}
		// A changed or expired state must not count as a missing one.
		if (typeof verified === 'string') return respond(context, refusalPages[verified]);
		if (verified.place !== place) return respond(context, refusalPages.forged);
		state = verified;
		redirectUri = withState(state.redirectUri, place, token);
		// Only the signed values count. Values that were added on the way are dropped.
		values = readRedirect(state.redirectUri).values;
	}
	const subject = state?.subject;

	if (redirect.error === DENIED) {
		const page = nextPage(parameters, 'denial');
		// Showing a denial needs no state, because it changes nothing.
		if (!state || parameters.member(options, 'startOnDenial') !== true) return respond(context, page);
		const realmId = parameters.field('realmId', fields.realmId);
		const { error, errorDescription } = redirect;
		const facts = { denied: true, error, error_description: errorDescription, realmId, subject };
		const item = itemOf(facts, values);
		const denial = await exchangeOnce(context, { state, now }, () => Promise.resolve(item));
		// A reload shows the same page, and starts nothing.
		if (denial === 'alreadyLinked') return respond(context, page);
		if (typeof denial === 'string') return respond(context, pages[denial]);
		return respond(context, page, itemOfState(denial, state));
	}
	// The person made no decision. The same link may lead to the consent page again.
	if (redirect.error !== undefined) return respond(context, pages.failedBefore);
	if (code === undefined) return respond(context, pages.noCode);
	if (parameters.field('requireState', fields.requireState) && !state) {
		return respond(context, refusalPages[foreignState === undefined ? 'missing' : 'forged']);
	}

	// Reads these first: a mistake in them must show up before the code is used up.
	const realmId = parameters.field('realmId', fields.realmId);
	const page = nextPage(parameters, 'success');
	const member = await exchangeOnce(context, { state, code, now }, async () => {
		const { serviceId, ...more } = await exchangeForMember(context, code, redirectUri);
		return itemOf({ serviceId, realmId, subject }, { ...values, ...more });
	});
	// Replaces a redirect too, so that the browser's back button does not lead forward again.
	if (member === 'alreadyLinked') {
		return respond(context, { ...pages.alreadyLinked, continueTo: page.continueTo });
	}
	if (typeof member === 'string') return respond(context, pages[member]);
	return respondAfterStart(context, page, itemOfState(member, state));
}

/**
 * Exchanges a code for the member who consented.
 *
 * @param redirectUri exactly as the consent page got it
 * @returns the service's data of the member, with `serviceId` as text
 * @throws {Problem} if the exchange gives no member
 */
async function exchangeForMember(
	context: IWebhookFunctions,
	code: string,
	redirectUri: string,
): Promise<IDataObject> {
	const client = await Client.open(context, POLICIES.consentPage);
	const { status, body } = await client.send(exchangeCode.request({ code, redirectUri }));
	const answer = isRecord(body) ? body : {};
	const serviceId = idSchema.safeParse(answer.serviceId);
	if (serviceId.success) return { ...answer, serviceId: serviceId.data };
	throw new Problem({
		message: 'The service accepted the code but did not say who consented',
		advice: 'Its response contains no "serviceId". Ask the person to give their consent again.',
		outcome: 'unknown',
		status,
	});
}

/** Fields that say who an item is about. A query value must not pass for one of them. */
const RESERVED = new Set([
	'serviceId',
	'realmId',
	'subject',
	'denied',
	'error',
	'error_description',
	// Code that copies items carelessly would make it the item's prototype, not a field.
	'__proto__',
]);

function itemOf(facts: IDataObject, values: IDataObject): IDataObject {
	const given = Object.entries(facts).filter(([, value]) => value !== undefined);
	const others = Object.entries(values).filter(([name]) => !RESERVED.has(name));
	return Object.fromEntries([...given, ...others]);
}
