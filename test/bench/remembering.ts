import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { startService, type Service } from '../../sandbox/service';
import { startTask } from '../../scripts/lib/progress';
import type { CredentialReference, N8nClient, Workflow } from '../harness/n8n/client';
import { openN8n, type OpenN8n } from '../harness/n8n/open';
import { freePort } from '../harness/process/ports';
import { postgresSettings, startPostgres } from '../harness/process/servers';
import { byId, chain, type NewNode } from '../harness/workflows/nodes';
import { adminCredential } from '../harness/workflows/questBonus';
import { deliver, WHEN_NEEDED, type Round } from './deliveries';
import { publishTrigger } from './deliveryWorkflows';
import type { BenchContext } from './measure';
import { compare, type Findings, type Row } from './report';

/** A real n8n with the package and its database. */
export interface Opened {
	n8n: OpenN8n;
	/** Runs a statement in the database, and returns its rows. */
	query: (sql: string) => Promise<Array<Record<string, string>>>;
	close: () => Promise<void>;
}

/** Settings of n8n besides those of its database. */
type Env = Record<string, string>;

export async function openOnSqlite(context: BenchContext, env: Env = {}): Promise<Opened> {
	const { userFolder, n8n } = await open(context, env);
	const database = path.join(userFolder, '.n8n', 'database.sqlite');
	const run = `
		const db = new (require('sqlite3').Database)(${JSON.stringify(database)});
		db.configure('busyTimeout', 10000);
		db.all(sql, (error, rows) => { if (error) throw error; db.close(); console.log(JSON.stringify(rows)); });`;
	const query = async (sql: string) => await inDriver(context, userFolder, run, sql);
	return { n8n, query, close: async () => await n8n.close() };
}

export async function openOnPostgres(context: BenchContext, env: Env = {}): Promise<Opened> {
	const postgres = await startPostgres();
	try {
		const { userFolder, n8n } = await open(context, { ...env, ...postgresSettings(postgres) });
		const run = `
			const { Client } = require('pg');
			const db = new Client({ host: '127.0.0.1', port: ${postgres.port}, user: 'postgres', database: 'postgres' });
			db.connect().then(() => db.query(sql)).then(({ rows }) => db.end().then(() => console.log(JSON.stringify(rows))));`;
		const query = async (sql: string) => await inDriver(context, userFolder, run, sql);
		const close = async () => {
			await n8n.close();
			await postgres.remove();
		};
		return { n8n, query, close };
	} catch (error) {
		await postgres.remove();
		throw error;
	}
}

async function open(context: BenchContext, env: Env): Promise<{ userFolder: string; n8n: OpenN8n }> {
	const { host, folder, packageTarball, profiles } = context;
	const userFolder = fs.mkdtempSync(path.join(folder, 'n8n-'));
	const profiling = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` };
	const n8n = await openN8n({
		host,
		userFolder,
		port: await freePort(),
		packageTarball,
		env: profiles === undefined ? env : { ...env, ...profiling },
	});
	return { userFolder, n8n };
}

/** Runs a program with the driver of n8n's own database, and the statement as `sql`. */
async function inDriver(
	{ host: { node, directory } }: BenchContext,
	userFolder: string,
	program: string,
	sql: string,
): Promise<Array<Record<string, string>>> {
	const file = path.join(userFolder, 'statement.sql');
	fs.writeFileSync(file, sql);
	const read = `const sql = require('fs').readFileSync(${JSON.stringify(file)}, 'utf8');`;
	const { stdout } = await promisify(execFile)(node, ['-e', `${read}${program}`], { cwd: directory });
	return JSON.parse(stdout) as Array<Record<string, string>>;
}

/**
 * Makes n8n remember that many values for a node, in n8n's format: as hashes, in the row that the node has already
 * made. Earlier values are removed.
 */
export async function remember(
	query: Opened['query'],
	{ id, nodes }: Workflow,
	nodeName: string,
	count: number,
): Promise<void> {
	const nodeId = nodes.find(({ name }) => name === nodeName)?.id ?? '';
	const row = `context = 'n:${nodeId}' AND "workflowId" = '${id}'`;
	const rows = await query(`SELECT context FROM processed_data WHERE ${row}`);
	if (rows.length !== 1) throw new Error(`n8n has ${rows.length} rows for ${nodeName}.`);
	const data = Array.from({ length: count }, () => randomBytes(16).toString('base64'));
	await query(
		`UPDATE processed_data SET value = '${JSON.stringify({ mode: 'entries', data })}' WHERE ${row}`,
	);
}

const ITEMS = 1_000;
/** As many values as n8n keeps for a node that pays. */
const REMEMBERED_KEYS = 30_000;
const MOST_BY_KEY = 1.5;
const MOST_AUTOMATIC = 1.1;
const AGAINST = 'The same without Repeat Protection';
const PAY = 'Pay';

/** g) A thousand payments in a real n8n, with and without protection, on both databases of n8n. */
export async function keyed(context: BenchContext): Promise<Findings> {
	const sqlite = await payOnDatabase(context, 'SQLite', openOnSqlite);
	const postgres = await payOnDatabase(context, 'PostgreSQL', openOnPostgres);
	return { rows: [...sqlite, ...postgres], notes: [] };
}

async function payOnDatabase(
	context: BenchContext,
	database: string,
	open: (context: BenchContext) => Promise<Opened>,
): Promise<Row[]> {
	const count = Math.ceil(ITEMS * context.scale);
	const task = startTask(`${count} payments per run, with and without protection, on ${database}`);
	const service = await startService();
	const opened = await open(context);
	const { client } = opened.n8n;
	try {
		const credential = await adminCredential(client, service);
		const publishWith = async (protection: Record<string, unknown>) =>
			await publish(client, service, credential, count, protection);
		const plain = await publishWith({ repeatProtection: 'off' });
		const byKey = await publishWith({
			repeatProtection: 'key',
			idempotencyKey: '={{ $execution.id }} {{ $json.n }}',
		});
		const automatic = await publishWith({ repeatProtection: 'automatic' });
		const measure = async (workflow: Workflow, how: string, atMost: number, remembered?: number) => {
			const what = `${count} payments ${how}, ${database}`;
			const took = { ours: [] as number[], theirs: [] as number[] };
			for (let round = -1; round < context.repeat; round++) {
				task.update({ note: `${how}, round ${Math.max(0, round + 1)} of ${context.repeat}` });
				const order = round % 2 === 0 ? (['theirs', 'ours'] as const) : (['ours', 'theirs'] as const);
				for (const side of order) {
					if (side === 'ours' && remembered !== undefined && round >= 0)
						await remember(opened.query, workflow, PAY, remembered);
					const milliseconds = await pay(opened.n8n, side === 'ours' ? workflow : plain, count);
					// The first round only warms up.
					if (round >= 0) took[side].push(milliseconds);
				}
			}
			return compare({ part: 'g', what, against: AGAINST, unit: ' ms', ...took, atMost });
		};
		const rows: Row[] = [];
		for (const remembered of [0, REMEMBERED_KEYS]) {
			const how = `by key, ${remembered.toLocaleString('en')} values remembered`;
			rows.push(await measure(byKey, how, MOST_BY_KEY, remembered));
		}
		rows.push(await measure(automatic, 'without an event, Repeat Protection Automatic', MOST_AUTOMATIC));
		task.succeed();
		return rows;
	} catch (error) {
		task.fail();
		throw error;
	} finally {
		await opened.close();
		await service.stop();
	}
}

/** Publishes a webhook that pays one point so many times. It gives no event of this package, like a schedule. */
async function publish(
	client: N8nClient,
	service: Service,
	credential: CredentialReference,
	count: number,
	protection: Record<string, unknown>,
): Promise<Workflow> {
	const { bonusPool, ada } = service.ids.members;
	const nodes: NewNode[] = [
		{
			name: 'Start',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: randomUUID(),
			parameters: {
				httpMethod: 'POST',
				path: randomUUID(),
				responseMode: 'lastNode',
				responseData: 'noData',
			},
		},
		{
			name: 'Items',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: `return Array.from({ length: ${count} }, (_, n) => ({ json: { n } }));` },
		},
		{
			name: PAY,
			type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
			typeVersion: 1,
			credentials: { rewardsEngagementApi: credential },
			parameters: {
				resource: 'member',
				operation: 'transferBalance',
				serviceId: byId(bonusPool),
				recipientId: byId(ada),
				currencyId: byId(''),
				amount: 1,
				...protection,
				options: {},
			},
		},
	];
	const workflow = await client.createWorkflow(chain('Payments', nodes));
	await client.publish(workflow);
	await client.waitForPublication(workflow.id);
	return workflow;
}

/** Runs the workflow, and returns the time of the payments. Milliseconds. */
async function pay({ n8n, client }: OpenN8n, workflow: Workflow, count: number): Promise<number> {
	const { path: webhook } = workflow.nodes[0]?.parameters as { path: string };
	const response = await fetch(`${n8n.url}/webhook/${webhook}`, { method: 'POST' });
	if (!response.ok) throw new Error(`The payments got the response ${response.status}.`);
	const [last] = await client.waitForExecutions(workflow.id);
	const { data } = await client.getExecution(last?.id ?? '');
	const run = data.resultData.runData[PAY]?.[0];
	const items = run?.data?.main?.[0] ?? [];
	const paid = items.filter(({ json }) => json.senderId !== undefined).length;
	if (run?.executionTime === undefined || paid !== count)
		throw new Error(`${paid} of ${count} payments were made.`);
	return run.executionTime;
}

const DELIVERIES = 200;
const WARM_UP = 100;
/** As many as n8n keeps for a trigger. */
const REMEMBERED_EVENTS = 10_000;
const MOST = 1.3;
const TRIGGER = 'Event';

/** h) Deliveries to a trigger that remembers many events, compared with one that remembers none. */
export async function remembering(context: BenchContext): Promise<Findings> {
	const sqlite = await deliverOnDatabase(context, 'SQLite', await openOnSqlite(context, WHEN_NEEDED));
	const postgres = await deliverOnDatabase(context, 'PostgreSQL', await openOnPostgres(context, WHEN_NEEDED));
	return { rows: [...sqlite, ...postgres], notes: [] };
}

async function deliverOnDatabase(context: BenchContext, database: string, opened: Opened): Promise<Row[]> {
	const count = Math.ceil(DELIVERIES * context.scale);
	const warmUp = Math.ceil(WARM_UP * context.scale);
	const task = startTask(
		`${count} deliveries per round, with ${REMEMBERED_EVENTS} events remembered and with none, on ${database}`,
	);
	const service = await startService();
	try {
		const { client } = opened.n8n;
		const full = {
			receiver: await publishTrigger(client, service),
			remembered: REMEMBERED_EVENTS,
			rounds: [] as Round[],
		};
		const empty = { receiver: await publishTrigger(client, service), remembered: 0, rounds: [] as Round[] };
		let sent = 0;
		for (let round = -1; round < context.repeat; round++) {
			const size = round < 0 ? warmUp : count;
			for (const { receiver, remembered, rounds } of round % 2 === 0 ? [full, empty] : [empty, full]) {
				task.update({
					note: `round ${Math.max(0, round + 1)} of ${context.repeat}: ${remembered} remembered`,
				});
				// By now the first deliveries have made the rows.
				if (round >= 0) await remember(opened.query, receiver.workflow, TRIGGER, remembered);
				const result = await deliver(opened.n8n, receiver, service.realmId, sent, size);
				if (round >= 0) rounds.push(result);
			}
			sent += size;
		}
		task.succeed();
		const row = (what: string, number: (round: Round) => number) =>
			compare({
				part: 'h',
				what: `${what}, ${REMEMBERED_EVENTS.toLocaleString('en')} events remembered, ${database}`,
				against: 'No event remembered',
				unit: ' ms',
				ours: full.rounds.map(number),
				theirs: empty.rounds.map(number),
				atMost: MOST,
			});
		return [
			row('Time per delivery', ({ perSecond }) => 1_000 / perSecond),
			row("n8n's processor time per delivery", ({ cpu }) => cpu),
		];
	} catch (error) {
		task.fail();
		throw error;
	} finally {
		await opened.close();
		await service.stop();
	}
}
