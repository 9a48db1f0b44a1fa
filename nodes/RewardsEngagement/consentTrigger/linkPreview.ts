import type { IWebhookFunctions } from 'n8n-workflow';

/** Programs that open an address because it was written somewhere: link previews of messengers, search engines. */
const PROGRAM = /bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp\/|embedly|pinterest/i;

/**
 * Whether the request is somebody who opens the page, as far as can be told. A browser
 * that loads the page in advance and a link preview must not use up the code. A mistake costs one click.
 */
export function isPerson(headers: ReturnType<IWebhookFunctions['getHeaderData']>): boolean {
	const purpose = [headers['sec-purpose'], headers.purpose, headers['x-moz'], headers['x-purpose']].join();
	return !/prefetch|prerender|preview/i.test(purpose) && !PROGRAM.test(headers['user-agent'] ?? '');
}
