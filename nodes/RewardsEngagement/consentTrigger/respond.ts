import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { CONTENT_SECURITY_POLICY, toHtml } from './html';
import { languageOf } from './language';
import { pages, type Page } from './pages';
import type { Next } from './settings';

/** The address of the page holds the code: nobody may keep it, and no other page may learn it. */
const HEADERS = {
	'Content-Security-Policy': `${CONTENT_SECURITY_POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
	// n8n puts its own policy in the place of the one above, which alone would let nobody frame the page.
	'X-Frame-Options': 'DENY',
	'Referrer-Policy': 'no-referrer',
	'Cache-Control': 'no-store',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
	Vary: 'Accept-Language',
};

/** Go there with GET. The trigger's description has the same status for n8n. */
const SEE_OTHER = 303;

/**
 * Answers at once.
 *
 * @param item starts the workflow, which n8n records only after this answer
 */
export function respond(
	context: IWebhookFunctions,
	next: Next,
	item?: INodeExecutionData,
): IWebhookResponseData {
	const response = context.getResponseObject();
	const html = prepare(context, next);
	response.status('redirectTo' in next ? SEE_OTHER : next.page.status).send(html);
	return { noWebhookResponse: true, ...(item ? { workflowData: [[item]] } : {}) };
}

/**
 * Starts the workflow, and has n8n send the answer once the run is recorded: nobody is told that it worked when it did
 * not. The status is the one of the trigger's description. When the run cannot be recorded, n8n answers 500 instead.
 */
export function respondAfterStart(
	context: IWebhookFunctions,
	next: Next,
	item: INodeExecutionData,
): IWebhookResponseData {
	return { webhookResponse: prepare(context, next), workflowData: [[item]] };
}

/** Sets the headers, and gives the body. A text is sent as HTML unless told otherwise (Express, `res.send`). */
function prepare(context: IWebhookFunctions, next: Next): string {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
	const page = 'redirectTo' in next ? movingOn(next.redirectTo) : next.page;
	if ('redirectTo' in next) response.setHeader('Location', next.redirectTo);
	const language = languageOf(context.getHeaderData()['accept-language']);
	// The words of the workflow's owner may be in any language.
	if (!page.own?.title && !page.own?.text) response.setHeader('Content-Language', language);
	return toHtml(page, language);
}

/** For a browser that does not follow a redirect by itself. */
function movingOn(href: string): Page {
	return { ...pages.movingOn, button: { label: 'goOn', href } };
}
