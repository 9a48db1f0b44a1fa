import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { CONTENT_SECURITY_POLICY, toHtml } from './html';
import { pages } from './pages';
import type { Next } from './settings';

/** The address of the page contains the code. So no cache may keep it, and no other page may learn it. */
const HEADERS = {
	'Content-Security-Policy': `${CONTENT_SECURITY_POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
	// n8n replaces the policy above, which alone would keep other sites from framing the page.
	'X-Frame-Options': 'DENY',
	'Referrer-Policy': 'no-referrer',
	'Cache-Control': 'no-store',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
};

/** The browser follows with GET. n8n gets the same status from the trigger's description. */
const SEE_OTHER = 303;

/**
 * Responds at once.
 *
 * @param item starts the workflow. n8n records the execution only after this response.
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
 * Starts the workflow. n8n sends the response after it has recorded the execution, so that it does not report a
 * success too early. The status comes from the trigger's description. If n8n cannot record the execution, it responds
 * with 500 instead.
 */
export function respondAfterStart(
	context: IWebhookFunctions,
	next: Next,
	item: INodeExecutionData,
): IWebhookResponseData {
	return { webhookResponse: prepare(context, next), workflowData: [[item]] };
}

/** Sets the headers, and returns the body. Express sends a text as HTML by default (Express, `res.send`). */
function prepare(context: IWebhookFunctions, next: Next): string {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
	if (!('redirectTo' in next)) return toHtml(next.page);
	response.setHeader('Location', next.redirectTo);
	// For a browser that does not follow the redirect.
	return toHtml({ ...pages.movingOn, continueTo: next.redirectTo });
}
