// Every day, because it kills n8n in five ways. At once: test/e2e/killedPayout.test.ts, test/engine/retries/interruptedExecutions.test.ts.
import { randomUUID } from 'node:crypto';

import type {
	CredentialReference,
	Execution,
	RunItem,
	Workflow,
	WorkflowInput,
	WorkflowNode,
} from '../harness/n8n/client';
import { adminCredential } from '../harness/workflows/questBonus';
import { waitFor } from '../harness/process/wait';
import { startScriptedModel, type ModelMessage, type ScriptedModel } from '../harness/http/scriptedModel';
import { agentWorkflow, modelCredential, startedBy } from '../harness/workflows/agents';
import { byId, place } from '../harness/workflows/nodes';
import { preparePayouts, transferredTo, type Payout } from '../harness/workflows/payouts';
import type { LoggedRequest } from '../../sandbox/base/requestLog';
import { OPEN_TIMEOUT_MS, openTestEnvironment, QUICK, type TestEnvironment } from '../harness/environment';

const PAY = 'Pay';
const TRANSFER = 'member.transferBalance';
/** At most so many keys of a run are under way at a time (docs/idempotency.md). */
const MAX_OPEN = 25;
/** The service holds up the request of the item with this index. The run then has 2 windows of keys, and a rest. */
const HELD_AT = { run: MAX_OPEN + 4, loop: 5 };
const COUNT = { run: 2 * MAX_OPEN + 6, loop: 12 };
/** Longer than it takes to interrupt n8n. */
const HELD_MS = 25_000;
const RUN_MS = 60_000;
const TEST_MS = 4 * 60_000;
const SHUTDOWN_SECONDS = 2;
/** More than an agent makes. */
const MAX_CALLS = 10;
const UNFINISHED = ['new', 'running', 'waiting'];

let environment: TestEnvironment;
let credential: CredentialReference;

beforeAll(async () => {
	environment = await openTestEnvironment({
		...QUICK,
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: String(SHUTDOWN_SECONDS),
	});
	credential = await adminCredential(environment.client, environment.service);
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

interface Kind {
	/** All payouts in one run of the node, or one run for each with Loop Over Items. */
	shape: 'run' | 'loop';
	/** When the service acts on the request that it holds up. */
	when: 'before' | 'after';
	/** Settings of the workflow. */
	settings?: Record<string, unknown>;
}

interface Interrupted extends Kind {
	workflow: Workflow;
	payouts: Payout[];
	executionId: string;
}

const transfers = (): readonly LoggedRequest[] =>
	environment.service.requests.filter(({ operationId }) => operationId === TRANSFER);

/** Starts payouts from a plain webhook. Returns when the service holds up one of the requests. */
async function begin({ shape, when, settings }: Kind): Promise<Interrupted> {
	const { client, service, n8n } = environment;
	const payouts = preparePayouts(service, COUNT[shape]);
	const path = randomUUID();
	const workflow = await client.createWorkflow(payoutWorkflow(path, shape, settings));
	await client.publish(workflow);
	const before = transfers().length;
	const fault = { operation: TRANSFER, kind: 'delay', when } as const;
	service.control.addFault({ ...fault, delay: 0, times: HELD_AT[shape] });
	service.control.addFault({ ...fault, delay: HELD_MS, times: 1 });
	const response = await fetch(`${n8n.url}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ payouts }),
	});
	expect(response.status).toBe(200);
	await waitFor('a transfer to be held up', RUN_MS, () => transfers()[before + HELD_AT[shape]]);
	const [execution] = await client.listExecutions(workflow.id);
	return { shape, when, settings, workflow, payouts, executionId: execution!.id };
}

/** Waits until the service has acted on all requests. */
async function untilAnswered(): Promise<void> {
	await waitFor('all transfers to be answered', RUN_MS, () =>
		transfers().every(({ status }) => status !== null) ? true : undefined,
	);
}

async function untilEnded({ executionId }: Interrupted): Promise<Execution> {
	return await waitFor('the execution to end', RUN_MS, async () => {
		const execution = await environment.client.getExecution(executionId);
		return UNFINISHED.includes(execution.status) ? undefined : execution;
	});
}

async function retry(
	{ workflow, executionId }: Interrupted,
	how?: { loadWorkflow: boolean },
): Promise<Execution> {
	await environment.client.retryExecution(executionId, how);
	const [latest] = await environment.client.waitForExecutions(workflow.id);
	expect(latest?.id).not.toBe(executionId);
	return await environment.client.getExecution(latest!.id);
}

type Report = 'paid' | 'skipped' | 'notApplied' | 'unknown';

interface Said {
	report: Report;
	key?: unknown;
}

/** What the node said of each payout, in their order. */
function reportsOf(execution: Execution, { payouts, shape }: Interrupted): Said[][] {
	const said: Said[][] = payouts.map(() => []);
	const { runData } = execution.data.resultData;
	const indexes = new Map(payouts.map(({ recipientId }, index) => [recipientId, index]));
	for (const { data, source } of runData[PAY] ?? []) {
		const [from] = source as Array<{ previousNode: string; previousNodeRun?: number } | null>;
		// n8n adds artificial runs when it recovers an execution.
		if (!from) continue;
		const inputs = runData[from.previousNode]?.[from.previousNodeRun ?? 0]?.data?.main ?? [];
		const add = ({ pairedItem, json }: RunItem, one: Said) => {
			if (json.isArtificialRecoveredEventItem === true) return;
			const { item } = pairedItem as { item: number };
			const index = indexes.get(inputs[shape === 'loop' ? 1 : 0]?.[item]?.json.recipientId as string);
			said[index!]!.push(one);
		};
		const [main, errors] = data?.main ?? [];
		for (const item of main ?? []) add(item, { report: item.json.skipped === true ? 'skipped' : 'paid' });
		for (const item of errors ?? []) {
			const { outcome, idempotencyKey } = item.json.details as { outcome: Report; idempotencyKey?: unknown };
			add(item, { report: outcome, key: idempotencyKey });
		}
	}
	return said;
}

/** The false statements in a report, according to the ledger. */
function falsehoods(said: Said[][], { payouts }: Interrupted): string[] {
	const paid = transferredTo(environment.service);
	return payouts.flatMap(({ recipientId, amount }, index) => {
		const amounts = paid.get(recipientId) ?? [];
		const reports = said[index]!.map(({ report }) => report);
		const truths: Record<Report, boolean> = {
			paid: amounts.length === 1,
			skipped: amounts.length === 1,
			notApplied: amounts.length === 0,
			unknown: amounts.length <= 1,
		};
		const isTrue = reports.length === 1 && truths[reports[0]!];
		if (isTrue && amounts.every((moved) => moved === amount)) return [];
		return [`payout ${index} is reported as ${reports.join(' ')} and was paid [${amounts.join(', ')}]`];
	});
}

type Span = [count: number, report: Report];

/** Checks the report of a retry: against the ledger, and against what is expected of the payouts in their order. */
async function expectRetried(
	one: Interrupted,
	spans: Span[],
	how?: { loadWorkflow: boolean },
): Promise<Execution> {
	const retried = await retry(one, how);
	// The service may still act on the request that it held up.
	await untilAnswered();
	const said = reportsOf(retried, one);
	const shape = `${one.shape} ${JSON.stringify(one.settings)}`;
	expect({ shape, falsehoods: falsehoods(said, one) }).toEqual({ shape, falsehoods: [] });
	const expected = spans.flatMap(([count, report]) => Array<Report>(count).fill(report));
	expect({ shape, reports: said.map(([first]) => first?.report) }).toEqual({ shape, reports: expected });
	for (const { report, key } of said.flat()) {
		if (report === 'unknown') expect(key).toMatch(/\S/);
	}
	return retried;
}

/** All but the one under way have a known outcome when the node could end itself. */
const allButOne = ({ shape }: Kind, before: Report): Span[] => [
	[HELD_AT[shape], before],
	[1, 'unknown'],
	[COUNT[shape] - HELD_AT[shape] - 1, 'paid'],
];

/** The keys of a whole window have no known outcome when n8n could not write any more. */
const allButWindow = ({ shape }: Kind, before: Report): Span[] =>
	shape === 'loop'
		? allButOne({ shape, when: 'before' }, before)
		: [
				[MAX_OPEN, before],
				[MAX_OPEN, 'unknown'],
				[COUNT.run - 2 * MAX_OPEN, 'paid'],
			];

const both: Kind[] = [
	{ shape: 'run', when: 'after' },
	{ shape: 'loop', when: 'before' },
];

it(
	'payouts that a person stopped are finished by a retry, without the one under way',
	async () => {
		const { client, n8n } = environment;
		const stopped: Interrupted[] = [];
		for (const kind of both) {
			const one = await begin(kind);
			const response = await fetch(`${n8n.url}/rest/executions/${one.executionId}/stop`, {
				method: 'POST',
				headers: { cookie: client.session },
			});
			expect(response.status).toBe(200);
			stopped.push(one);
		}
		for (const one of stopped) {
			expect((await untilEnded(one)).status).toBe('canceled');
			await expectRetried(one, allButOne(one, 'skipped'), { loadWorkflow: one.shape === 'loop' });
		}
	},
	TEST_MS,
);

it(
	"payouts of a loop that reached the workflow's timeout are finished by a retry",
	async () => {
		const one = await begin({ shape: 'loop', when: 'before', settings: { executionTimeout: 3 } });
		expect((await untilEnded(one)).status).toBe('canceled');
		await untilAnswered();
		// The retry continues after the payouts that n8n saved.
		const retried = await expectRetried(one, allButOne(one, 'paid'), { loadWorkflow: true });
		expect(retried.status).toBe('success');
	},
	TEST_MS,
);

it(
	'a retry of a run that reached the timeout pays nothing twice, although n8n may forget the node',
	async () => {
		const one = await begin({ shape: 'run', when: 'after', settings: { executionTimeout: 3 } });
		expect((await untilEnded(one)).status).toBe('canceled');
		await untilAnswered();
		const retried = await retry(one);
		const said = reportsOf(retried, one);
		const paid = transferredTo(environment.service);
		const timesPaid = one.payouts.map(({ recipientId }) => paid.get(recipientId)?.length ?? 0);
		// n8n saves the execution at the timeout, when the running node is neither finished nor to be run.
		if (retried.data.resultData.runData[PAY] === undefined)
			expect(timesPaid).toEqual(one.payouts.map((_, index) => Number(index <= HELD_AT.run)));
		else expect(falsehoods(said, one)).toEqual([]);
	},
	TEST_MS,
);

it(
	'payouts of a killed n8n are finished by a retry, without those whose outcome n8n could not record',
	async () => {
		const { n8n } = environment;
		const killed: Interrupted[] = [];
		for (const kind of both)
			for (const saveExecutionProgress of [true, false])
				killed.push(await begin({ ...kind, settings: { saveExecutionProgress } }));
		const agents: AgentRun[] = [];
		for (const [version, isSaved] of [
			[2.2, false],
			[3.1, false],
			[3.1, true],
		] as const)
			agents.push(await beginAgent(version, isSaved));
		try {
			await n8n.kill();
			await untilAnswered();
			await n8n.restart();
			for (const one of killed) {
				expect((await untilEnded(one)).status).toBe('crashed');
				const isSaved = one.shape === 'loop' && one.settings?.saveExecutionProgress === true;
				const retried = await expectRetried(one, allButWindow(one, isSaved ? 'paid' : 'skipped'));
				expect(retried.status).toBe('success');
			}
			for (const agent of agents) await expectAgentRetried(agent);
		} finally {
			for (const { model } of agents) await model.stop();
		}
	},
	TEST_MS,
);

it(
	'payouts that do not end before n8n shuts down are finished by a retry',
	async () => {
		const { n8n } = environment;
		const left: Interrupted[] = [];
		for (const kind of both) left.push(await begin(kind));
		await n8n.stop();
		await untilAnswered();
		await n8n.restart();
		for (const one of left) {
			expect((await untilEnded(one)).status).toBe('crashed');
			await expectRetried(one, allButWindow(one, 'skipped'), { loadWorkflow: one.shape === 'run' });
		}
	},
	TEST_MS,
);

interface AgentRun {
	agentVersion: number;
	/** With its progress n8n saves that the agent is not to be run, so a retry may do nothing. */
	isSaved: boolean;
	workflow: Workflow;
	executionId: string;
	payee: string;
	model: ScriptedModel;
}

/** Starts an agent that pays twice the same. Returns when the service has paid once and holds up the other request. */
async function beginAgent(agentVersion: number, isSaved: boolean): Promise<AgentRun> {
	const { client, service, n8n } = environment;
	const [{ recipientId: payee }] = preparePayouts(service, 1) as [Payout];
	const reply = (messages: ModelMessage[]) =>
		messages.filter(({ role }) => role === 'tool').length < 2
			? { tool: PAY, arguments: {} }
			: { say: 'Done.' };
	const model = await startScriptedModel(Array<typeof reply>(20).fill(reply));
	const openAiApi = await modelCredential(client, model);
	const path = randomUUID();
	const tool = { ...pay('rewardsEngagementTool', byId(payee), 7), onError: undefined };
	const input = startedBy(webhook(path), agentWorkflow(agentVersion, openAiApi, [tool], MAX_CALLS));
	const workflow = await client.createWorkflow({
		...input,
		name: `Agent ${path}`,
		settings: { executionOrder: 'v1', saveExecutionProgress: isSaved },
	});
	await client.publish(workflow);
	const before = transfers().length;
	const fault = { operation: TRANSFER, kind: 'delay', when: 'after' } as const;
	service.control.addFault({ ...fault, delay: 0, times: 1 });
	service.control.addFault({ ...fault, delay: HELD_MS, times: 1 });
	expect((await fetch(`${n8n.url}/webhook/${path}`, { method: 'POST' })).status).toBe(200);
	await waitFor('a transfer of the agent to be held up', RUN_MS, () => transfers()[before + 1]);
	const [execution] = await client.listExecutions(workflow.id);
	return { agentVersion, isSaved, workflow, executionId: execution!.id, payee, model };
}

async function expectAgentRetried({ agentVersion, isSaved, workflow, executionId, payee, model }: AgentRun) {
	const { client, service } = environment;
	const asked = model.heard.length;
	await client.retryExecution(executionId);
	const [latest] = await client.waitForExecutions(workflow.id);
	const heard = (model.heard.slice(asked).at(-1) ?? []).filter(({ role }) => role === 'tool');
	const results = heard.map(({ content }) => String(content));
	expect({ agentVersion, status: latest?.status, times: transferredTo(service).get(payee) }).toEqual({
		agentVersion,
		status: 'success',
		times: [7, 7],
	});
	if (isSaved) return;
	expect(results).toEqual([
		expect.not.stringContaining('"outcome":"unknown"'),
		expect.stringContaining('"outcome":"unknown"'),
	]);
}

const to = (node: string, index = 0) => ({ node, type: 'main', index });

function payoutWorkflow(
	path: string,
	shape: Kind['shape'],
	settings: Record<string, unknown> = {},
): WorkflowInput {
	const nodes = [
		webhook(path),
		place(1, {
			name: 'Each',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.payouts', options: {} },
		}),
		place(2, {
			name: 'Loop',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { options: {} },
		}),
		pay('rewardsEngagement', byId('={{ $json.recipientId }}'), '={{ $json.amount }}'),
	];
	const links = {
		run: { Each: { main: [[to(PAY)]] } },
		loop: {
			Each: { main: [[to('Loop')]] },
			Loop: { main: [[], [to(PAY)]] },
			[PAY]: { main: [[to('Loop')], [to('Loop')]] },
		},
	};
	return {
		name: `Pay out ${path}`,
		nodes: nodes.filter(({ name }) => name !== 'Loop' || shape === 'loop'),
		connections: { Payouts: { main: [[to('Each')]] }, ...links[shape] },
		settings: { executionOrder: 'v1', ...settings },
	};
}

function webhook(path: string): WorkflowNode {
	return place(0, {
		name: 'Payouts',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
		webhookId: path,
	});
}

function pay(type: string, recipientId: object, amount: number | string): WorkflowNode {
	return place(3, {
		name: PAY,
		type: `n8n-nodes-rewards-engagement.${type}`,
		typeVersion: 1,
		credentials: { rewardsEngagementApi: credential },
		onError: 'continueErrorOutput',
		parameters: {
			resource: 'member',
			operation: 'transferBalance',
			serviceId: byId(environment.service.ids.members.bonusPool),
			recipientId,
			currencyId: byId(''),
			amount,
			// A shorter time than that of a held-up request would end it.
			options: { timeoutSeconds: 60 },
		},
	});
}
