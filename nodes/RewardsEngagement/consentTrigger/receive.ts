import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { ended } from '../api/serviceWords';
import { InvalidParameter } from '../errors/invalidParameter';
import { ServiceProblem } from '../errors/serviceProblem';
import {
	addressOnly,
	verifyState,
	withState,
	type SignedState,
	type StateRefusal,
} from '../shared/signedState';
import { codeExchangesOf, type Decision } from './codeExchanges';
import { exchangeForMember } from './exchangeForMember';
import { isPerson } from './linkPreview';
import { log } from './log';
import { ownAddress } from './ownAddress';
import { pageOfProblem, pageOfRefusal, pages, type Page } from './pages';
import { CONTINUE, isTooLong, queryValues, readRedirect, type Redirect } from './redirect';
import { respond, respondAfterStart } from './respond';
import { Settings, type Next } from './settings';
import { itemOfState } from './usedStates';
import { addressOfClient } from './visitor';

/** The only error that is a decision of the person (RFC 6749, section 4.1.2.1). */
const DENIED = 'access_denied';

/** A person who came back, and the state that vouches for them. */
interface Arrival {
	redirect: Redirect;
	settings: Settings;
	/** With its token. */
	state?: SignedState & { token: string };
	/** When the state was looked at: it must not expire before what it was used for is looked up. */
	now: number;
}

/**
 * Takes a person who comes back from the consent page. Every branch gives exactly one answer, nothing is thrown, and
 * only a member who consented, or a denial with a signed state, starts the workflow.
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
	// Whoever changed it, or kept it too long, does not come in as somebody without one.
	if (typeof state === 'string') return respond(context, { page: pageOfRefusal(state) });
	const arrival = { redirect, settings, state, now };
	// A denial needs no state to be shown: it changes nothing.
	if (redirect.error === DENIED) return await takeDenial(context, arrival);
	// No decision was made. The same link may lead to the consent page once more.
	if (redirect.error !== undefined) return respond(context, { page: pages.failedBefore });
	if (redirect.code === undefined) return respond(context, { page: pages.noCode });
	if (settings.requiresState() && !state) {
		const isForeign = redirect.foreignState !== undefined;
		return respond(context, { page: pageOfRefusal(isForeign ? 'forged' : 'missing') });
	}
	if (!redirect.isContinued && !isPerson(context.getHeaderData())) {
		return respond(context, { page: goOn(redirect) });
	}
	return await takeCode(context, redirect.code, arrival);
}

/** The state that vouches for the redirect, or why it does not; `undefined` when none claims to. */
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
		log(context, 'settings', `A signed state is for another redirect URI than ${expected.address}.`);
	}
	if (typeof state === 'string') return state;
	return state.place === place ? { ...state, token } : 'forged';
}

async function takeCode(
	context: IWebhookFunctions,
	code: string,
	{ redirect, settings, state, now }: Arrival,
): Promise<IWebhookResponseData> {
	// A slip in them must be found before the code is used up.
	const [realmId, next] = [settings.realmId(), settings.next('success')];
	const redirectUri = state
		? withState(state.redirectUri, state.place, state.token)
		: redirect.redirectUri(ownAddress(context));
	const attempt = { ...visitorOf(context, state), now, code, answer: context.getResponseObject() };
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
	const attempt = { ...visitorOf(context, state), now, answer: context.getResponseObject() };
	const denial = await codeExchangesOf(context).take(attempt, () => Promise.resolve(item));
	// Opened once more, the page is the same, and starts nothing.
	if (denial.part === 'done') return respond(context, next);
	if (denial.part === 'start') return respond(context, next, itemOfState(denial.result, state));
	return respond(context, { page: pageOfDecision(context, denial.part) });
}

function visitorOf(context: IWebhookFunctions, state: Arrival['state']) {
	return { address: addressOfClient(context), state };
}

/** The page for whoever starts nothing. */
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
				'More signed states are in use than can be remembered. Shorten "State Lifetime" where they are made.',
			);
			return pages.busy;
	}
}

/** What came in the query. With a signed state it is what was signed, and nothing that was added on the way. */
function valuesOf({ values, foreignState }: Redirect, state: SignedState | undefined): IDataObject {
	if (state) return queryValues(state.redirectUri);
	return foreignState === undefined ? values : { ...values, state: foreignState };
}

/** Fields that say who an item is about: a query value of the same name must not pass for one of them. */
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

/** The page that a person is asked to go on from. A program that only looks does not press the button. */
function goOn({ query }: Redirect): Page {
	return { ...pages.oneMoreStep, button: { label: 'linkMyAccount', href: `?${query}&${CONTINUE}=yes` } };
}

/** Shown in the place of a redirect too, so that the browser's way back does not lead forward again. */
function alreadyLinked(next: Next): Page {
	if (!('redirectTo' in next)) return pages.alreadyLinked;
	return { ...pages.alreadyLinked, button: { label: 'goOn', href: next.redirectTo } };
}

/** The page for what went wrong, and a line in the log for the owner of the workflow. */
function pageOf(context: IWebhookFunctions, error: unknown, isSigned: boolean): Page {
	if (error instanceof ServiceProblem) {
		log(context, 'service', `${ended(error.message)} ${error.problem.description}`);
		return pageOfProblem(error, isSigned);
	}
	const advice = error instanceof InvalidParameter ? ` ${error.description ?? ''}` : '';
	log(context, 'settings', `${ended(error instanceof Error ? error.message : String(error))}${advice}`);
	return pages.notReady;
}
