import path from 'node:path';

import { freePort } from './ports';
import { findProgram, startServer, type ServerProcess } from './server';

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
export function findRedis(): string {
	return findProgram('redis-server', 'redis-server');
}
