import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A storage for files outside of the service, which `blobUrl` may point to: another origin, without keys. */
export interface FileStorage {
	/** `http://127.0.0.1:<port>` */
	readonly url: string;
	/** The received requests, in order. */
	readonly requests: Array<{ path: string; headers: IncomingHttpHeaders }>;
	/** Sets the handler of a path. Every other path responds with 404. */
	answer(path: string, handler: (request: IncomingMessage, response: ServerResponse) => void): void;
	/** Makes a path respond with a file. */
	hold(path: string, content: string, headers?: Record<string, string>): void;
	/** The number of open connections. */
	connections(): Promise<number>;
	stop(): Promise<void>;
}

/** Starts a storage on 127.0.0.1. */
export async function startFileStorage(): Promise<FileStorage> {
	const handlers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
	const requests: FileStorage['requests'] = [];
	const server = createServer((request, response) => {
		const path = request.url ?? '';
		requests.push({ path, headers: request.headers });
		const handler = handlers.get(path);
		if (handler) handler(request, response);
		else response.writeHead(404).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		answer: (path, handler) => void handlers.set(path, handler),
		hold: (path, content, headers = {}) =>
			void handlers.set(path, (_request, response) => {
				response.writeHead(200, { 'content-length': Buffer.byteLength(content), ...headers }).end(content);
			}),
		connections: async () =>
			await new Promise((resolve, reject) =>
				server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
			),
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
