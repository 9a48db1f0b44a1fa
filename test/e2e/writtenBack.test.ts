import { randomUUID } from 'node:crypto';
import fs from 'node:fs';

import { Deliveries } from '../../sandbox/base/deliveries';
import { allScopes } from '../../sandbox/base/keys';
import {
	OPEN_TIMEOUT_MS,
	openTestEnvironment,
	QUICK,
	RUNS_CODE,
	type TestEnvironment,
} from '../harness/environment';
import { startReceiver, type Receiver } from '../harness/http/receiver';
import type { CredentialReference, Workflow, WorkflowNode } from '../harness/n8n/client';
import { EVERY_TEN_SECONDS } from '../harness/workflows/pollTimes';
import { waitFor } from '../harness/process/wait';

/** n8n stores the static data of a workflow as a whole. So these write back the trigger's earlier data. */

const RUN_TIMEOUT_MS = 120_000;
const TEST_MS = 300_000;

let environment: TestEnvironment;
let credential: CredentialReference;
let number = 0;

beforeAll(async () => {
	environment = await openTestEnvironment({ ...QUICK, ...RUNS_CODE });
	const { client, service } = environment;
	credential = await client.createCredential({
		name: 'Rewards and Engagement',
		type: 'rewardsEngagementApi',
		data: { baseUrl: service.baseUrl, realmId: service.realmId, apiKey: service.keys.admin },
	});
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

const node = (name: string, type: string, parameters: object, more: object = {}): WorkflowNode => ({
	id: randomUUID(),
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: parameters as WorkflowNode['parameters'],
	...more,
});
const own = () => ({ credentials: { rewardsEngagementApi: credential }, webhookId: randomUUID() });
const triggerOf = (event: string) =>
	node('Event', 'n8n-nodes-rewards-engagement.rewardsEngagementTrigger', { customEvents: event }, own());
const poll = () =>
	node(
		'Poll',
		'n8n-nodes-rewards-engagement.rewardsEngagementPollTrigger',
		{ events: ['member.joined'], pollTimes: EVERY_TEN_SECONDS },
		{ credentials: { rewardsEngagementApi: credential } },
	);
const code = (jsCode: string) => node('Touch', 'n8n-nodes-base.code', { jsCode }, { typeVersion: 2 });
const TOUCH = "$getWorkflowStaticData('global').touched = Date.now(); return $input.all();";

/** Saves and publishes a chain of nodes, which starts with the triggers. */
async function publish(triggers: WorkflowNode[], ...chain: WorkflowNode[]): Promise<Workflow> {
	const { client } = environment;
	const nodes = [...triggers, ...chain];
	const link = (to: WorkflowNode) => ({ main: [[{ node: to.name, type: 'main', index: 0 }]] });
	const connections = Object.fromEntries([
		...triggers.map(({ name }) => [name, link(chain[0]!)]),
		...chain.slice(0, -1).map(({ name }, index) => [name, link(chain[index + 1]!)]),
	]);
	const workflow = await client.createWorkflow({
		name: 'Written back',
		nodes,
		connections,
		settings: { executionOrder: 'v1' },
	});
	await client.publish(workflow);
	await client.waitForPublication(workflow.id);
	return workflow;
}

/** Publishes the workflow again with a changed trigger, so that n8n removes and registers its webhook. */
async function publishChanged(
	workflow: Workflow,
	options: object,
	changes: Partial<WorkflowNode> = {},
): Promise<Workflow> {
	const { client } = environment;
	const current = await client.getWorkflow(workflow.id);
	const nodes = current.nodes.map((one) =>
		one.name === 'Event' ? { ...one, parameters: { ...one.parameters, options }, ...changes } : one,
	);
	const saved = await client.updateWorkflow({ ...current, nodes });
	await client.publish(saved);
	await client.waitForPublication(workflow.id);
	return saved;
}

/** Causes an event. @returns the responses to its deliveries */
async function happen(event: string): Promise<Array<number | null>> {
	const { control } = environment.service;
	const deliveries = control.emit(event, { number: ++number });
	await control.settled();
	return deliveries.flatMap(({ attempts }) => attempts.map(({ status }) => status));
}

const countOf = async ({ id }: Workflow) => (await environment.client.listExecutions(id)).length;

it(
	'deliveries verify beside a poll trigger that finds something, also if the workflow was published again',
	async () => {
		const publishWithPoll = async (event: string) => {
			return await publish([triggerOf(event), poll()], node('Next', 'n8n-nodes-base.noOp', {}));
		};
		const once = await publishWithPoll('published.once');
		const again = await publishWithPoll('published.again');
		await publishChanged(again, { deduplicateBy: 'payloadWithoutTimestamp' });
		environment.service.control.joinMember(`joined-${++number}`);
		for (const workflow of [once, again]) {
			await waitFor('the poll trigger to find the member', 2 * RUN_TIMEOUT_MS, async () =>
				(await countOf(workflow)) > 0 ? true : undefined,
			);
			await environment.client.waitForExecutions(workflow.id);
		}
		expect(await happen('published.once')).toEqual([200]);
		expect(await happen('published.again')).toEqual([200]);
	},
	2 * TEST_MS,
);

it(
	'deliveries verify after an execution that was under way while the workflow was published again',
	async () => {
		const workflow = await publish(
			[triggerOf('under.way')],
			code(`await new Promise((resolve) => setTimeout(resolve, 4_000)); ${TOUCH}`),
		);
		expect(await happen('under.way')).toEqual([200]);
		await publishChanged(workflow, { deduplicateBy: 'payloadWithoutTimestamp' });
		await environment.client.waitForExecutions(workflow.id);
		expect(await happen('under.way')).toEqual([200]);
		await environment.client.unpublish(workflow.id);
		await environment.client.publish(await environment.client.getWorkflow(workflow.id));
		await environment.client.waitForPublication(workflow.id);
		await environment.client.waitForExecutions(workflow.id);
		expect(await happen('under.way')).toEqual([200]);
	},
	TEST_MS,
);

it(
	'deliveries verify after an execution that waited while the workflow was published again',
	async () => {
		const wait = node(
			'Wait',
			'n8n-nodes-base.wait',
			{ resume: 'webhook' },
			{ typeVersion: 1.1, webhookId: randomUUID() },
		);
		const workflow = await publish([triggerOf('waited')], wait, code(TOUCH));
		expect(await happen('waited')).toEqual([200]);
		const { client, n8n } = environment;
		const waiting = await waitFor('the execution to wait', RUN_TIMEOUT_MS, async () => {
			const [execution] = await client.listExecutions(workflow.id);
			return execution?.status === 'waiting' ? execution : undefined;
		});
		await client.unpublish(workflow.id);
		await client.publish(await client.getWorkflow(workflow.id));
		await client.waitForPublication(workflow.id);
		await publishChanged(workflow, { deduplicateBy: 'payloadWithoutTimestamp' });
		const resumed = await resume(n8n.url, waiting.id);
		expect(resumed).toBe(200);
		await client.waitForExecutions(workflow.id);
		expect(await happen('waited')).toEqual([200]);
	},
	TEST_MS,
);

/** Resumes with the URL that n8n signed for the execution. */
async function resume(url: string, executionId: string): Promise<number> {
	const { data } = await environment.client.getExecution(executionId);
	const { resumeToken } = data as unknown as { resumeToken?: string };
	const query = resumeToken === undefined ? '' : `?signature=${resumeToken}`;
	const { status } = await fetch(`${url}/webhook-waiting/${executionId}${query}`);
	return status;
}

/** Realm A is the seeded one, which the poll trigger polls. */
describe('a workflow with a webhook trigger and a poll trigger that moves from realm A to realm B', () => {
	const C = 'a0'.padEnd(24, 'c');
	const deliveries = new Deliveries({ retryDelays: [], deliveryTimeout: 30_000 }, () => true);
	let A: string;
	let B: string;
	/** Executions wait for its response, until the gate is opened. */
	let gate: Receiver;
	let opened = Promise.resolve();
	let openGate: () => void = () => undefined;

	beforeAll(async () => {
		const { ids, realmId, state } = environment.service;
		[A, B] = [realmId, ids.otherRealm];
		state.realms.set(C, { ...state.realms.get(B)!, id: C, webhooks: new Map() });
		state.keys.push({ name: 'third', value: keyOf(C), realmId: C, scopes: allScopes });
		gate = await startReceiver(async () => {
			await opened;
			return { body: {} };
		});
	});

	afterAll(async () => await gate?.stop());

	const keyOf = (realmId: string): string => {
		const { admin, otherRealm } = environment.service.keys;
		return { [A]: admin, [B]: otherRealm }[realmId] ?? 'written-back-third';
	};
	const credentialFor = (realmId: string, apiKey = keyOf(realmId)) => ({
		name: 'Moving',
		type: 'rewardsEngagementApi',
		data: { baseUrl: environment.service.baseUrl, realmId, apiKey },
	});
	const hooksIn = (realmId: string, event: string) => {
		const { webhooks } = environment.service.state.realms.get(realmId)!;
		return [...webhooks.values()].filter(({ events }) => events.includes(event));
	};
	/** Causes an event in a realm. @returns the responses to its deliveries */
	const happenIn = async (realmId: string, type: string) => {
		const event = { type, realmId, timestamp: new Date().toISOString(), data: { number: ++number } };
		const sent = hooksIn(realmId, type).map((hook) => deliveries.send(hook, event));
		await deliveries.settled();
		return sent.flatMap(({ attempts }) => attempts.map(({ status }) => status));
	};
	/** Executions of the webhook trigger, or of the poll trigger. */
	const runsOf = async ({ id }: Workflow, trigger: 'webhook' | 'trigger') =>
		(await environment.client.listExecutions(id)).filter(({ mode }) => mode === trigger).length;
	const storedRealmOf = async ({ id }: Workflow) => {
		const { staticData } = (await environment.client.getWorkflow(id)) as unknown as {
			staticData: Record<string, { realmId?: string } | undefined>;
		};
		return staticData['node:Event']?.realmId;
	};
	const log = () => fs.readFileSync(environment.n8n.logFile, 'utf8');

	interface WrittenBack {
		chain: () => WorkflowNode[];
		/** What happens in realm A. */
		before?: (event: string) => Promise<void>;
		/** What happens after the publication in realm B. */
		after: (workflow: Workflow) => Promise<void>;
	}
	const ways: Array<[what: string, way: WrittenBack]> = [
		[
			'an execution ended that was under way',
			{
				chain: () => [
					node('Gate', 'n8n-nodes-base.httpRequest', { url: gate.url }, { typeVersion: 4.2 }),
					code(TOUCH),
				],
				before: async (event) => {
					opened = new Promise<void>((resolve) => (openGate = resolve));
					const waiting = gate.received.length + 1;
					expect(await happenIn(A, event)).toEqual([200]);
					await waitFor('the execution to be under way', RUN_TIMEOUT_MS, () =>
						gate.received.length === waiting ? true : undefined,
					);
				},
				after: async () => openGate(),
			},
		],
		[
			'the poll trigger found something',
			{
				chain: () => [node('Next', 'n8n-nodes-base.noOp', {})],
				after: async (workflow) => {
					environment.service.control.joinMember(`joined-${++number}`);
					await waitFor('the poll trigger to find the member', RUN_TIMEOUT_MS, async () =>
						(await runsOf(workflow, 'trigger')) > 0 ? true : undefined,
					);
				},
			},
		],
	];

	/** @returns the workflow, which is published in realm B with the stored data of realm A */
	async function move(event: string, { chain, before, after }: WrittenBack, moving: CredentialReference) {
		const { client } = environment;
		const trigger = { ...triggerOf(event), credentials: { rewardsEngagementApi: moving } };
		const workflow = await publish([trigger, poll()], ...chain());
		await before?.(event);
		await client.updateCredential(moving, credentialFor(B));
		await publishChanged(workflow, { deduplicateBy: 'payloadWithoutTimestamp' });
		await after(workflow);
		await client.waitForExecutions(workflow.id);
		expect(await storedRealmOf(workflow)).toBe(A);
		const runs = await runsOf(workflow, 'webhook');
		expect(await happenIn(B, event)).toEqual([200]);
		await client.waitForExecutions(workflow.id);
		expect(await runsOf(workflow, 'webhook')).toBe(runs + 1);
		return workflow;
	}

	it.each(ways)(
		'has no webhook in realm B when it is unpublished after %s, or the log names it',
		async (what, way) => {
			const { client } = environment;
			const moving = await client.createCredential(credentialFor(A));
			const gone = await move(`gone: ${what}`, way, moving);
			await client.unpublish(gone.id);
			expect(hooksIn(B, `gone: ${what}`)).toEqual([]);

			await client.updateCredential(moving, credentialFor(A));
			const kept = await move(`kept: ${what}`, way, moving);
			await client.updateCredential(moving, credentialFor(B, 'a-revoked-key'));
			await client.unpublish(kept.id);
			const { url } = hooksIn(B, `kept: ${what}`)[0]!;
			expect(log()).toMatch(new RegExp(`may still be registered in realm ${B} .* for ${url}\\.`));
		},
		TEST_MS,
	);

	it.each(ways)(
		'runs nothing for an event of realm B and once for one of realm C, in which it is published after %s',
		async (what, way) => {
			const { client } = environment;
			const event = `next: ${what}`;
			const moving = await client.createCredential(credentialFor(A));
			const workflow = await move(event, way, moving);
			await client.updateCredential(moving, credentialFor(C));
			await publishChanged(workflow, {});
			const runs = await runsOf(workflow, 'webhook');
			expect(await happenIn(B, event)).toEqual([200]);
			expect(await happenIn(C, event)).toEqual([200]);
			await client.waitForExecutions(workflow.id);
			expect(await runsOf(workflow, 'webhook')).toBe(runs + 1);
			expect(log()).toContain(
				`"Event" ignored a signed event of the realm ${B}, because it listens to the realm ${C}.`,
			);
			await client.unpublish(workflow.id);
			expect(hooksIn(C, event)).toEqual([]);
		},
		TEST_MS,
	);
});
