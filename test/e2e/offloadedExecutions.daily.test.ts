// Every day, because it starts four processes of n8n. At once: test/engine/trigger/eventProcesses.test.ts, test/engine/reported/aiTools.test.ts.
import fs from 'node:fs';

import { LEAN, openEnvironment, OPEN_TIMEOUT_MS, type Environment } from '../harness/environment';
import type { Report } from '../harness/http/effectRecorder';
import { openQueueN8n, type QueueN8n } from '../harness/n8n/queue';
import { payoutProblems } from '../harness/workflows/examplePayout';
import { byId, MANUAL_TRIGGER, manualWorkflow } from '../harness/workflows/nodes';
import { adminCredential } from '../harness/workflows/questBonus';
import { awardTool, KEYS, publishMcpServer } from '../harness/workflows/agents';

/** In n8n 3, workers run manually started executions. n8n 2 does the same with this setting. */
const OFFLOADED = { OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true' };

let environment: Environment<Report, QueueN8n>;

beforeAll(async () => {
	environment = await openEnvironment<Report, QueueN8n>({
		env: { ...LEAN, ...OFFLOADED },
		open: async (setting) => await openQueueN8n({ ...setting, webhookProcesses: 0, workers: 1 }),
	});
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

test('a payout that is run by hand goes to a worker, pays each item once, and gives its items to the editor', async () => {
	const { opened, service } = environment;
	const { client, n8n, workers } = opened;
	const { members, currencies } = service.ids;
	const amounts = [3, 4, 5];
	const pay = {
		type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
		typeVersion: 1,
		credentials: { rewardsEngagementApi: await adminCredential(client, service) },
		parameters: {
			resource: 'member',
			operation: 'transferBalance',
			serviceId: byId(members.bonusPool),
			recipientId: byId(members.ada),
			currencyId: byId(currencies.stars),
			amount: '={{ $json.amount }}',
			repeatProtection: 'key',
			idempotencyKey: '=by hand {{ $json.amount }}',
		},
	};
	const items = amounts.map((amount) => ({ amount }));
	const workflow = await client.createWorkflow(
		manualWorkflow('By hand', [{ name: 'Pay', items, node: pay }]),
	);
	const paid = () =>
		service.requests
			.filter(({ operationId, acted }) => operationId === 'member.transferBalance' && acted)
			.map(({ body }) => (body as { amount: number }).amount);
	const given = async () => {
		const { status, mode, data, id } = await client.runToEnd(workflow, MANUAL_TRIGGER);
		const [run] = data.resultData.runData.Pay ?? [];
		return { status, mode, id, items: (run?.data?.main?.[0] ?? []).map(({ json }) => json) };
	};

	const first = await given();
	expect(first).toMatchObject({
		status: 'success',
		mode: 'manual',
		items: amounts.map(() => ({ recipientId: members.ada })),
	});
	expect(paid().sort()).toEqual(amounts);
	// The log of the worker names the executions that it runs. The log of the main names those that it runs itself.
	const ran = new RegExp(`started execution ${first.id}\\b`);
	expect(fs.readFileSync(workers[0]!.logFile, 'utf8')).toMatch(ran);
	expect(fs.readFileSync(n8n.logFile, 'utf8')).not.toMatch(ran);

	// A second manual execution finds the keys in n8n's store, which all processes share.
	const second = await given();
	expect(second.items).toEqual(amounts.map(() => expect.objectContaining({ skipped: true }) as unknown));
	expect(paid()).toHaveLength(amounts.length);
});

test('the check of the weekly compose.yaml job passes here, and notices a defect', async () => {
	const { opened, service } = environment;
	expect(await payoutProblems(opened.client, service.baseUrl)).toEqual([]);
	// The keys of the example belong to its workflow. So another import pays again, here with a service that loses a
	// transfer.
	service.control.addFault({ operation: 'member.transferBalance', kind: 'status', status: 400, times: 1 });
	const problems = await payoutProblems(opened.client, service.baseUrl);
	expect(problems).toContainEqual(expect.stringMatching(/^after the first run \w+ has 0 more/));
});

test('each call of an MCP tool is an execution of a worker, so a key from its ID pays equal calls again', async () => {
	const { opened, service } = environment;
	const { client, n8n, workers } = opened;
	const credential = await adminCredential(client, service);
	const tools = Object.entries(KEYS).map(([name, key]) => awardTool(service, credential, name, key));
	const { workflow, call } = await publishMcpServer(opened, tools);
	const awards = () =>
		service.control
			.ledger()
			.entries.filter(({ memo }) => memo.startsWith('Award'))
			.map(({ amount }) => amount);
	const before = awards().length;
	const calls: Array<[tool: keyof typeof KEYS, values: object, heard: object]> = [
		['ofExecution', { amount: 5 }, { amount: 5 }],
		['ofExecution', { amount: 5 }, { amount: 5 }],
		['ofOrder', { orderId: 'A-1', amount: 5 }, { amount: 5 }],
		['ofOrder', { orderId: 'A-1', amount: 5 }, { skipped: true }],
		['ofOrder', { orderId: 'A-2', amount: 5 }, { amount: 5 }],
		['automatic', { amount: 5 }, { amount: 5 }],
		['automatic', { amount: 5 }, { amount: 5 }],
		['limited', { amount: 10 }, { amount: 10 }],
		['limited', { amount: 10 }, { amount: 10 }],
		['limited', { amount: 11 }, { error: expect.stringContaining('Maximum Total') as string }],
	];
	const heard = await call(calls.map(([tool, values]) => ({ tool, values })));
	expect(heard.flat()).toMatchObject(calls.map(([, , result]) => result));
	expect(awards().slice(before)).toEqual([5, 5, 5, 5, 5, 5, 10, 10]);

	const executions = await client.waitForExecutions(workflow.id);
	expect(executions).toMatchObject(calls.map(() => ({ mode: 'webhook', status: 'success' })));
	const logs = [workers[0]!, n8n].map(({ logFile }) => fs.readFileSync(logFile, 'utf8'));
	const ranIn = executions.map(({ id }) =>
		logs.map((log) => new RegExp(`started execution ${id}\\b`).test(log)),
	);
	expect(ranIn).toEqual(calls.map(() => [true, false]));
});
