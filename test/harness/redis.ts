import path from 'node:path';

import { freePort } from './ports';
import { findProgram, startServer, type ServerProcess } from './serverProcess';

/** Starts a Redis that has every write on disk before it confirms it, so that a restart loses no job. */
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
	const program = findProgram('redis-server', 'redis-server');
	return await startServer({ program, args, port, logFile: path.join(folder, 'redis.log') });
}
