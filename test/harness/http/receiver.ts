import http, {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type OutgoingHttpHeaders,
	type ServerResponse,
} from 'node:http';

import { Address } from '../../../sandbox/server/address';

/** An HTTP server on 127.0.0.1. */
export interface Listener {
	/** Without a slash at the end. */
	readonly url: string;
	/** Leaves its URL for one that it never had before. The node has learned nothing about that one. */
	readonly move: () => Promise<void>;
	/** Stops it and closes every connection. */
	readonly stop: () => Promise<void>;
}

export interface Received {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	/** The unchanged body. */
	body: Buffer;
}

export interface Reply {
	/** By default 200. */
	status?: number;
	headers?: OutgoingHttpHeaders;
	/** An object is sent as JSON. */
	body?: string | Buffer | object;
}

/** A server that keeps all requests in the order of arrival. */
export interface Receiver extends Listener {
	readonly received: Received[];
	/** Sets the response to all later requests. */
	answer(reply: Reply): void;
}

/** Starts a server that passes requests and responses to `handle`. @param port by default a free one */
export async function listen(
	handle: (request: IncomingMessage, response: ServerResponse) => void,
	port = 0,
): Promise<Listener> {
	const server = createServer(handle);
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	const address = new Address(server);
	return {
		get url() {
			return address.url;
		},
		move: async () => void (await address.change()),
		stop: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

/**
 * Starts a server that reads and keeps every request.
 *
 * @param reply returns the response to a request, by default 200 and an empty object. Undefined leaves the request
 * without a response.
 */
export async function startReceiver(
	reply: (request: Received) => Promise<Reply> | Reply | undefined = () => ({ body: {} }),
): Promise<Receiver> {
	const received: Received[] = [];
	let replyNow = reply;
	const take = async (request: IncomingMessage, response: ServerResponse) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const { method = '', url = '', headers } = request;
		const one = { method, path: url, headers, body: Buffer.concat(chunks) };
		received.push(one);
		const answer = await replyNow(one);
		if (answer) send(response, answer);
	};
	// An incomplete request does not count.
	const listener = await listen((request, response) => void take(request, response).catch(() => undefined));
	return Object.assign(listener, {
		received,
		answer: (next: Reply) => void (replyNow = () => next),
	});
}

/** The body of a request as JSON. An empty body counts as an empty object. */
export function jsonOf<T = Record<string, unknown>>({ body }: Received): T {
	return JSON.parse(body.toString() || '{}') as T;
}

function send(response: ServerResponse, { status = 200, headers, body = '' }: Reply): void {
	const isText = typeof body === 'string' || Buffer.isBuffer(body);
	const type = isText ? 'text/plain' : 'application/json';
	response.writeHead(status, { 'content-type': type, ...headers }).end(isText ? body : JSON.stringify(body));
}

/** The result of one attempt. Status 0 means a broken connection or a timeout. */
export interface Answer {
	status: number;
	milliseconds: number;
	text: string;
}

export interface Post {
	url: string;
	headers?: http.OutgoingHttpHeaders;
	body?: Buffer | string;
	timeout: number;
	/**
	 * Shares connections. Without one, each attempt has its own: a server that was busy closes idle connections before it
	 * reads what has arrived on them.
	 */
	agent?: http.Agent;
}

/**
 * Posts once and never throws: a broken connection is a result too. Each connection is kept until the response is read.
 * With `Connection: close`, a server that refuses a large body unread resets the connection, and its response is lost.
 */
export async function post({ url, headers, body, timeout, agent }: Post): Promise<Answer> {
	const startedAt = performance.now();
	return await new Promise((resolve) => {
		let text = '';
		const own = agent ?? new http.Agent({ keepAlive: true });
		const settle = (status: number) => {
			clearTimeout(timer);
			if (own !== agent) own.destroy();
			resolve({ status, milliseconds: performance.now() - startedAt, text });
		};
		const request = http.request(url, { method: 'POST', headers, agent: own }, (response) => {
			response.on('data', (chunk: Buffer) => (text += chunk.toString()));
			response.on('end', () => settle(response.statusCode ?? 0));
			response.on('error', () => settle(0));
		});
		request.on('error', (error) => {
			text ||= error.message;
			settle(0);
		});
		const timer = setTimeout(() => request.destroy(new Error('timed out')), timeout);
		request.end(body);
	});
}
