import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Service } from '../../sandbox/service';

export interface Reply {
	status: number;
	headers: Headers;
	text: string;
	/** The body read as JSON; undefined when it is none. */
	json: unknown;
}

export interface Sending {
	/** Value of the key; null sends no Authorization header. Default: the admin key. */
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

/** Sends one request as any HTTP client would; redirects are not followed. */
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

export interface Received {
	headers: IncomingHttpHeaders;
	body: Buffer;
}

/** A webhook receiver that keeps the raw bytes and answers as told: `statuses` in turn, the last one for ever. */
export async function startReceiver(...statuses: Array<number | 'never'>) {
	const received: Received[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			received.push({ headers: request.headers, body: Buffer.concat(chunks) });
			const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200;
			if (status !== 'never') response.writeHead(status).end('thanks');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
		received,
		stop: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
