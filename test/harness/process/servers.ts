import path from 'node:path';

import { run } from '../../../scripts/lib/process';
import { say } from '../../../scripts/lib/progress';
import { findPostgres } from './postgres';
import { findRedis } from './redis';

/**
 * Looks for the Redis and PostgreSQL of n8n's queue mode, and installs them where that can be done without asking.
 * Called before a long run begins.
 *
 * @throws Error that says what to install
 */
export async function ensureServers(): Promise<void> {
	if (areThere()) return;
	const script = path.join(__dirname, 'install-servers.sh');
	if (process.platform === 'linux') {
		say('  Installing Redis and PostgreSQL');
		await run('bash', [script], { description: 'The installation of Redis and PostgreSQL' });
	}
	findRedis();
	findPostgres();
}

function areThere(): boolean {
	try {
		findRedis();
		findPostgres();
		return true;
	} catch {
		return false;
	}
}
