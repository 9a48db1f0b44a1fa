import { createServer, type RequestListener } from 'node:http';

import { Address } from '../../sandbox/server/address';

/** An HTTP server that a test controls, for behavior that no service should have. */
export interface HttpServer {
	readonly url: string;
	/** `METHOD /path` of the requests so far. */
	requests: string[];
	/** Connections that are open. */
	open: () => Promise<number>;
	/** Leaves its URL for one that it never had before. The node has learned nothing about that one. */
	move: () => Promise<void>;
	stop: () => Promise<void>;
}

/** Starts a server on 127.0.0.1. */
export async function startHttpServer(listener: RequestListener): Promise<HttpServer> {
	const requests: string[] = [];
	const server = createServer((request, response) => {
		requests.push(`${request.method} ${request.url}`);
		listener(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = new Address(server);
	return {
		get url() {
			return address.url;
		},
		requests,
		open: async () =>
			await new Promise((resolve, reject) =>
				server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
			),
		move: async () => void (await address.change()),
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
