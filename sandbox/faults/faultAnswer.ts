import { STATUS_CODES } from 'node:http';
import { tooManyRequests } from '../base/rateLimit';
import type { Fault } from './fault';

/** The response of a fault, which replaces the real one. With a status of null the real status stays. */
export interface FaultAnswer {
	status: number | null;
	headers: Record<string, string>;
	body: string;
}

const json = { 'content-type': 'application/json; charset=utf-8' };

/**
 * The response of a fault, or undefined for the kinds without one.
 *
 * @param realBody the text that the service was going to send, empty before it acts
 */
export function faultAnswer(fault: Fault, realBody = ''): FaultAnswer | undefined {
	const headers = fault.headers ?? {};
	switch (fault.kind) {
		case 'status':
			return {
				status: fault.status ?? 500,
				headers: { ...json, ...headers },
				body: fault.body === undefined ? defaultBody(fault.status ?? 500) : text(fault.body),
			};
		case 'rateLimit':
			return rateLimitAnswer(fault);
		case 'html':
			return {
				status: fault.status ?? 200,
				headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
				body: '<!doctype html><title>Sandbox</title><p>This is a web page, not an API response.</p>',
			};
		case 'redirect':
			return {
				status: fault.status ?? 302,
				headers: { location: fault.location ?? '', ...headers },
				body: '',
			};
		case 'empty':
			return { status: fault.status ?? null, headers, body: '' };
		case 'truncate':
			return { status: fault.status ?? null, headers, body: half(realBody) };
		default:
			return undefined;
	}
}

/** The first half of a text. */
export const half = (body: string) => body.slice(0, Math.floor(body.length / 2));

const text = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

function defaultBody(status: number): string {
	const error = STATUS_CODES[status] ?? `Status ${status}`;
	if (status < 400) return '{}';
	if (status === 400) return JSON.stringify({ error });
	return JSON.stringify({ error, message: 'The sandbox was configured to return this status.' });
}

function rateLimitAnswer(fault: Fault): FaultAnswer {
	const { retryAfter, headers = {} } = fault;
	if (retryAfter === undefined) {
		return { status: 429, headers: { ...json, ...headers }, body: defaultBody(429) };
	}
	const limit = {
		'x-ratelimit-limit': '1',
		'x-ratelimit-remaining': '0',
		'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + retryAfter),
		'x-ratelimit-window': '60',
	};
	const { body, headers: answerHeaders } = tooManyRequests(retryAfter, limit);
	const asDate = fault.retryAfterAs === 'date' && {
		'retry-after': new Date(Date.now() + retryAfter * 1000).toUTCString(),
	};
	return {
		status: 429,
		headers: { ...json, ...answerHeaders, ...asDate, ...headers },
		body: JSON.stringify(body),
	};
}
