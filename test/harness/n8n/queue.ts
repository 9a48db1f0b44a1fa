import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import type { N8nHost } from './install';
import { startN8n, type N8nInstance } from './instance';
import { openN8n, packageIdentity, type OpenN8n } from './open';
import { freePort } from '../process/ports';
import { postgresSettings, startPostgres, startRedis, type ServerProcess } from '../process/servers';

export interface QueueOptions {
	host: N8nHost;
	/** An existing, private folder for everything. */
	folder: string;
	/** Without a tarball nothing is installed, and n8n's installer asks the real npm. */
	packageTarball?: string;
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
	/** Starts one more, with an empty folder. @param env additional settings for this process */
	readonly startWebhookProcess: (env?: Record<string, string>) => Promise<N8nInstance>;
	/** Starts one more, with an empty folder. @param env additional settings for this process */
	readonly startWorker: (env?: Record<string, string>) => Promise<N8nInstance>;
}

/** The number of executions per worker at a time. n8n's own default is 10. */
const WORKER_CONCURRENCY = 10;

/**
 * How many ended jobs Redis keeps. Without these, a process that begins to wait for a job after its end waits forever.
 * docs/trigger.md recommends both, and compose.yaml has them.
 */
export const KEPT_JOBS = {
	N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '1000',
	N8N_EXECUTIONS_QUEUE_KEEP_LAST_FAILED: '1000',
};

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
		const starter = (kind: string, command: string[]) => {
			const all: N8nInstance[] = [];
			let last = 0;
			const start = async (more: Record<string, string> = {}) => {
				const setting = await processOptions(options, `${kind}-${++last}`, { ...env, ...more });
				const one = started(await startN8n({ ...setting, ...packageIdentity(), command }));
				all.push(one);
				return one;
			};
			return { all, start };
		};
		const takers = starter('webhook', ['webhook']);
		const runners = starter('worker', ['worker', `--concurrency=${WORKER_CONCURRENCY}`]);
		// They start one after another. On two cores, two at a time are hardly faster and run into timeouts more
		// easily.
		for (let index = 1; index <= webhookProcesses; index++) await takers.start();
		for (let index = 1; index <= workers; index++) await runners.start();
		return {
			...opened,
			webhookProcesses: takers.all,
			workers: runners.all,
			startWebhookProcess: takers.start,
			startWorker: runners.start,
			redis,
			postgres,
			close,
		};
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
		...KEPT_JOBS,
	};
}

async function processOptions(
	{ host, folder, packageTarball }: QueueOptions,
	name: string,
	shared: Record<string, string>,
) {
	const port = await freePort();
	const userFolder = makeFolder(folder, name);
	const own = {
		// A worker serves only its health endpoint, on a separate port.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		npm_config_cache: path.join(userFolder, 'npm-cache'),
	};
	return { host, packageTarball, port, userFolder, env: { ...shared, ...own } };
}

function makeFolder(parent: string, name: string): string {
	const folder = path.join(parent, name);
	fs.mkdirSync(folder, { mode: 0o700 });
	return folder;
}
