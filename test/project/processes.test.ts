import { spawn } from 'node:child_process';
import dgram from 'node:dgram';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { temporaryFolder } from '../../scripts/lib/folder';
import { CommandError, run, start } from '../../scripts/lib/process';
import { root } from '../../scripts/lib/project';
import { startReceiver, type Received, type Receiver } from '../harness/http/receiver';
import { N8nClient } from '../harness/n8n/client';
import { takeSharedN8n, type SharedN8n } from '../harness/n8n/shared';
import { freePort } from '../harness/process/ports';
import { waitFor } from '../harness/process/wait';

describe('a started program', () => {
	const folder = temporaryFolder('process-test');
	const logFile = path.join(folder.path, 'program.log');
	afterAll(() => folder.remove());
	beforeEach(() => fs.rmSync(logFile, { force: true }));

	const node = (code: string) => ['-e', code] as const;

	function isRunning(pid: number): boolean {
		try {
			process.kill(pid, 0);
			return true;
		} catch {
			return false;
		}
	}

	it('a program gets its input, and returns its output', async () => {
		const { stdout, stderr } = await run(
			process.execPath,
			node('console.error("careful"); process.stdin.pipe(process.stdout)'),
			{ input: 'hello' },
		);
		expect([stdout, stderr]).toEqual(['hello', 'careful']);
	});

	it('a failed program is reported with its last lines and its whole log', async () => {
		const code = 'for (let line = 1; line <= 40; line++) console.log("line " + line); process.exit(3)';
		const failed = run(process.execPath, node(code), { logFile, description: 'The count' });
		const error = await failed.catch((thrown: CommandError) => thrown);
		expect(error).toBeInstanceOf(CommandError);
		const { message, output } = error as CommandError;
		expect(message).toMatch(/^The count failed with exit code 3\. Its last lines:\n\nline 11\n/);
		expect(message).toContain(`line 40\n\nThe whole output: ${logFile}`);
		expect(output).toContain('line 1\n');
	});

	it('a missing program is reported', async () => {
		const failed = run('/no/such/program', [], { description: 'The program' });
		await expect(failed).rejects.toThrow(/^The program could not be started: .*ENOENT/);
	});

	it('stopping a program also stops all that it started', async () => {
		const child = 'setInterval(() => 0, 1000)';
		const parent = `const { pid } = require('child_process').spawn(process.execPath, ['-e', '${child}']); console.log(pid); ${child}`;
		const program = start(process.execPath, node(parent), { logFile });
		const pid = await waitFor(
			'the child',
			20_000,
			() => Number(fs.readFileSync(logFile, 'utf8')) || undefined,
		);
		expect(isRunning(pid)).toBe(true);
		await program.stop();
		expect(program.hasEnded).toBe(true);
		expect((await program.ended).failure).toBe('was ended by SIGTERM');
		await waitFor('the child to end', 20_000, () => !isRunning(pid) || undefined);
	});

	it('everything that was started ends with the process that started it', async () => {
		const child = 'console.log(process.pid); setInterval(() => 0, 1000)';
		const library = path.join(__dirname, '..', '..', 'scripts', 'lib', 'process.ts');
		const parent = `const { start } = require(${JSON.stringify(library)});
		start(process.execPath, ['-e', ${JSON.stringify(child)}], { logFile: ${JSON.stringify(logFile)} });
		setInterval(() => { if (require('fs').readFileSync(${JSON.stringify(logFile)}, 'utf8').trim()) process.exit(); }, 50);`;
		await run(process.execPath, ['--require', 'tsx/cjs', ...node(parent)]);
		const pid = Number(fs.readFileSync(logFile, 'utf8'));
		expect(pid).toBeGreaterThan(0);
		await waitFor('the program to end', 20_000, () => !isRunning(pid) || undefined);
	});

	it('this process has one listener for its end while programs run, and none afterwards', async () => {
		const before = process.listenerCount('exit');
		const programs = [1, 2].map(() => start(process.execPath, node('setInterval(() => 0, 1000)')));
		expect(process.listenerCount('exit')).toBe(before + 1);
		for (const program of programs) await program.stop();
		expect(process.listenerCount('exit')).toBe(before);
	});
});

describe('a port', () => {
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
		// Another process may take one meanwhile.
		const free = [await unusedPort(), await unusedPort(), await unusedPort()];
		expect(free).toContain(await freePort([taken, ...free]));
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
});

describe('an idle connection', () => {
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
});

describe('the shared n8n', () => {
	/** Takes the place of an n8n: it stores workflows, and deletes them on request. */
	class StandIn {
		readonly workflows = new Set<string>();

		deletesNothing = false;

		isClosed = false;

		private receiver!: Receiver;

		get requests(): Received[] {
			return this.receiver.received.filter(({ path }) => path.startsWith('/rest/'));
		}

		async start(): Promise<SharedN8n> {
			this.receiver = await startReceiver(({ method, path }) => this.answer(method, path));
			return {
				n8n: { url: this.receiver.url } as SharedN8n['n8n'],
				login: { email: 'owner@rewards-engagement.example', password: 'Stand-in-1' },
				client: new N8nClient(this.receiver.url, 'n8n-auth=of-the-owner'),
				files: '',
				close: async () => {
					this.isClosed = true;
					await this.stop();
				},
			};
		}

		async stop(): Promise<void> {
			await this.receiver?.stop();
		}

		private answer(method: string, path: string) {
			const [, , kind, id, detail] = path.split('/');
			if (method === 'DELETE' && this.deletesNothing)
				return { status: 500, body: { message: 'Out of order' } };
			if (method === 'DELETE') this.workflows.delete(id!);
			if (detail === 'publication-status')
				return { body: { data: { status: 'not_published', triggers: [] } } };
			if (kind === 'workflows' && method === 'GET')
				return { body: { data: [...this.workflows].map((name) => ({ id: name, name })) } };
			return { body: { data: {} } };
		}
	}

	let standIns: StandIn[];
	let worker: { sharedN8n?: SharedN8n };

	beforeEach(() => {
		standIns = [];
		worker = {};
	});

	afterEach(async () => {
		for (const standIn of standIns) await standIn.stop();
	});

	async function take(): Promise<SharedN8n> {
		return await takeSharedN8n(async () => {
			const standIn = new StandIn();
			standIns.push(standIn);
			return await standIn.start();
		}, worker);
	}

	it('the next file has the same n8n, without the workflows of the one before', async () => {
		const first = await take();
		standIns[0]!.workflows.add('one').add('two');
		await first.close();
		const second = await take();
		expect(second.n8n).toBe(first.n8n);
		expect(standIns).toHaveLength(1);
		expect([...standIns[0]!.workflows]).toEqual([]);
	});

	it('all files share one session, because n8n accepts five logins of a user per minute', async () => {
		for (let file = 1; file <= 6; file++) await (await take()).close();
		const { requests } = standIns[0]!;
		expect(requests.map(({ path }) => path)).not.toContain('/rest/login');
		expect(new Set(requests.map(({ headers }) => headers.cookie))).toEqual(
			new Set(['n8n-auth=of-the-owner']),
		);
	});

	it('an n8n that no longer responds is replaced', async () => {
		const first = await take();
		await standIns[0]!.stop();
		const second = await take();
		expect(second.n8n.url).not.toBe(first.n8n.url);
		expect(standIns.map(({ isClosed }) => isClosed)).toEqual([true, false]);
	});

	it('an n8n that keeps a workflow is reported, and the next file gets another', async () => {
		const first = await take();
		standIns[0]!.workflows.add('stays');
		standIns[0]!.deletesNothing = true;
		await expect(first.close()).rejects.toThrow('Out of order');
		await take();
		expect(standIns.map(({ isClosed }) => isClosed)).toEqual([true, false]);
	});
});
