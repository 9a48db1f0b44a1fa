import type { IWebhookFunctions } from 'n8n-workflow';

/** Programs that open every address they find: link previews of messengers, and search engines. */
const PROGRAM = /bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp\/|embedly|pinterest/i;

/**
 * Whether the request seems to come from a person who opens the page. Link previews and browsers that prefetch the
 * page must not use up the code. A wrong guess costs one click.
 */
export function isPerson(headers: ReturnType<IWebhookFunctions['getHeaderData']>): boolean {
	const purpose = [headers['sec-purpose'], headers.purpose, headers['x-moz'], headers['x-purpose']].join();
	return !/prefetch|prerender|preview/i.test(purpose) && !PROGRAM.test(headers['user-agent'] ?? '');
}
