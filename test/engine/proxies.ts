import http from 'node:http';
import net from 'node:net';
import https from 'node:https';
import type { IncomingMessage, ServerResponse, RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import type { Certificate } from '../harness/tls/certificate';

/** The behavior of a proxy with requests that it should pass on. */
export type Manner =
	| 'passes on'
	| 'breaks off'
	| 'breaks off once connected'
	| 'breaks off once sent'
	/** Refuses with this status. */
	| number;

/** A forward proxy, as many companies have between their network and the internet. */
export interface ForwardProxy {
	url: string;
	/** `CONNECT host:port`, or `METHOD http://host:port/path`, for each request so far. */
	asked: string[];
	manner: Manner;
	stop: () => Promise<void>;
}

/** Starts a proxy on 127.0.0.1, which connects only to this machine. */
export async function startForwardProxy(): Promise<ForwardProxy> {
	const sockets = new Set<Socket>();
	const keep = (socket: Socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
	};
	const server = http.createServer((request, response) => pass(proxy, request, response));
	server.on('connection', keep);
	server.on('connect', (request: IncomingMessage, client: Socket) => {
		const { url: target = '' } = request;
		const { manner } = proxy;
		proxy.asked.push(`CONNECT ${target}`);
		if (typeof manner === 'number') client.end(refusal(manner));
		else if (manner === 'breaks off') client.end();
		else {
			client.write('HTTP/1.1 200 Connection established\r\n\r\n');
			if (manner === 'breaks off once connected') client.end();
			else tunnel(client, target, manner);
		}
	});
	const tunnel = (client: Socket, target: string, manner: Manner) => {
		const onward = net.connect(Number(target.split(':').at(-1)), '127.0.0.1');
		keep(onward);
		client.pipe(onward);
		if (manner === 'passes on') onward.pipe(client);
		else breakOffOnceAnswered(client, onward);
	};
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const proxy: ForwardProxy = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		asked: [],
		manner: 'passes on',
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return proxy;
}

/** An unencrypted request has the whole URL in its first line. */
function pass(proxy: ForwardProxy, request: IncomingMessage, response: ServerResponse): void {
	const { method, headers, url = '' } = request;
	const { manner } = proxy;
	proxy.asked.push(`${method} ${url}`);
	if (typeof manner === 'number') {
		response.writeHead(manner, headersOf(manner)).end(PAGE);
		return;
	}
	if (manner === 'breaks off') {
		response.destroy();
		return;
	}
	const onward = http.request(url, { method, headers, agent: false }, (answer) => {
		if (manner === 'breaks off once sent') response.destroy();
		else answer.pipe(response.writeHead(answer.statusCode!, answer.headers));
	});
	onward.on('error', () => response.destroy());
	request.pipe(onward);
}

/** Passes on the handshake, which the service ends. After the client has sent its request, passes on nothing more. */
function breakOffOnceAnswered(client: Socket, onward: Socket): void {
	let hasAsked = false;
	// The client's first message is its hello. With TLS 1.3 the next one ends the handshake and starts the request.
	let messages = 0;
	client.on('data', () => (hasAsked = ++messages > 1));
	onward.on('data', (piece) => {
		if (!hasAsked) client.write(piece);
		// After the request the service sends session tickets, and then its response. This wait is enough for the
		// service to act.
		else setTimeout(() => client.destroy(), 300);
	});
}

const PAGE = '<html><body>No.</body></html>';

const headersOf = (status: number) => ({
	'content-type': 'text/html',
	'content-length': PAGE.length,
	...(status === 407 && { 'proxy-authenticate': 'Basic realm="proxy"' }),
});

function refusal(status: number): string {
	const headers = Object.entries(headersOf(status)).map(([name, value]) => `${name}: ${value}\r\n`);
	return `HTTP/1.1 ${status} No\r\n${headers.join('')}\r\n${PAGE}`;
}

/** Handles TLS in front of a service. */
export interface TlsFront {
	url: string;
	port: number;
	/** `METHOD /path` of the requests so far. */
	requests: string[];
	stop: () => Promise<void>;
}

/** Passes every request on to an HTTP service. */
export const passOn =
	(target: string): RequestListener =>
	(request, response) => {
		const { method, headers, url = '' } = request;
		const onward = http.request(target + url, { method, headers, agent: false }, (answer) => {
			response.writeHead(answer.statusCode!, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => response.destroy());
		request.pipe(onward);
	};

/** Starts a TLS server on 127.0.0.1 with these certificates, its own first. */
export async function startTlsFront(chain: Certificate[], listener: RequestListener): Promise<TlsFront> {
	const requests: string[] = [];
	const cert = chain.map(({ certificate }) => certificate).join('');
	const server = https.createServer({ key: chain[0]!.key, cert }, (request, response) => {
		requests.push(`${request.method} ${request.url}`);
		listener(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `https://127.0.0.1:${port}`,
		port,
		requests,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
