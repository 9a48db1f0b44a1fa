import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import type { N8nHost } from './install';
import { startN8n, type N8nInstance } from './instance';
import { openN8n, packageIdentity, type OpenN8n } from './open';
import { freePort } from '../process/ports';
import { postgresSettings, startPostgres } from '../process/postgres';
import { startRedis } from '../process/redis';
import type { ServerProcess } from '../process/server';

export interface QueueOptions {
	host: N8nHost;
	/** An existing, private folder for everything. */
	folder: string;
	packageTarball: string;
	/** Additional settings for every process. */
	env?: Record<string, string>;
	webhookProcesses?: number;
	workers?: number;
}

/** An n8n instance in queue mode: one main, webhook processes, workers that run executions, Redis, PostgreSQL. */
export interface QueueN8n extends OpenN8n {
	webhookProcesses: N8nInstance[];
	workers: N8nInstance[];
	redis: ServerProcess;
	postgres: ServerProcess;
}

/** The number of executions per worker at a time. n8n's own default is 10. */
const WORKER_CONCURRENCY = 10;

/**
 * Starts n8n in queue mode, as its documentation describes. Every process has a separate folder, like the containers
 * of an installation. The main installs the package on request of the owner. The others install it at their start,
 * because the database lists it as installed.
 */
export async function openQueueN8n(options: QueueOptions): Promise<QueueN8n> {
	const { folder, webhookProcesses = 2, workers = 2 } = options;
	const stops: Array<() => Promise<void>> = [];
	const close = async () => {
		for (const stop of stops.splice(0).reverse()) await stop();
	};
	const started = <T extends { stop(): Promise<void> }>(process: T): T => {
		stops.push(async () => await process.stop());
		return process;
	};
	try {
		const postgres = await startPostgres();
		stops.push(async () => await postgres.remove());
		const redis = started(await startRedis(makeFolder(folder, 'redis')));
		const env = { ...sharedSettings(postgres, redis), ...options.env };
		const opened = await openN8n(await processOptions(options, 'main', env));
		started(opened.n8n);
		const start = async (name: string, command: string[]) =>
			started(
				await startN8n({ ...(await processOptions(options, name, env)), ...packageIdentity(), command }),
			);
		// They start one after another. On two cores, two at a time are hardly faster and run into timeouts more
		// easily.
		const takers: N8nInstance[] = [];
		for (let index = 1; index <= webhookProcesses; index++) {
			takers.push(await start(`webhook-${index}`, ['webhook']));
		}
		const runners: N8nInstance[] = [];
		for (let index = 1; index <= workers; index++) {
			runners.push(await start(`worker-${index}`, ['worker', `--concurrency=${WORKER_CONCURRENCY}`]));
		}
		return { ...opened, webhookProcesses: takers, workers: runners, redis, postgres, close };
	} catch (error) {
		await close();
		throw error;
	}
}

function sharedSettings(postgres: ServerProcess, redis: ServerProcess): Record<string, string> {
	return {
		...postgresSettings(postgres),
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		N8N_REINSTALL_MISSING_PACKAGES: 'true',
	};
}

async function processOptions(
	{ host, folder, packageTarball }: QueueOptions,
	name: string,
	shared: Record<string, string>,
) {
	const port = await freePort();
	// A worker serves only its health endpoint, on a separate port.
	const health = {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
	return { host, packageTarball, port, userFolder: makeFolder(folder, name), env: { ...shared, ...health } };
}

function makeFolder(parent: string, name: string): string {
	const folder = path.join(parent, name);
	fs.mkdirSync(folder, { mode: 0o700 });
	return folder;
}
