import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { Client } from '../api/client';
import { INTERACTIVE, type RetryPolicy } from '../api/retryPolicy';
import { isUnsent, Problem, sentencesOf } from '../errors';
import { idSchema } from '../fields/text';
import { exchangeCode } from '../resources/consent/exchangeCode';
import { isRecord } from '../shared/json';
import {
	addressOnly,
	verifyState,
	withState,
	type SignedState,
	type StateRefusal,
} from '../shared/signedState';
import { codeExchangesOf, type Decision } from './codeExchanges';
import { log } from './log';
import { ownAddress } from './ownAddress';
import { pageOfProblem, pages, refusalPages, type Page } from './pages';
import { isTooLong, readRedirect, type Redirect } from './redirect';
import { respond, respondAfterStart } from './respond';
import { Settings, type Next } from './settings';
import { itemOfState } from './usedStates';

/** The only error that is a decision of the person (RFC 6749, section 4.1.2.1). */
const DENIED = 'access_denied';

/** A person looks at an empty page, and the exchange takes up a place. */
const AT_THE_PAGE: RetryPolicy = { ...INTERACTIVE, totalTime: INTERACTIVE.timeout };

/** A person who came back from the consent page, with the state that proves it. */
interface Arrival {
	redirect: Redirect;
	settings: Settings;
	/** With its token. */
	state?: SignedState & { token: string };
	/** When the state was checked. Later checks use this time, so that the state does not expire in between. */
	now: number;
}

/**
 * Handles a person who comes back from the consent page. Every path gives exactly one response, and nothing is
 * thrown. The workflow starts only for a member who consented, or for a denial with a signed state.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { originalUrl } = context.getRequestObject();
	if (isTooLong(originalUrl)) return respond(context, { page: pages.tooLong });
	const redirect = readRedirect(originalUrl);
	try {
		return await receiveRedirect(context, redirect);
	} catch (error) {
		return respond(context, { page: pageOf(context, error, redirect.claimedState !== undefined) });
	}
}

async function receiveRedirect(
	context: IWebhookFunctions,
	redirect: Redirect,
): Promise<IWebhookResponseData> {
	const settings = await Settings.open(context);
	const now = Date.now();
	const state = stateOf(context, redirect, settings, now);
	// A changed or expired state must not count as a missing one.
	if (typeof state === 'string') return respond(context, { page: refusalPages[state] });
	const arrival = { redirect, settings, state, now };
	// Showing a denial needs no state, because it changes nothing.
	if (redirect.error === DENIED) return await takeDenial(context, arrival);
	// The person made no decision. The same link may lead to the consent page again.
	if (redirect.error !== undefined) return respond(context, { page: pages.failedBefore });
	if (redirect.code === undefined) return respond(context, { page: pages.noCode });
	if (settings.requiresState() && !state) {
		const refusal = redirect.foreignState === undefined ? 'missing' : 'forged';
		return respond(context, { page: refusalPages[refusal] });
	}
	return await takeCode(context, redirect.code, arrival);
}

/** The state that proves the redirect, or why it is refused. `undefined` if the redirect has none. */
function stateOf(
	context: IWebhookFunctions,
	{ claimedState }: Redirect,
	settings: Settings,
	now: number,
): Arrival['state'] | StateRefusal {
	if (!claimedState) return undefined;
	const { token, place } = claimedState;
	const expected = { clientId: settings.clientId(), address: addressOnly(ownAddress(context)) };
	const state = verifyState(token, settings.apiKey, expected, now);
	if (state === 'otherAddress') {
		log(
			context,
			'settings',
			`A signed state was made for a different redirect URI than ${expected.address}.`,
		);
	}
	if (typeof state === 'string') return state;
	return state.place === place ? { ...state, token } : 'forged';
}

async function takeCode(
	context: IWebhookFunctions,
	code: string,
	{ redirect, settings, state, now }: Arrival,
): Promise<IWebhookResponseData> {
	// Reads these first: a mistake in them must show up before the code is used up.
	const [realmId, next] = [settings.realmId(), settings.next('success')];
	const redirectUri = state
		? withState(state.redirectUri, state.place, state.token)
		: redirect.redirectUri(ownAddress(context));
	const attempt = { state, now, code, answer: context.getResponseObject() };
	const linking = await codeExchangesOf(context).take(attempt, async () => {
		const { serviceId, ...more } = await exchangeForMember(context, code, redirectUri);
		return itemOf({ serviceId, realmId }, state, { ...valuesOf(redirect, state), ...more });
	});
	if (linking.part === 'start') {
		return respondAfterStart(context, next, itemOfState(linking.result, state));
	}
	const page = linking.part === 'done' ? alreadyLinked(next) : pageOfDecision(context, linking.part);
	return respond(context, { page });
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
	const client = await Client.open(context, AT_THE_PAGE);
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

async function takeDenial(
	context: IWebhookFunctions,
	{ redirect, settings, state, now }: Arrival,
): Promise<IWebhookResponseData> {
	const next = settings.next('denial');
	if (!state || !settings.startsOnDenial()) return respond(context, next);
	const { errorDescription } = redirect;
	const description = errorDescription === undefined ? {} : { error_description: errorDescription };
	const item = itemOf(
		{ denied: true, error: DENIED, ...description, realmId: settings.realmId() },
		state,
		valuesOf(redirect, state),
	);
	const attempt = { state, now, answer: context.getResponseObject() };
	const denial = await codeExchangesOf(context).take(attempt, () => Promise.resolve(item));
	// A reload shows the same page, and starts nothing.
	if (denial.part === 'done') return respond(context, next);
	if (denial.part === 'start') return respond(context, next, itemOfState(denial.result, state));
	return respond(context, { page: pageOfDecision(context, denial.part) });
}

/** The page for a request that starts nothing. */
function pageOfDecision(
	context: IWebhookFunctions,
	part: Exclude<Decision<IDataObject>['part'], 'start' | 'done'>,
): Page {
	switch (part) {
		case 'wait':
			return pages.stillLinking;
		case 'spent':
			return pages.spent;
		case 'refused':
			return pages.busy;
		case 'full':
			log(
				context,
				'settings',
				'Too many signed states are in use. Shorten "State Lifetime" in the nodes that create them.',
			);
			return pages.busy;
	}
}

/** The query values. With a signed state only the signed values count, and values added on the way are dropped. */
function valuesOf({ values, foreignState }: Redirect, state: SignedState | undefined): IDataObject {
	if (state) return readRedirect(state.redirectUri).values;
	return foreignState === undefined ? values : { ...values, state: foreignState };
}

/** Fields that say who an item is about. A query value must not pass for one of them. */
const RESERVED = new Set([
	'serviceId',
	'realmId',
	'subject',
	'denied',
	'error',
	'error_description',
	'__proto__',
]);

function itemOf(fields: IDataObject, state: SignedState | undefined, values: IDataObject): IDataObject {
	const subject = state?.subject === undefined ? {} : { subject: state.subject };
	const others = Object.entries(values).filter(([name]) => !RESERVED.has(name));
	return { ...fields, ...subject, ...Object.fromEntries(others) };
}

/** Replaces a redirect too, so that the browser's back button does not lead forward again. */
function alreadyLinked(next: Next): Page {
	if (!('redirectTo' in next)) return pages.alreadyLinked;
	return { ...pages.alreadyLinked, continueTo: next.redirectTo };
}

/** The page for an error. Also logs a line for the owner of the workflow. */
function pageOf(context: IWebhookFunctions, error: unknown, isSigned: boolean): Page {
	const isOfService = error instanceof Problem && !isUnsent(error);
	log(context, isOfService ? 'service' : 'settings', sentencesOf(error));
	return isOfService ? pageOfProblem(error, isSigned) : pages.notReady;
}
