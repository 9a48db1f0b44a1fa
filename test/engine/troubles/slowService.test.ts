import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { sleep, type INodeParameters } from 'n8n-workflow';

import { useSteadyClock } from '../../harness/clock';
import { until } from '../../harness/process/wait';
import { runNode } from '../engine';
import { startHttpServer, type HttpServer } from '../httpServer';

useSteadyClock();

const REALM = 'a00000000000000000000001';
const servers: HttpServer[] = [];
afterEach(async () => {
	for (const server of servers.splice(0)) await server.stop();
});

async function start(listener: RequestListener): Promise<HttpServer> {
	const server = await startHttpServer(listener);
	servers.push(server);
	return server;
}

const credentialFor = ({ url }: HttpServer) => ({ baseUrl: url, apiKey: 'key', realmId: REALM });

const reading: INodeParameters = { resource: 'realm', operation: 'get' };
const paying: INodeParameters = {
	resource: 'member',
	operation: 'transferBalance',
	serviceId: 'b00000000000000000000001',
	recipientId: 'b00000000000000000000002',
	amount: 5,
};

const run = async (server: HttpServer, parameters: INodeParameters, signal?: AbortSignal) =>
	await runNode({
		credential: credentialFor(server),
		parameters: { ...parameters, options: { timeoutSeconds: 0.5, retries: 0 } },
		onError: 'continueErrorOutput',
		signal,
	});

/** Sends a byte every tenth of a second, without end. */
function drip(target: ServerResponse | Socket, piece: string): void {
	const timer = setInterval(() => target.write(piece), 100);
	target.on('close', () => clearInterval(timer));
}

async function untilClosed(server: HttpServer): Promise<void> {
	const since = Date.now();
	await until('the connection to be closed', async () => (await server.open()) === 0);
	expect(Date.now() - since).toBeLessThan(1_000);
}

const drippingBody: RequestListener = (_request, response) => {
	response.writeHead(200, { 'content-type': 'application/json' });
	response.write('{"id":"');
	drip(response, ' ');
};

const drippingCompressedBody: RequestListener = (_request, response) => {
	response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
	response.write(Buffer.from('1f8b0808000000000003', 'hex'));
	drip(response, 'x');
};

const drippingHeaders: RequestListener = (_request, response) => {
	const socket = response.socket as Socket;
	socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
	drip(socket, 'x');
};

const silent: RequestListener = () => {};

describe.each([
	['a body that drips', drippingBody],
	['a compressed body that drips', drippingCompressedBody],
	['headers that drip', drippingHeaders],
	['no answer', silent],
])('%s', (_what, listener) => {
	it('ends at the time-out of the request, with its connection closed', async () => {
		const server = await start(listener);
		const startedAt = Date.now();
		const { errorItems } = await run(server, reading);
		expect(Date.now() - startedAt).toBeLessThan(1_500);
		expect(errorItems[0]?.json.error).toBe('The service did not respond in time');
		await untilClosed(server);
	});

	it('leaves it unknown whether a payment was made, and sends it once', async () => {
		const server = await start(listener);
		const { errorItems } = await run(server, paying);
		expect(errorItems[0]?.json).toMatchObject({
			error: 'Outcome unknown: the service did not respond in time',
			details: { outcome: 'unknown' },
		});
		expect(server.requests).toHaveLength(1);
		await untilClosed(server);
	});

	it('ends at once when the execution is cancelled, with its connection closed', async () => {
		const server = await start(listener);
		const abort = new AbortController();
		const credential = credentialFor(server);
		const running = runNode({ credential, parameters: reading, signal: abort.signal }).catch(() => undefined);
		await until('the request', () => server.requests.length > 0);
		await sleep(200);
		abort.abort();
		await untilClosed(server);
		await running;
		expect(server.requests).toHaveLength(1);
	});
});

it('a slow answer that is complete within the time-out is taken', async () => {
	const server = await start((_request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		[...'{"id":"x"}'].forEach((piece, index) => setTimeout(() => response.write(piece), index * 20));
		setTimeout(() => response.end(), 250);
	});
	expect((await run(server, reading)).items[0]?.json).toEqual({ id: 'x' });
});

describe('an answer without end', () => {
	const endless: RequestListener = (_request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		const megabyte = Buffer.alloc(1024 * 1024, 0x20);
		const pour = () => {
			while (!response.destroyed && response.write(megabyte));
			if (!response.destroyed) response.once('drain', pour);
		};
		pour();
	};
	const options = { timeoutSeconds: 30, retries: 4 };

	it('is read to 64 MiB, once, and its connection closed', async () => {
		const server = await start(endless);
		const parameters = { ...reading, options };
		const { error } = await runNode({ credential: credentialFor(server), parameters });
		expect(error?.message).toBe('The response cannot be processed: the response is larger than 64 MiB');
		expect(server.requests).toHaveLength(1);
		await untilClosed(server);
	});

	it('leaves it unknown whether a payment was made', async () => {
		const server = await start(endless);
		const parameters = { ...paying, options };
		const { error } = await runNode({ credential: credentialFor(server), parameters });
		expect(error?.message).toContain('Outcome unknown: ');
		expect(server.requests).toHaveLength(1);
	});
});

it('an answer with a byte order mark is read', async () => {
	const server = await start((_request, response) => response.end('\ufeff{"id":"x"}'));
	expect((await run(server, reading)).items[0]?.json).toEqual({ id: 'x' });
});

it('a payment whose response broke off may have been made', async () => {
	const server = await start((_request, response) => {
		response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
		response.write('{"id":');
		setTimeout(() => response.destroy(), 50);
	});
	const { errorItems } = await run(server, paying);
	expect(errorItems[0]?.json).toMatchObject({ details: { outcome: 'unknown' } });
	expect(server.requests).toHaveLength(1);
});

it('leaves no timer behind for each request', async () => {
	const server = await start((_request, response) => response.end('{"id":"x"}'));
	const input = Array.from({ length: 200 }, (_, index) => ({ realm: String(index).padStart(24, '0') }));
	await runNode({
		credential: credentialFor(server),
		parameters: { ...reading, realmId: '={{ $json.realm }}' },
		input,
	});
	expect(server.requests).toHaveLength(200);
	expect(jest.getTimerCount()).toBeLessThan(20);
});

describe('a file', () => {
	const job = (file: string) => ({
		jobId: 'x',
		status: 'PUBLISHED',
		progress: 100,
		blobUrl: file,
		fileName: 'members.csv',
		expiresAt: '2999-01-01',
	});

	/** A service whose finished export has this file. */
	async function storage(sendFile: RequestListener): Promise<HttpServer> {
		const server: HttpServer = await start((request, response) => {
			if (request.url === '/file') return sendFile(request, response);
			response.setHeader('content-type', 'application/json');
			return response.end(JSON.stringify(job(`${server.url}/file`)));
		});
		return server;
	}

	const downloading: INodeParameters = { resource: 'export', operation: 'download', jobId: 'x' };

	it('that stops coming ends after the time-out, with its connection closed', async () => {
		const server = await storage((_request, response) => {
			response.writeHead(200, { 'content-length': 1_000 });
			response.write('a,b\n');
		});
		const startedAt = Date.now();
		const { errorItems } = await run(server, downloading);
		expect(errorItems[0]?.json.error).toBe('The download stalled: no data arrived for 0.5 seconds');
		expect(Date.now() - startedAt).toBeLessThan(2_500);
		await untilClosed(server);
	});

	it('that comes slowly may take many times the time-out', async () => {
		const server = await storage((_request, response) => {
			response.writeHead(200, { 'content-type': 'text/csv' });
			for (let piece = 0; piece < 8; piece++) setTimeout(() => response.write('a,b\n'), piece * 250);
			setTimeout(() => response.end(), 2_000);
		});
		const { items } = await run(server, downloading);
		expect(items[0]?.binary?.data).toMatchObject({ fileName: 'members.csv', bytes: 32 });
	});

	it('that never begins ends at the time-out', async () => {
		const server = await storage(drippingHeaders);
		const { errorItems } = await run(server, downloading);
		expect(errorItems[0]?.json.error).toBe(
			'The file could not be downloaded: the response was not complete in time',
		);
		await untilClosed(server);
	});
});
