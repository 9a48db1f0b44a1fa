import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { root } from '../../scripts/lib/project';

/** A server that tells its port, and soon ends an idle connection. It ends with its standard input. */
const SERVER = `
const server = require('node:http').createServer({ keepAliveTimeout: 1 }, (_, response) => response.end());
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.resume().on('end', () => process.exit());`;

const PRELOADED = path.join(root, 'test/harness/process/keep-idle-connections.cjs');

const ends: Array<() => unknown> = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

async function connectTo(port: number): Promise<Socket> {
	const socket = net.connect(port, '127.0.0.1');
	ends.push(() => socket.destroy());
	await once(socket, 'connect');
	return socket;
}

async function connectToNew(...args: string[]): Promise<Socket> {
	const { stdin, stdout } = spawn(process.execPath, [...args, '-e', SERVER], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	ends.push(() => stdin.end());
	const [port] = (await once(createInterface(stdout), 'line')) as string[];
	return await connectTo(Number(port));
}

async function request(socket: Socket): Promise<string> {
	if (socket.destroyed) return 'ended';
	socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
	const [data] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer | boolean];
	return Buffer.isBuffer(data) ? data.toString().slice(0, 15) : 'ended';
}

it('a server of the tests, and n8n, respond on a connection that another server would have ended', async () => {
	const own = http
		.createServer({ keepAliveTimeout: 1 }, (_, response) => response.end())
		.listen(0, '127.0.0.1');
	ends.push(() => own.close());
	await once(own, 'listening');
	const [ofTests, preloaded, usual] = [
		await connectTo((own.address() as AddressInfo).port),
		await connectToNew('--require', PRELOADED),
		await connectToNew(),
	];
	for (const socket of [ofTests, preloaded, usual]) expect(await request(socket)).toBe('HTTP/1.1 200 OK');
	await once(usual, 'close');
	for (const socket of [ofTests, preloaded]) expect(await request(socket)).toBe('HTTP/1.1 200 OK');
});
