import { randomUUID } from 'node:crypto';

import { startTask } from '../../scripts/lib/progress';
import { startService, type Service } from '../../sandbox/service';
import type { CredentialReference, N8nClient, Workflow, WorkflowNode } from '../harness/n8n/client';
import type { OpenN8n } from '../harness/n8n/open';
import { adminCredential } from '../harness/workflows/questBonus';
import { byId } from '../harness/workflows/byId';
import { openOnPostgres, openOnSqlite, remember, type Opened } from './databases';
import { compare, type Findings, type Row } from './report';
import type { BenchContext } from './context';

const ITEMS = 1_000;
/** As many values as n8n keeps for a node that pays. */
const REMEMBERED = 30_000;
const MOST_BY_KEY = 1.5;
const MOST_AUTOMATIC = 1.1;
const AGAINST = 'The same without Repeat Protection';
const PAY = 'Pay';

/** g) A thousand payments in a real n8n, with and without protection, on both databases of n8n. */
export async function keyed(context: BenchContext): Promise<Findings> {
	const sqlite = await onDatabase(context, 'SQLite', openOnSqlite);
	const postgres = await onDatabase(context, 'PostgreSQL', openOnPostgres);
	return { rows: [...sqlite, ...postgres], notes: [] };
}

async function onDatabase(
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
		for (const remembered of [0, REMEMBERED]) {
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
