import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { ServiceProblem } from '../errors/serviceProblem';
import { InvalidParameter } from '../errors/invalidParameter';
import { respond, respondAfterStart } from './respond';
import { ownAddress } from './ownAddress';
import { exchangeForMember } from './exchangeForMember';
import type { Page } from './html';
import { codeExchangesOf } from './codeExchanges';
import { pageOfProblem, pageOfRefusal, pages } from './pages';
import { CONTINUE, queryValues, readRedirect, type Redirect } from './redirect';
import { readSettings, type Next, type Settings } from './settings';
import {
	addressOnly,
	verifyState,
	withState,
	type SignedState,
	type StateRefusal,
} from '../shared/signedState';
import { isPerson } from './linkPreview';

/**
 * Takes a person who comes back from the consent page. Every branch gives exactly one answer, nothing is thrown, and
 * only a member who consented, or a denial with a signed state, starts the workflow.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await receiveRedirect(context, readRedirect(context.getRequestObject().originalUrl));
	} catch (error) {
		return respond(context, { page: pageOf(context, error) });
	}
}

async function receiveRedirect(
	context: IWebhookFunctions,
	redirect: Redirect,
): Promise<IWebhookResponseData> {
	const settings = await readSettings(context);
	const state = stateOf(context, redirect, settings);
	// A denial needs no state to be shown: it changes nothing.
	if (redirect.error !== undefined) return await takeDenial(context, redirect, settings, state);
	if (redirect.code === undefined) return respond(context, { page: pages.noCode });
	if (typeof state === 'string' && settings.requireState) {
		return respond(context, { page: pageOfRefusal(state) });
	}
	if (!redirect.isContinued && !isPerson(context.getHeaderData())) {
		return respond(context, { page: goOn(redirect) });
	}
	return await takeCode(context, redirect.code, redirect, settings, verified(state));
}

/** The state that vouches for the redirect, or why there is none. */
function stateOf(context: IWebhookFunctions, { state }: Redirect, { apiKey, clientId }: Settings) {
	const expected = { clientId, address: addressOnly(ownAddress(context)) };
	const result = verifyState(state, apiKey, expected, Date.now());
	if (result === 'otherAddress') {
		log(context, `A signed state is for another redirect URI than ${expected.address}.`);
	}
	return result;
}

async function takeCode(
	context: IWebhookFunctions,
	code: string,
	redirect: Redirect,
	{ realmId, afterSuccess }: Settings,
	state: SignedState | undefined,
): Promise<IWebhookResponseData> {
	const redirectUri = state
		? withState(state.redirectUri, state.place, redirect.state ?? '')
		: redirect.redirectUri(ownAddress(context));
	const linking = await codeExchangesOf(context).take(code, context.getResponseObject(), async () => {
		const { serviceId, ...more } = await exchangeForMember(context, code, redirectUri);
		return itemOf({ serviceId, realmId }, state, { ...valuesOf(redirect, state), ...more });
	});
	switch (linking.part) {
		case 'start':
			return respondAfterStart(context, afterSuccess, linking.result);
		case 'done':
			return respond(context, { page: alreadyLinked(afterSuccess) });
		case 'wait':
			return respond(context, { page: pages.stillLinking });
		case 'refused':
			return respond(context, { page: pages.busy });
	}
}

async function takeDenial(
	context: IWebhookFunctions,
	redirect: Redirect,
	{ realmId, emitDenials, afterDenial }: Settings,
	signed: ReturnType<typeof stateOf>,
): Promise<IWebhookResponseData> {
	const { error, errorDescription } = redirect;
	const next: Next = error === 'access_denied' ? afterDenial : { page: pages.failedBefore };
	const state = verified(signed);
	if (!emitDenials || !state) return respond(context, next);
	const facts = errorDescription === undefined ? {} : { error_description: errorDescription };
	const item = itemOf({ denied: true, error, ...facts, realmId }, state, valuesOf(redirect, state));
	// Opened once more, the page is the same, and starts nothing.
	const { nonce } = state;
	const denial = await codeExchangesOf(context).take(`denial ${nonce}`, context.getResponseObject(), () =>
		Promise.resolve(item),
	);
	return respond(context, next, denial.part === 'start' ? denial.result : undefined);
}

/** What came in the query. What a signed state vouches for wins over what merely stands in the address. */
function valuesOf({ values, state: unsigned }: Redirect, state: SignedState | undefined): IDataObject {
	if (state) return { ...values, ...queryValues(state.redirectUri) };
	return unsigned === undefined ? values : { ...values, state: unsigned };
}

/** Fields that say who an item is about: a query value of the same name must not pass for one of them. */
const RESERVED = ['serviceId', 'realmId', 'subject', 'denied', 'error', 'error_description'];

function itemOf(facts: IDataObject, state: SignedState | undefined, values: IDataObject): IDataObject {
	const subject = state?.subject === undefined ? {} : { subject: state.subject };
	const others = Object.entries(values).filter(([name]) => !RESERVED.includes(name));
	return { ...facts, ...subject, ...Object.fromEntries(others) };
}

function verified(state: SignedState | StateRefusal): SignedState | undefined {
	return typeof state === 'string' ? undefined : state;
}

/** The page that a person is asked to go on from. A program that only looks does not press the button. */
function goOn({ query }: Redirect): Page {
	return { ...pages.goOn, link: { label: 'Link my account', href: `?${query}&${CONTINUE}=yes` } };
}

/** Shown in the place of a redirect too, so that the browser's way back does not lead forward again. */
function alreadyLinked(next: Next): Page {
	if (!('redirectTo' in next)) return pages.alreadyLinked;
	return { ...pages.alreadyLinked, link: { label: 'Continue', href: next.redirectTo } };
}

/** The page for what went wrong, and a line in the log for the owner of the workflow. */
function pageOf(context: IWebhookFunctions, error: unknown): Page {
	if (error instanceof ServiceProblem) {
		log(context, `${error.message}. ${error.problem.description}`);
		return pageOfProblem(error);
	}
	const advice = error instanceof InvalidParameter ? `. ${error.description ?? ''}` : '';
	log(context, `${error instanceof Error ? error.message : String(error)}${advice}`);
	return pages.notReady;
}

function log(context: IWebhookFunctions, words: string): void {
	context.logger.warn(`"${context.getNode().name}" could not link a member: ${words}`);
}
