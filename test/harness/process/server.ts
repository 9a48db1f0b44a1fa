import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

import { lastLines, start, textOf, type Program } from '../../../scripts/lib/process';
import { waitFor } from './wait';

/** RabbitMQ takes ten seconds even on an idle machine. */
const START_TIMEOUT_MS = 120_000;
/** Debian's folders for servers that are not on every user's PATH. */
const SERVER_FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];

export interface ServerCommand {
	program: string;
	args: string[];
	port: number;
	logFile: string;
	/** The whole environment, by default almost empty. */
	env?: NodeJS.ProcessEnv;
	/** The user to run it as, for servers that refuse to run as root. */
	user?: { uid: number; gid: number };
}

/** A server on 127.0.0.1 that can be stopped and started again on the same port and data. */
export interface ServerProcess {
	readonly port: number;
	/** The id of the present process, which changes with a restart. */
	readonly pid: () => number | undefined;
	start(): Promise<void>;
	/** Asks it to stop, and waits until it has. */
	stop(): Promise<void>;
}

/** Starts a server and waits until it accepts connections. */
export async function startServer(command: ServerCommand): Promise<ServerProcess> {
	let program = await launch(command);
	return {
		port: command.port,
		pid: () => program.pid,
		start: async () => {
			program = await launch(command);
		},
		// On SIGTERM PostgreSQL waits for its clients. SIGINT stops both PostgreSQL and Redis quickly and cleanly.
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
 * Finds a server's program on the PATH or in Debian's folders.
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
			'if it has root rights, or sudo without a password.',
	);
}
