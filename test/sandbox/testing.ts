import type { Service } from '../../sandbox/service';
import { startReceiver as startAny } from '../harness/http/receiver';

export interface Reply {
	status: number;
	headers: Headers;
	text: string;
	/** The body as JSON, or undefined when it is none. */
	json: unknown;
}

export interface Sending {
	/** Value of the key. Null sends no Authorization header. The default is the admin key. */
	key?: string | null;
	query?: Record<string, string>;
	body?: unknown;
	headers?: Record<string, string>;
	signal?: AbortSignal;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Sends one request like any HTTP client, and does not follow redirects. */
export async function send(
	service: Service,
	method: string,
	path: string,
	sending: Sending = {},
): Promise<Reply> {
	const { key = service.keys.admin, query, body, headers, signal } = sending;
	const url = new URL(path, service.baseUrl);
	for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
	const response = await fetch(url, {
		method,
		headers: {
			...(key === null ? {} : { authorization: `Bearer ${key}` }),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		body: body === undefined ? undefined : JSON.stringify(body),
		redirect: 'manual',
		signal,
	});
	const text = await response.text();
	return { status: response.status, headers: response.headers, text, json: parse(text) };
}

/** A signal that aborts after this time on the test's clock. A busy machine uses up none of a steady clock's time. */
export function abortAfter(milliseconds: number): AbortSignal {
	const controller = new AbortController();
	setTimeout(() => controller.abort(new DOMException('No response in time', 'TimeoutError')), milliseconds);
	return controller.signal;
}

/**
 * A webhook receiver that keeps the raw bytes. It responds with each of `statuses` in turn, then always with the last
 * one.
 */
export async function startReceiver(...statuses: Array<number | 'never'>) {
	let count = 0;
	const { url, ...receiver } = await startAny(() => {
		const status = statuses[Math.min(++count, statuses.length) - 1] ?? 200;
		return status === 'never' ? undefined : { status, body: 'thanks' };
	});
	return { ...receiver, url: `${url}/hook` };
}
