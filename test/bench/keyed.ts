import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { startTask } from '../../scripts/lib/progress';
import { startService, type Service } from '../../sandbox/service';
import type { CredentialReference, N8nClient, Workflow, WorkflowNode } from '../harness/n8n/client';
import type { N8nHost } from '../harness/n8n/install';
import { openN8n, type OpenN8n } from '../harness/n8n/open';
import { createCredential } from '../harness/workflows/questBonus';
import { freePort } from '../harness/process/ports';
import { compare, type Findings } from './report';
import type { BenchContext } from './context';

const ITEMS = 1_000;
const REMEMBERED = 50_000;
const MOST = 1.5;
const PAY = 'Pay';

/** g) A thousand payments in a real n8n on SQLite, with a key each and without. */
export async function keyed({
	host,
	folder,
	packageTarball,
	repeat,
	scale,
}: BenchContext): Promise<Findings> {
	const count = Math.ceil(ITEMS * scale);
	const task = startTask(`${count} payments a run, by key and without`);
	const service = await startService();
	const userFolder = fs.mkdtempSync(path.join(folder, 'n8n-'));
	const open = await openN8n({ host, userFolder, port: await freePort(), packageTarball });
	try {
		const { baseUrl, realmId, keys } = service;
		const credential = await createCredential(open.client, { baseUrl, realmId, apiKey: keys.admin });
		const plain = await publish(open.client, service, credential, count, { repeatProtection: 'off' });
		const byKey = await publish(open.client, service, credential, count, {
			repeatProtection: 'key',
			onceKey: '={{ $execution.id }} {{ $json.n }}',
		});
		const findings: Findings = { rows: [], notes: [] };
		for (const remembered of [0, REMEMBERED]) {
			const [ours, theirs]: [number[], number[]] = [[], []];
			for (let round = -1; round < repeat; round++) {
				task.update({ note: `${remembered} keys remembered, round ${Math.max(0, round + 1)} of ${repeat}` });
				const order = round % 2 === 0 ? [plain, byKey] : [byKey, plain];
				for (const workflow of order) {
					if (workflow === byKey) await remember(host, userFolder, byKey, remembered);
					const took = await pay(open, workflow, count);
					if (round >= 0) (workflow === byKey ? ours : theirs).push(took);
				}
			}
			findings.rows.push(
				compare({
					part: 'g',
					what: `${count} payments by key, ${remembered.toLocaleString('en')} keys remembered`,
					against: 'The same without Repeat Protection',
					unit: ' ms',
					ours,
					theirs,
					atMost: MOST,
				}),
			);
		}
		task.succeed();
		return findings;
	} catch (error) {
		task.fail();
		throw error;
	} finally {
		await open.n8n.stop();
		await service.stop();
	}
}

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Publishes a webhook that pays one point so many times. */
async function publish(
	client: N8nClient,
	service: Service,
	credential: CredentialReference,
	count: number,
	protection: Record<string, unknown>,
): Promise<Workflow> {
	const { bonusPool, ada } = service.ids.members;
	const chain = [
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
	const nodes = chain.map((node, column) => ({
		id: randomUUID(),
		position: [column * 220, 0],
		...node,
	})) as WorkflowNode[];
	const link = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const workflow = await client.createWorkflow({
		name: 'Payments',
		nodes,
		connections: { Start: link('Items'), Items: link(PAY) },
		settings: { executionOrder: 'v1' },
	});
	await client.publish(workflow);
	await client.waitForPublication(workflow.id);
	return workflow;
}

/** Runs the workflow, and gives what the paying took. Milliseconds. */
async function pay({ n8n, client }: OpenN8n, workflow: Workflow, count: number): Promise<number> {
	const { path: webhook } = workflow.nodes[0]?.parameters as { path: string };
	const response = await fetch(`${n8n.url}/webhook/${webhook}`, { method: 'POST' });
	if (!response.ok) throw new Error(`The payments were answered ${response.status}.`);
	const [last] = await client.waitForExecutions(workflow.id);
	const { data } = await client.getExecution(last?.id ?? '');
	const run = data.resultData.runData[PAY]?.[0];
	const items = run?.data?.main?.[0] ?? [];
	const paid = items.filter(({ json }) => json.senderId !== undefined).length;
	if (run?.executionTime === undefined || paid !== count)
		throw new Error(`${paid} of ${count} payments were made.`);
	return run.executionTime;
}

/** Makes n8n remember so many values for the paying node, as it keeps them: the hashes of all in one row. */
async function remember(
	{ node, directory }: N8nHost,
	userFolder: string,
	{ id, nodes }: Workflow,
	count: number,
): Promise<void> {
	const data = Array.from({ length: count }, () => randomBytes(16).toString('base64'));
	const row = [
		`n:${nodes.find(({ name }) => name === PAY)?.id}`,
		id,
		JSON.stringify({ mode: 'entries', data }),
	];
	const file = path.join(userFolder, 'remembered.json');
	fs.writeFileSync(file, JSON.stringify(row));
	const database = path.join(userFolder, '.n8n', 'database.sqlite');
	const program = `
		const db = new (require('sqlite3').Database)(${JSON.stringify(database)});
		db.configure('busyTimeout', 10000);
		const row = JSON.parse(require('fs').readFileSync(${JSON.stringify(file)}, 'utf8'));
		const sql = 'INSERT OR REPLACE INTO processed_data (context, workflowId, value) VALUES (?, ?, ?)';
		db.run(sql, row, (error) => { if (error) throw error; db.close(); });`;
	await promisify(execFile)(node, ['-e', program], { cwd: directory });
}
