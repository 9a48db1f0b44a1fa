import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
	path: string;
	headers: IncomingHttpHeaders;
	body: Record<string, unknown>;
}

/** Where a workflow posts to: a chat, a warehouse. Keeps what it was sent. */
export interface Receiver {
	readonly url: string;
	readonly received: Received[];
	/** What the next calls are answered with; 200 and an empty object at first. */
	answer(status: number, body: object): void;
	stop(): Promise<void>;
}

/** Starts a receiver of JSON on 127.0.0.1. */
export async function startReceiver(): Promise<Receiver> {
	const received: Received[] = [];
	let [status, answer]: [number, object] = [200, {}];
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk) => (body += String(chunk)));
		request.on('end', () => {
			received.push({
				path: request.url ?? '',
				headers: request.headers,
				body: JSON.parse(body || '{}') as Received['body'],
			});
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		received,
		answer: (nextStatus, nextBody) => void ([status, answer] = [nextStatus, nextBody]),
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
