import fs from 'node:fs';
import path from 'node:path';

import { runTask } from '../../scripts/lib/progress.cjs';
import { openN8n, type OpenN8n } from '../harness/n8n/open';
import { freePort } from '../harness/ports';
import { openQueueN8n, type QueueN8n } from '../harness/n8n/queue';
import { Witness, type Report } from '../harness/effectRecorder';
import { startService, type Service } from '../../sandbox/service';
import type { Setting } from './setting';

/** What the workflow of a scenario tells the witness, which is its effect. */
export interface Effect extends Report {
	/** The execution that caused it. */
	execution: string;
	/** `unknown` when the workflow reports that it does not know whether its effect happened. */
	outcome?: string;
}

/** What a scenario has at hand; everything is gone when it is over. */
export interface Stage<N extends OpenN8n = OpenN8n> {
	n8n: N;
	service: Service;
	witness: Witness<Effect>;
}

/**
 * n8n evaluates expressions in a virtual machine of its own for each run, which costs several times what all the rest
 * of a small run does. Nothing that is counted here depends on it, so scenarios of many runs do without.
 */
const QUICK: Record<string, string> = { N8N_EXPRESSION_ENGINE: 'legacy' };

/** No other settings than n8n's own. */
export const AS_INSTALLED: Record<string, string> = {};

/**
 * Runs a scenario with one n8n process on SQLite.
 *
 * @param env more settings for n8n; unless told, those that make many runs possible
 */
export async function withN8n<R>(
	{ host, folder, packageTarball }: Setting,
	work: (stage: Stage) => Promise<R>,
	env = QUICK,
): Promise<R> {
	return await withServers(async () => {
		const userFolder = makeFolder(folder, 'n8n-');
		const opened = await openN8n({ host, userFolder, port: await freePort(), packageTarball, env });
		return { n8n: opened, close: async () => await opened.n8n.stop() };
	}, work);
}

/** Runs a scenario with n8n in queue mode: one main, two processes that take deliveries, two workers. */
export async function withQueueN8n<R>(
	{ host, folder, packageTarball }: Setting,
	work: (stage: Stage<QueueN8n>) => Promise<R>,
): Promise<R> {
	return await withServers(async () => {
		const title = 'Starting PostgreSQL, Redis and five n8n processes';
		const options = { host, folder: makeFolder(folder, 'queue-'), packageTarball, env: QUICK };
		const n8n = await runTask(title, async () => await openQueueN8n(options));
		return { n8n, close: async () => await n8n.close() };
	}, work);
}

async function withServers<N extends OpenN8n, R>(
	open: () => Promise<{ n8n: N; close: () => Promise<void> }>,
	work: (stage: Stage<N>) => Promise<R>,
): Promise<R> {
	const service = await startService();
	const witness = new Witness<Effect>();
	await witness.start();
	try {
		const { n8n, close } = await open();
		try {
			return await work({ n8n, service, witness });
		} finally {
			await close();
		}
	} finally {
		await Promise.all([witness.stop(), service.stop()]);
	}
}

function makeFolder(parent: string, prefix: string): string {
	return fs.mkdtempSync(path.join(parent, prefix));
}
