import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { freePort } from './ports';
import { findProgram, startServer, type ServerProcess } from './server';

/** Debian's script in /usr/sbin requires a user and folders of the system. This folder has the original program. */
const DEBIAN_FOLDER = '/usr/lib/rabbitmq/bin';

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
export function findRabbitMq(): string {
	return findProgram('rabbitmq-server', 'rabbitmq-server', [DEBIAN_FOLDER]);
}
