import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server that a test controls, for behavior that no service should have. */
export interface HttpServer {
	url: string;
	/** `METHOD /path` of the requests so far. */
	requests: string[];
	/** Connections that are open. */
	open: () => Promise<number>;
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
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		open: async () =>
			await new Promise((resolve, reject) =>
				server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
			),
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
