import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { Page } from './pages';

/** Allows no script and no foreign content. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The address of the page contains the code. So no cache may keep it, and no other page may learn it. */
const HEADERS = {
	'Content-Security-Policy': `${POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
	// n8n replaces the policy above, which alone would keep other sites from framing the page.
	'X-Frame-Options': 'DENY',
	'Referrer-Policy': 'no-referrer',
	'Cache-Control': 'no-store',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
};

/**
 * Responds at once.
 *
 * @param item starts the workflow. n8n records the execution only after this response.
 */
export function respond(
	context: IWebhookFunctions,
	page: Page,
	item?: INodeExecutionData,
): IWebhookResponseData {
	const html = prepare(context, page);
	context.getResponseObject().status(page.status).send(html);
	return { noWebhookResponse: true, ...(item && { workflowData: [[item]] }) };
}

/**
 * Starts the workflow. n8n sends the response after it has recorded the execution, so that it does not report a
 * success too early. The status comes from the trigger's description. If n8n cannot record the execution, it responds
 * with 500 instead.
 */
export function respondAfterStart(
	context: IWebhookFunctions,
	page: Page,
	item: INodeExecutionData,
): IWebhookResponseData {
	return { webhookResponse: prepare(context, page), workflowData: [[item]] };
}

/** Sets the headers, and returns the body. Express sends a text as HTML by default (Express, `res.send`). */
function prepare(context: IWebhookFunctions, page: Page): string {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
	if (page.status === 303 && page.continueTo !== undefined) response.setHeader('Location', page.continueTo);
	return toHtml(page);
}

/** Escapes text for HTML elements and for quoted attributes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const MARKS = { good: '✓', neutral: 'i', bad: '!' } as const;

/**
 * The page as an HTML document. The texts of the workflow's owner may be in any language, so their elements have an
 * unknown one (`lang=""`). All texts are plain, and escaped here.
 */
export function toHtml({ mood, title, text, own = {}, continueTo }: Page): string {
	const heading = escapeHtml(own.title ?? title);
	const titleLanguage = own.title === undefined ? '' : ' lang=""';
	const paragraphs = own.text?.split(/\n+/).filter((line) => line.trim() !== '') ?? text;
	const textLanguage = own.text === undefined ? '' : ' lang=""';
	const lines = paragraphs.map((line) => `<p${textLanguage}>${escapeHtml(line)}</p>`);
	if (continueTo !== undefined) lines.push(`<p><a href="${escapeHtml(continueTo)}">Continue</a></p>`);
	// The document repeats the policy, because n8n replaces the one in the header.
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title${titleLanguage}>${heading}</title>
<style>${STYLE}</style>
</head>
<body>
<main class="${mood}">
<div class="mark" aria-hidden="true">${MARKS[mood]}</div>
<h1${titleLanguage}>${heading}</h1>
${lines.join('\n')}
</main>
</body>
</html>
`;
}

const STYLE = `
:root { --back: #f3f4f7; --card: #fff; --edge: #dfe2ea; --text: #1c2230; --soft: #525b6e;
	--good: #18774c; --neutral: #5b6478; --bad: #b3401f; --on: #fff; }
@media (prefers-color-scheme: dark) {
	:root { --back: #12151c; --card: #1b202a; --edge: #2e3542; --text: #eceff5; --soft: #b0b8c8;
		--good: #52c58f; --neutral: #98a2b5; --bad: #f08a68; --on: #12151c; }
}
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; min-height: 100dvh; display: grid; grid-template-columns: minmax(0, 27rem);
	place-content: center; padding: 1.25rem;
	background: var(--back); color: var(--text); font: 1.0625rem/1.55 system-ui, sans-serif; }
main { padding: 2.25rem 1.75rem; background: var(--card);
	border: 1px solid var(--edge); border-radius: 1rem; text-align: center; overflow-wrap: break-word; }
.mark { width: 3.25rem; height: 3.25rem; margin: 0 auto 1.25rem; border-radius: 50%; color: var(--on);
	font-size: 1.625rem; font-weight: 700; line-height: 3.25rem; }
.good .mark { background: var(--good); } .neutral .mark { background: var(--neutral); } .bad .mark { background: var(--bad); }
h1 { font-size: 1.375rem; line-height: 1.3; margin-bottom: .75rem; text-wrap: balance; }
p { color: var(--soft); text-wrap: balance; } p + p { margin-top: .75rem; }
p:has(a) { margin-top: 1.5rem; }
a { display: inline-block; padding: .7rem 1.5rem; border-radius: .6rem; background: var(--text); color: var(--card);
	font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 3px solid var(--good); outline-offset: 3px; }
`;
