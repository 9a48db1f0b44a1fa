import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { say, startTask } from '../../scripts/lib/progress';
import { startGateway } from '../harness/deliveries/gateway';
import { openEnvironment, type Environment, type EnvironmentOptions } from '../harness/environment';
import type { Report } from '../harness/http/effectRecorder';
import { countExecutions } from '../harness/n8n/executions';
import type { OpenN8n } from '../harness/n8n/open';
import { openQueueN8n, type QueueN8n } from '../harness/n8n/queue';
import { median, short } from '../harness/numbers';
import { ensureServers, startRabbitMq } from '../harness/process/servers';
import { waitFor } from '../harness/process/wait';
import { cpuOf, cpuOfAll, sendEvents, WHEN_NEEDED, type Taker } from './deliveries';
import { publishQueueReader, publishTrigger } from './deliveryWorkflows';
import type { Findings } from './report';
import type { BenchContext } from './measure';

const DELIVERIES = 200;
const WARM_UP = 50;
/** Deliveries under way at a time: enough for four processes. */
const CONCURRENCY = 16;
const SETTLE_TIMEOUT_MS = 300_000;
const PROCESSES = [1, 2, 4];
const GROUPS = ['main', 'webhook processes', 'workers', 'database', 'Redis'] as const;

type Group = (typeof GROUPS)[number];
/** Milliseconds of processor time. */
type Times = Partial<Record<Group, number>>;

interface Round {
	/** Deliveries per second until the last response. */
	answered: number;
	/** Executions per second until the last one ended. */
	ended: number;
	/** Of one delivery. */
	times: Times;
}

interface Line {
	setting: string;
	rounds: Round[];
}

/** The input of one measured setting. */
interface Setting {
	taker: Taker;
	workflowId: string;
	times: () => Times;
}

/** j) Deliveries to one process, to queue mode with more and more processes, and to a gateway with a queue. */
export async function scaling(context: BenchContext): Promise<Findings> {
	await ensureServers();
	const lines = [
		await one(context, 'One process on SQLite, as installed', {}),
		await one(context, 'The same with `N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE`', WHEN_NEEDED),
	];
	for (const count of PROCESSES) lines.push(await queueMode(context, count));
	lines.push(await behindGateway(context));
	const heading = [
		'',
		'answered per second',
		'processed per second',
		...GROUPS.map((group) => `${group}, ms each`),
		'all, ms each',
	];
	const count = Math.ceil(DELIVERIES * context.scale);
	return {
		rows: [],
		notes: [
			`j) ${count} deliveries a round, ${CONCURRENCY} under way at a time, on ${os.cpus().length} cores for n8n, the databases and the sender together.`,
		],
		page: { file: 'docs/scaling.md', table: [heading, ...lines.map(cells)] },
	};
}

function cells({ setting, rounds }: Line): string[] {
	const figure = (read: (round: Round) => number | undefined) => {
		const numbers = rounds.map(read).filter((number) => number !== undefined);
		return numbers.length === 0 ? '' : short(median(numbers));
	};
	const all = ({ times }: Round) => Object.values(times).reduce((sum, time) => sum + time, 0);
	return [
		setting,
		figure(({ answered }) => answered),
		figure(({ ended }) => ended),
		...GROUPS.map((group) => figure(({ times }) => times[group])),
		figure(all),
	];
}

async function one(context: BenchContext, setting: string, env: Record<string, string>): Promise<Line> {
	return await measured(context, setting, { env }, async ({ opened: { client, n8n }, service }) => {
		const { workflow, url, secret } = await publishTrigger(client, service);
		return {
			taker: { urls: [url], secret, name: setting, realmId: service.realmId },
			workflowId: workflow.id,
			times: () => ({ main: cpuOf(n8n.pid) }),
		};
	});
}

async function queueMode(context: BenchContext, count: number): Promise<Line> {
	const setting = `Queue mode: ${count} webhook ${count === 1 ? 'process' : 'processes'}, ${count} ${count === 1 ? 'worker' : 'workers'}`;
	const options: EnvironmentOptions<QueueN8n> = {
		env: WHEN_NEEDED,
		open: async (given) => await openQueueN8n({ ...given, webhookProcesses: count, workers: count }),
	};
	return await measured(context, setting, options, async ({ opened, service }) => {
		const { client, n8n, webhookProcesses, workers, postgres, redis } = opened;
		const { workflow, url, secret } = await publishTrigger(client, service);
		const sum = (processes: Array<{ pid: number | undefined }>) =>
			processes.reduce((total, { pid }) => total + cpuOf(pid), 0);
		return {
			taker: {
				urls: webhookProcesses.map((process) => process.url + new URL(url).pathname),
				secret,
				name: setting,
				realmId: service.realmId,
			},
			workflowId: workflow.id,
			times: () => ({
				main: cpuOf(n8n.pid),
				'webhook processes': sum(webhookProcesses),
				workers: sum(workers),
				database: cpuOfAll(postgres.pid()),
				Redis: cpuOf(redis.pid()),
			}),
		};
	});
}

/** The gateway acknowledges, RabbitMQ stores, and one n8n processes the deliveries with Event → Verify. */
async function behindGateway(context: BenchContext): Promise<Line> {
	const setting = 'A gateway and RabbitMQ in front of one process';
	const broker = await startRabbitMq();
	const gateway = await startGateway(context.host, broker);
	try {
		return await measured(context, setting, { env: WHEN_NEEDED }, async ({ opened, service }) => {
			const secret = randomBytes(32).toString('hex');
			const workflow = await publishQueueReader(opened.client, service, secret, broker);
			return {
				taker: { urls: [gateway.url], secret, name: setting, realmId: service.realmId },
				workflowId: workflow.id,
				times: () => ({ main: cpuOf(opened.n8n.pid) }),
			};
		});
	} finally {
		await gateway.stop();
		await broker.remove();
	}
}

async function measured<N extends OpenN8n = OpenN8n>(
	{ host, folder, packageTarball, repeat, scale }: BenchContext,
	name: string,
	options: EnvironmentOptions<N>,
	prepare: (environment: Environment<Report, N>) => Promise<Setting>,
): Promise<Line> {
	const task = startTask(name);
	const environment = await openEnvironment<Report, N>({
		...options,
		host,
		folder: fs.mkdtempSync(path.join(folder, 'n8n-')),
		packageTarball,
	});
	try {
		const setting = await prepare(environment);
		const rounds: Round[] = [];
		let sent = 0;
		for (let round = -1; round < repeat; round++) {
			task.update({ note: `round ${Math.max(0, round + 1)} of ${repeat}` });
			const count = Math.ceil((round < 0 ? WARM_UP : DELIVERIES) * scale);
			const result = await run(environment.opened, setting, sent, count);
			if (round >= 0) rounds.push(result);
			sent += count;
		}
		task.succeed();
		const line = { setting: name, rounds };
		say(`      ${cells(line).slice(1).join('   ')}`);
		return line;
	} catch (error) {
		task.fail();
		throw error;
	} finally {
		await environment.close();
	}
}

async function run(
	{ client }: OpenN8n,
	{ taker, workflowId, times }: Setting,
	first: number,
	count: number,
): Promise<Round> {
	const before = times();
	const startedAt = performance.now();
	const seconds = await sendEvents(taker, first, count, CONCURRENCY);
	await waitFor(`the runs of "${taker.name}" to end`, SETTLE_TIMEOUT_MS, async () => {
		const ended = await countExecutions(client, workflowId, 'success');
		return ended >= first + count || undefined;
	});
	const all = (performance.now() - startedAt) / 1_000;
	const used = Object.entries(times()).map(([group, time]) => [
		group,
		(time - before[group as Group]!) / count,
	]);
	return { answered: count / seconds, ended: count / all, times: Object.fromEntries(used) as Times };
}
