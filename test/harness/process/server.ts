import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

import { lastLines, start, textOf, type Program } from '../../../scripts/lib/process';
import { waitFor } from './wait';

/** RabbitMQ takes ten seconds when nothing else runs. */
const START_TIMEOUT_MS = 120_000;
/** Where Debian puts servers that are not on everybody's PATH. */
const SERVER_FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];

export interface ServerCommand {
	program: string;
	args: string[];
	port: number;
	logFile: string;
	/** The whole environment; nearly none, unless told. */
	env?: NodeJS.ProcessEnv;
	/** Run as this user, for servers that refuse to run as root. */
	user?: { uid: number; gid: number };
}

/** A server on 127.0.0.1 that can be stopped and started again on the same port and data. */
export interface ServerProcess {
	readonly port: number;
	/** The process that runs now; another one after a restart. */
	readonly pid: () => number | undefined;
	start(): Promise<void>;
	/** Asks it to stop, and waits until it has. */
	stop(): Promise<void>;
}

/** Starts a server and waits until it takes connections. */
export async function startServer(command: ServerCommand): Promise<ServerProcess> {
	let program = await launch(command);
	return {
		port: command.port,
		pid: () => program.pid,
		start: async () => {
			program = await launch(command);
		},
		// PostgreSQL waits for its clients on SIGTERM; SIGINT is its quick and clean stop, and Redis takes it for the same.
		stop: async () => await program.stop('SIGINT'),
	};
}

async function launch({
	program: file,
	args,
	port,
	logFile,
	env = { LC_ALL: 'C' },
	user,
}: ServerCommand): Promise<Program> {
	const program = start(file, args, { env, logFile, user });
	try {
		await waitFor(`${path.basename(file)} to start`, START_TIMEOUT_MS, async () => {
			if (program.hasEnded) {
				const { failure = 'ended' } = await program.ended;
				throw new Error(`${file} ${failure}:\n${lastLines(textOf(logFile))}`);
			}
			return (await answers(port)) || undefined;
		});
	} catch (error) {
		await program.stop('SIGKILL');
		throw error;
	}
	return program;
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
		`${name} is not installed. On Debian and Ubuntu test/harness/process/install-servers.sh installs it (package ${debianPackage}), ` +
			'when it may: it needs root, or sudo without a password.',
	);
}
