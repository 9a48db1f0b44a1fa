// Every day, because executions and polls take minutes. At once: test/engine/trigger/triggerCopies.test.ts, test/engine/trigger/triggerRegistration.test.ts.
import { randomUUID } from 'node:crypto';

import {
	OPEN_TIMEOUT_MS,
	openTestEnvironment,
	QUICK,
	RUNS_CODE,
	type TestEnvironment,
} from '../harness/environment';
import type { CredentialReference, Workflow, WorkflowNode } from '../harness/n8n/client';
import { EVERY_TEN_SECONDS } from '../harness/workflows/nodes';
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
	node(
		'Event',
		'n8n-nodes-rewards-engagement.rewardsEngagementTrigger',
		{ options: { customEvents: event } },
		own(),
	);
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
	const nodes = current.nodes.map((one) => {
		if (one.name !== 'Event') return one;
		const all = { ...(one.parameters.options as object), ...options };
		return { ...one, parameters: { ...one.parameters, options: all }, ...changes };
	});
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
