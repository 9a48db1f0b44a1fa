import dgram from 'node:dgram';
import net from 'node:net';

/**
 * Below the ports that Linux, macOS and Windows use for outgoing connections, so that no connection takes one of
 * these.
 */
const FIRST = 20_000;
const COUNT = 10_000;
const MOST_TRIES = 100;

/**
 * Reserves a TCP port of the loopback interface for a server that cannot choose one itself. Until it ends, this process
 * holds the UDP port of the same number. That tells our other processes that the port is taken, also while the server
 * is down between two starts.
 *
 * @param candidates the ports to choose from
 */
export async function freePort(candidates: Iterable<number> = randomPorts()): Promise<number> {
	for (const port of candidates) {
		if ((await isPortFree(port)) && (await reserve(port))) return port;
	}
	throw new Error('None of the tried ports is free.');
}

function* randomPorts(): Generator<number> {
	for (let tries = 0; tries < MOST_TRIES; tries += 1) yield FIRST + Math.floor(Math.random() * COUNT);
}

/** Only one socket of the machine gets the UDP port, and the system frees it with the process. */
async function reserve(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = dgram.createSocket('udp4').unref();
		socket.once('error', () => socket.close(() => resolve(false)));
		socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
	});
}

/** True when a server could listen on `port` of the loopback interface. */
export async function isPortFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = net.createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}
