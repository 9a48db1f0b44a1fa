import dgram from 'node:dgram';
import net from 'node:net';
import { once } from 'node:events';

import { freePort } from '../harness/process/ports';

/** The lowest port that Linux uses for an outgoing connection. Those of macOS and Windows start higher. */
const FIRST_OF_CONNECTIONS = 32_768;

/** The same module as in another process, without the state of this one. */
async function asAnotherProcess(): Promise<typeof freePort> {
	let other = freePort;
	await jest.isolateModulesAsync(async () => {
		other = (await import('../harness/process/ports')).freePort;
	});
	expect(other).not.toBe(freePort);
	return other;
}

let server: net.Server | undefined;

afterEach(() => void server?.close());

async function listen(port: number): Promise<number> {
	server = net.createServer().listen(port, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as net.AddressInfo).port;
}

it('reserves a port that no connection can take, and that nothing listens on', async () => {
	const port = await freePort();
	expect(port).toBeGreaterThanOrEqual(1_024);
	expect(port).toBeLessThan(FIRST_OF_CONNECTIONS);
	expect(await listen(port)).toBe(port);
});

it('gives a reserved port to no other caller, also before its server listens', async () => {
	const [first, second] = [await freePort(), await freePort()];
	const other = await asAnotherProcess();
	await expect(other([first])).rejects.toThrow('None of the tried ports is free.');
	await expect(freePort([second])).rejects.toThrow('None of the tried ports is free.');
});

it('skips a port that another server uses', async () => {
	const taken = await listen(0);
	const free = await unusedPort();
	expect(await freePort([taken, free])).toBe(free);
});

it('reserves each of several ports only once', async () => {
	const ports = await Promise.all(Array.from({ length: 50 }, async () => await freePort()));
	expect(new Set(ports).size).toBe(50);
});

/** A port that is neither used nor reserved now. */
async function unusedPort(): Promise<number> {
	const socket = dgram.createSocket('udp4').bind(0, '127.0.0.1');
	await once(socket, 'listening');
	const { port } = socket.address();
	socket.close();
	return port;
}
