import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { lastLines } from '../../scripts/lib/npm.cjs';
import { waitFor } from './wait';

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;
/** Where Debian puts servers that are not on everybody's PATH. */
const SERVER_FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];

export interface ServerCommand {
	program: string;
	args: string[];
	port: number;
	logFile: string;
	/** Run as this user, for servers that refuse to run as root. */
	user?: { uid: number; gid: number };
}

/** A server on 127.0.0.1 that can be stopped and started again on the same port and data. */
export interface ServerProcess {
	readonly port: number;
	start(): Promise<void>;
	/** Asks it to stop, and waits until it has. */
	stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
	for (const child of running) child.kill('SIGKILL');
});

/** Starts a server and waits until it takes connections. */
export async function startServer(command: ServerCommand): Promise<ServerProcess> {
	let child = await launch(command);
	return {
		port: command.port,
		start: async () => {
			child = await launch(command);
		},
		stop: async () => await end(child),
	};
}

async function launch({ program, args, port, logFile, user }: ServerCommand): Promise<ChildProcess> {
	const log = fs.openSync(logFile, 'a');
	const child = spawn(program, args, { stdio: ['ignore', log, log], env: { LC_ALL: 'C' }, ...user });
	fs.closeSync(log);
	running.add(child);
	child.once('exit', () => running.delete(child));
	let failure: string | undefined;
	child.once('error', (error) => (failure = error.message));
	try {
		await waitFor(`${path.basename(program)} to start`, START_TIMEOUT_MS, async () => {
			if (failure) throw new Error(failure);
			if (hasEnded(child)) throw new Error(`${program} ended:\n${lastLines(logFile)}`);
			return (await answers(port)) || undefined;
		});
	} catch (error) {
		child.kill('SIGKILL');
		throw error;
	}
	return child;
}

function hasEnded(child: ChildProcess): boolean {
	return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function end(child: ChildProcess): Promise<void> {
	if (hasEnded(child)) return;
	const ended = new Promise((resolve) => child.once('exit', resolve));
	// PostgreSQL waits for its clients on SIGTERM; SIGINT is its quick and clean stop, and Redis takes it for the same.
	child.kill('SIGINT');
	const limit = sleep(STOP_TIMEOUT_MS, undefined, { ref: false });
	await Promise.race([ended, limit]);
	if (hasEnded(child)) return;
	child.kill('SIGKILL');
	await ended;
}

async function answers(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = net.connect(port, '127.0.0.1');
		const settle = (result: boolean) => {
			socket.destroy();
			resolve(result);
		};
		socket.once('connect', () => settle(true));
		socket.once('error', () => settle(false));
	});
}

/**
 * Looks for a server's program on the PATH and where Debian puts it.
 *
 * @throws Error that says how to install it
 */
export function findProgram(name: string, debianPackage: string, more: string[] = []): string {
	const onPath = (process.env.PATH ?? '').split(path.delimiter);
	const folders = [...more, ...onPath, ...SERVER_FOLDERS].filter(Boolean);
	const found = folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
	if (found) return found;
	throw new Error(
		`${name} is not installed. On Debian and Ubuntu test/harness/install-servers.sh installs it (package ${debianPackage}), ` +
			'when it may: it needs root, or sudo without a password.',
	);
}
