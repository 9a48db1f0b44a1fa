import path from 'node:path';

import { run } from '../../../scripts/lib/process';
import { say } from '../../../scripts/lib/progress';
import { findPostgres } from './postgres';
import { findRabbitMq } from './rabbitmq';
import { findRedis } from './redis';

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
