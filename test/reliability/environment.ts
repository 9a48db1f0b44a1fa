import fs from 'node:fs';
import path from 'node:path';

import type { Service } from '../../sandbox/service';
import { runTask } from '../../scripts/lib/progress';
import { openEnvironment, QUICK, type N8nSetting } from '../harness/environment';
import type { EffectRecorder, Report } from '../harness/http/effectRecorder';
import type { N8nHost } from '../harness/n8n/install';
import { prepareN8n, type OpenN8n } from '../harness/n8n/open';
import { openQueueN8n, type QueueN8n } from '../harness/n8n/queue';

/** The input of every scenario. */
export interface ReliabilityContext {
	host: N8nHost;
	/** For everything that the scenarios write. Removed at the end. */
	folder: string;
	packageTarball: string;
	/** Number of distinct events in a scenario that counts executions, and in one that counts payments. */
	events: number;
	payouts: number;
	/** Of each event of the poll trigger. */
	polled: number;
	/** Number of forged or malformed deliveries over HTTP, and in the engine. */
	forged: number;
	forgedInEngine: number;
	/** Number of awards and deductions by each operation that makes them. */
	awards: number;
	/** Senders that deliver at the same moment. */
	senders: number;
	/** Number of events while a worker is killed, for each time of acknowledging. */
	workerKill: number;
	/** Additional settings for n8n in queue mode. */
	queueSettings: Record<string, string>;
}

/** The report of a scenario's workflow to the recorder, which counts as its effect. */
export interface Effect extends Report {
	/** The execution that caused it. */
	execution: string;
	/** `unknown` when the workflow reports that it does not know whether its effect happened. */
	outcome?: string;
}

/** The tools of a scenario. Everything is removed after it. */
export interface Environment<N extends OpenN8n = OpenN8n> {
	n8n: N;
	service: Service;
	recorder: EffectRecorder<Effect>;
}

/** Only n8n's own settings. */
export const AS_INSTALLED: Record<string, string> = {};

/**
 * Runs a scenario with one n8n process on SQLite.
 *
 * @param env additional settings for n8n, by default those that allow many runs
 */
export async function withN8n<R>(
	context: ReliabilityContext,
	work: (environment: Environment) => Promise<R>,
	env: Record<string, string> = QUICK,
): Promise<R> {
	await (prepared ??= prepareN8n(context, context.folder));
	return await withEnvironment(context, work, env);
}

/** The scenarios start with copies of one n8n. Two of them may run at a time. */
let prepared: Promise<void> | undefined;

/** Runs a scenario with n8n in queue mode: one main, two webhook processes, two workers. */
export async function withQueueN8n<R>(
	context: ReliabilityContext,
	work: (environment: Environment<QueueN8n>) => Promise<R>,
): Promise<R> {
	const title = 'Starting PostgreSQL, Redis and five n8n processes';
	const open = async (setting: N8nSetting) => await runTask(title, async () => await openQueueN8n(setting));
	return await withEnvironment(context, work, { ...QUICK, ...context.queueSettings }, open);
}

async function withEnvironment<N extends OpenN8n, R>(
	{ host, folder: parent, packageTarball }: ReliabilityContext,
	work: (environment: Environment<N>) => Promise<R>,
	env: Record<string, string>,
	open?: (setting: N8nSetting) => Promise<N>,
): Promise<R> {
	const folder = fs.mkdtempSync(path.join(parent, 'scenario-'));
	const { opened, service, recorder, close } = await openEnvironment<Effect, N>({
		host,
		folder,
		packageTarball,
		env,
		open,
	});
	try {
		return await work({ n8n: opened, service, recorder });
	} finally {
		await close();
	}
}
