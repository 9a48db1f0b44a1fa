import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

import { lastLines, run, start, textOf, type Program } from '../../../scripts/lib/process';
import { say } from '../../../scripts/lib/progress';
import { freePort } from './ports';
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
function findProgram(name: string, debianPackage: string, more: string[] = []): string {
	const onPath = (process.env.PATH ?? '').split(path.delimiter);
	const folders = [...more, ...onPath, ...SERVER_FOLDERS].filter(Boolean);
	const found = folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
	if (found) return found;
	throw new Error(
		`${name} is not installed. On Debian and Ubuntu test/harness/process/install-servers.sh installs it (package ${debianPackage}), ` +
			'if it has root rights, or sudo without a password.',
	);
}

/** Starts a Redis that stores every write on disk before it confirms it, so that a restart loses no job. */
export async function startRedis(folder: string): Promise<ServerProcess> {
	const port = await freePort();
	const settings = {
		bind: '127.0.0.1',
		port: String(port),
		dir: folder,
		save: '',
		appendonly: 'yes',
		appendfsync: 'always',
	};
	const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
	return await startServer({ program: findRedis(), args, port, logFile: path.join(folder, 'redis.log') });
}

/** @throws Error that says how to install it */
function findRedis(): string {
	return findProgram('redis-server', 'redis-server');
}

const POSTGRES_FOLDER = '/usr/lib/postgresql';
const SUPERUSER = 'postgres';

/** A PostgreSQL with an empty database, for this machine only and without a password. */
export interface Postgres extends ServerProcess {
	/** Stops it and removes its data. */
	remove(): Promise<void>;
}

/**
 * Starts it in a separate temporary folder. Every user may enter the system's folder for temporary files, also the
 * user that root must run it as.
 */
export async function startPostgres(): Promise<Postgres> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-postgres-'));
	const clear = () => fs.rmSync(folder, { recursive: true, force: true });
	process.once('exit', clear);
	const server = await startPostgresIn(folder);
	const remove = async () => {
		await server.stop();
		process.removeListener('exit', clear);
		clear();
	};
	return { ...server, remove };
}

async function startPostgresIn(folder: string): Promise<ServerProcess> {
	const user = await unprivilegedUser();
	const data = path.join(folder, 'data');
	if (user) fs.chownSync(folder, user.uid, user.gid);
	const setUp = ['-D', data, '-U', SUPERUSER, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
	await run(program('initdb'), setUp, { user, env: { LC_ALL: 'C' }, cwd: folder });
	const port = await freePort();
	const settings = {
		listen_addresses: '127.0.0.1',
		port: String(port),
		// The default folder for sockets belongs to the machine's own PostgreSQL.
		unix_socket_directories: '',
	};
	const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const logFile = path.join(folder, 'postgres.log');
	return await startServer({
		program: program('postgres'),
		args: ['-D', data, ...args],
		port,
		logFile,
		user,
	});
}

/** The settings that make n8n use it. */
export function postgresSettings({ port }: ServerProcess): Record<string, string> {
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_USER: SUPERUSER,
		DB_POSTGRESDB_DATABASE: SUPERUSER,
	};
}

/** @throws Error that says how to install it */
function findPostgres(): string {
	return program('postgres');
}

function program(name: string): string {
	return findProgram(name, 'postgresql', versionFolders());
}

/** Debian keeps each major version in a separate folder. The newest comes first. */
function versionFolders(): string[] {
	if (!fs.existsSync(POSTGRES_FOLDER)) return [];
	const versions = fs.readdirSync(POSTGRES_FOLDER).sort((left, right) => Number(right) - Number(left));
	return versions.map((version) => path.join(POSTGRES_FOLDER, version, 'bin'));
}

/** PostgreSQL refuses to run as root. So root runs it as the user that its Debian package creates. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const id = async (flag: string) => Number((await run('id', [flag, SUPERUSER])).stdout);
	return { uid: await id('-u'), gid: await id('-g') };
}

/** Debian's script in /usr/sbin requires a user and folders of the system. This folder has the original program. */
const RABBITMQ_FOLDER = '/usr/lib/rabbitmq/bin';

/** A RabbitMQ without queues, for this machine only. After a restart it still has all confirmed messages. */
export interface RabbitMq extends ServerProcess {
	/** The access data for clients. RabbitMQ accepts `guest` from the same machine. */
	readonly access: { hostname: string; port: number; username: string; password: string; vhost: string };
	/** Stops it and removes its data. */
	remove(): Promise<void>;
}

/**
 * Starts it in a separate folder. Three parts of it listen: the broker, Erlang's distribution, and epmd, which keeps
 * the names of Erlang's nodes. All three listen only on this machine. epmd is started here, because the one that
 * Erlang starts keeps running after the broker has ended.
 */
export async function startRabbitMq(): Promise<RabbitMq> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-rabbitmq-'));
	const clear = () => fs.rmSync(folder, { recursive: true, force: true });
	process.once('exit', clear);
	const [port, names, distribution] = [await freePort(), await freePort(), await freePort()];
	const file = (name: string, text: string) => {
		fs.writeFileSync(path.join(folder, name), text);
		return path.join(folder, name);
	};
	const env = {
		PATH: process.env.PATH,
		LC_ALL: 'C.UTF-8',
		HOME: folder,
		ERL_EPMD_ADDRESS: '127.0.0.1',
		ERL_EPMD_PORT: String(names),
		RABBITMQ_NODENAME: 'rewards-engagement@localhost',
		RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
		RABBITMQ_NODE_PORT: String(port),
		RABBITMQ_DIST_PORT: String(distribution),
		RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
		RABBITMQ_MNESIA_BASE: path.join(folder, 'data'),
		RABBITMQ_LOG_BASE: path.join(folder, 'log'),
		RABBITMQ_PID_FILE: path.join(folder, 'pid'),
		ERL_CRASH_DUMP: path.join(folder, 'crash.dump'),
		// Without these it would read those of the system.
		RABBITMQ_ENABLED_PLUGINS_FILE: file('plugins', '[].'),
		RABBITMQ_CONF_ENV_FILE: file('environment', ''),
		RABBITMQ_CONFIG_FILE: file('rabbitmq.conf', ''),
		RABBITMQ_ADVANCED_CONFIG_FILE: file('advanced.config', '[].'),
	};
	const epmd = await startServer({
		program: findProgram('epmd', 'rabbitmq-server'),
		args: ['-address', '127.0.0.1', '-port', String(names)],
		port: names,
		logFile: path.join(folder, 'epmd.log'),
	});
	try {
		const broker = await startServer({
			program: findRabbitMq(),
			args: [],
			port,
			logFile: path.join(folder, 'rabbitmq.log'),
			env,
		});
		const remove = async () => {
			await broker.stop();
			await epmd.stop();
			process.removeListener('exit', clear);
			clear();
		};
		const access = { hostname: '127.0.0.1', port, username: 'guest', password: 'guest', vhost: '/' };
		return { ...broker, access, remove };
	} catch (error) {
		await epmd.stop();
		throw error;
	}
}

/** @throws Error that says how to install it */
function findRabbitMq(): string {
	return findProgram('rabbitmq-server', 'rabbitmq-server', [RABBITMQ_FOLDER]);
}

/**
 * Finds Redis and PostgreSQL, which n8n's queue mode needs, and RabbitMQ. Installs missing ones if that needs no
 * password. A long run calls it first.
 *
 * @throws Error that says what to install
 */
export async function ensureServers(): Promise<void> {
	if (areThere()) return;
	const script = path.join(__dirname, 'install-servers.sh');
	if (process.platform === 'linux') {
		say('  Installing Redis, PostgreSQL and RabbitMQ');
		await run('bash', [script], { description: 'The installation of Redis, PostgreSQL and RabbitMQ' });
	}
	findAll();
}

function findAll(): void {
	findRedis();
	findPostgres();
	findRabbitMq();
}

function areThere(): boolean {
	try {
		findAll();
		return true;
	} catch {
		return false;
	}
}
