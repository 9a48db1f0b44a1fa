import { randomUUID } from 'node:crypto';

import type { CredentialReference, Execution, Workflow, WorkflowNode } from '../harness/n8n/client';
import { adminCredential } from '../harness/workflows/questBonus';
import { byId, MANUAL_TRIGGER, manualWorkflow, place } from '../harness/workflows/nodes';
import { OPEN_TIMEOUT_MS, shareTestEnvironment, type TestEnvironment } from '../harness/environment';

const PACKAGE = 'n8n-nodes-rewards-engagement';

let environment: TestEnvironment;
let credential: CredentialReference;

beforeAll(async () => {
	environment = await shareTestEnvironment();
	credential = await adminCredential(environment.client, environment.service);
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

const to = (node: string) => [{ node, type: 'main', index: 0 }];
const paid = () =>
	environment.service.requests.filter(
		({ operationId, acted }) => /transferBalance$/.test(operationId ?? '') && acted,
	).length;

function paying(
	more: Record<string, unknown> = {},
): Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters' | 'credentials'> {
	const { bonusPool, ada } = environment.service.ids.members;
	return {
		type: `${PACKAGE}.rewardsEngagement`,
		typeVersion: 1,
		credentials: { rewardsEngagementApi: credential },
		parameters: {
			resource: 'member',
			operation: 'transferBalance',
			serviceId: byId(bonusPool),
			recipientId: byId(ada),
			currencyId: byId(''),
			amount: 1,
			options: { retries: 0 },
			...more,
		},
	};
}

function outputOf(execution: Execution, node: string): Array<Record<string, unknown>> {
	return (execution.data.resultData.runData[node]?.[0]?.data?.main?.[0] ?? []).map(({ json }) => json);
}

test('three equal payments of a loop are all made, those before a stop once, also when the execution is retried', async () => {
	const nodes = [
		place(0, {
			name: 'Event',
			type: `${PACKAGE}.rewardsEngagementTrigger`,
			typeVersion: 1,
			webhookId: randomUUID(),
			credentials: { rewardsEngagementApi: credential },
			parameters: { events: ['quest.completed'] },
		}),
		place(1, {
			name: 'Three',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: 'return [1, 2, 3].map((n) => ({ json: { n } }));' },
		}),
		place(2, {
			name: 'Loop',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { options: {} },
		}),
		place(3, { name: 'Pay', ...paying() }),
	];
	const workflow = await environment.client.createWorkflow({
		name: 'Loop',
		nodes,
		connections: {
			Event: { main: [to('Three')] },
			Three: { main: [to('Loop')] },
			Loop: { main: [[], to('Pay')] },
			Pay: { main: [to('Loop')] },
		},
		settings: { executionOrder: 'v1' },
	});
	await environment.client.publish(workflow);
	const { control, ids } = environment.service;
	const before = paid();
	const operation = 'member.transferBalance';
	control.addFault({ operation, kind: 'delay', delay: 1, times: 1 });
	control.addFault({ operation, kind: 'status', status: 403, when: 'before', times: 1 });

	control.completeQuest(ids.quests.firstSteps, ids.members.ada);
	await control.settled();
	const [failed] = await environment.client.waitForExecutions(workflow.id);
	expect(failed?.status).toBe('error');
	expect(paid() - before).toBe(1);

	await environment.client.retryExecution(failed!.id);
	const [retried] = await environment.client.waitForExecutions(workflow.id);
	expect(retried?.status).toBe('success');
	expect(paid() - before).toBe(3);
	// It must not receive the events of other tests.
	await environment.client.unpublish(workflow.id);
});

test('a sub-workflow says that a retry of its caller pays again, and is safe with a key of the eventId', async () => {
	const { client, service } = environment;
	const published = async (name: string, nodes: WorkflowNode[]) => {
		const connections = Object.fromEntries(
			nodes.slice(1).map((node, index) => [nodes[index]?.name, { main: [to(node.name)] }]),
		);
		const settings = { executionOrder: 'v1' };
		const workflow = await client.createWorkflow({ name, nodes, connections, settings });
		await client.publish(workflow);
		return workflow;
	};
	const called = async (name: string, more: Record<string, unknown>) =>
		await published(name, [
			place(0, {
				name: 'Called',
				type: 'n8n-nodes-base.executeWorkflowTrigger',
				typeVersion: 1.1,
				parameters: { inputSource: 'passthrough' },
			}),
			place(1, { name: 'Pay', ...paying(more) }),
			place(2, {
				name: 'Stop',
				type: 'n8n-nodes-base.stopAndError',
				typeVersion: 1,
				parameters: { errorMessage: 'after the payment' },
			}),
		]);
	const subs = [
		await called('Pays by itself', {}),
		await called('Pays by key', { repeatProtection: 'key', idempotencyKey: '={{ $json.eventId }}' }),
	];
	const timesPaid: number[] = [];
	const hints: string[][] = [];
	for (const sub of subs) {
		const caller = await published(`Calls ${sub.name}`, [
			place(0, {
				name: 'Event',
				type: `${PACKAGE}.rewardsEngagementTrigger`,
				typeVersion: 1,
				webhookId: randomUUID(),
				credentials: { rewardsEngagementApi: credential },
				parameters: { events: ['quest.completed'] },
			}),
			place(1, {
				name: 'Call',
				type: 'n8n-nodes-base.executeWorkflow',
				typeVersion: 1.2,
				parameters: { workflowId: byId(sub.id), options: {} },
			}),
		]);
		await client.waitForPublication(caller.id);
		const before = paid();
		service.control.completeQuest(service.ids.quests.firstSteps, service.ids.members.ada);
		await service.control.settled();
		const [failed] = await client.waitForExecutions(caller.id);
		expect(failed?.status).toBe('error');
		await client.retryExecution(failed!.id);
		await client.waitForExecutions(caller.id);
		timesPaid.push(paid() - before);
		const [last] = await client.waitForExecutions(sub.id);
		const { data } = await client.getExecution(last?.id ?? '');
		hints.push((data.resultData.runData.Pay?.[0]?.hints ?? []).map(({ message }) => message));
		await client.unpublish(caller.id);
	}
	expect(timesPaid).toEqual([2, 1]);
	expect(hints).toEqual([
		[
			expect.stringMatching(/^1 transferred, /),
			expect.stringContaining('If the calling workflow is retried, it pays again'),
		],
		[
			expect.stringMatching(
				/^Nothing was sent: Repeat Protection skipped the only item that an earlier execution/,
			),
		],
	]);
});

test('a key is safe from Remove Duplicates, and is released from another node by its plain words', async () => {
	const removeDuplicates = (parameters: Record<string, unknown>) => ({
		type: 'n8n-nodes-base.removeDuplicates',
		typeVersion: 2,
		parameters: { ...parameters, options: { scope: 'workflow' } },
	});
	const input = manualWorkflow('Keys', [
		{
			name: 'Numbers',
			items: [{ n: 1 }],
			node: removeDuplicates({
				operation: 'removeItemsSeenInPreviousExecutions',
				logic: 'removeItemsUpToStoredIncrementalKey',
				incrementalDedupeValue: '={{ $json.n }}',
			}),
		},
		{
			name: 'Pay',
			items: [{}],
			node: paying({ repeatProtection: 'key', idempotencyKey: 'order-17' }),
		},
		{
			name: 'Clear',
			items: [{}],
			node: removeDuplicates({ operation: 'clearDeduplicationHistory', mode: 'cleanDatabase' }),
		},
		{
			name: 'Free',
			items: [{}],
			node: {
				type: `${PACKAGE}.rewardsEngagement`,
				typeVersion: 1,
				disabled: true,
				credentials: { rewardsEngagementApi: credential },
				parameters: { resource: 'idempotencyKey', operation: 'release', idempotencyKey: 'order-17' },
			},
		},
	]);
	let workflow: Workflow = await environment.client.createWorkflow(input);
	const before = paid();
	const first = await environment.client.runToEnd(workflow, MANUAL_TRIGGER);
	expect(first.status).toBe('success');
	expect(outputOf(first, 'Pay')).toEqual([expect.objectContaining({ senderId: expect.any(String) })]);
	const second = await environment.client.runToEnd(workflow, MANUAL_TRIGGER);
	expect(outputOf(second, 'Pay')).toEqual([
		expect.objectContaining({ skipped: true, firstRun: { execution: 'earlier' } }),
	]);
	expect(paid() - before).toBe(1);

	workflow = await environment.client.updateWorkflow({
		...workflow,
		nodes: workflow.nodes.map((node) => ({ ...node, disabled: false })),
	});
	const third = await environment.client.runToEnd(workflow, MANUAL_TRIGGER);
	expect(outputOf(third, 'Free')).toEqual([
		{ released: true, status: 'completed', idempotencyKey: expect.stringMatching(/^order-17@/) },
	]);
	const fourth = await environment.client.runToEnd(workflow, MANUAL_TRIGGER);
	expect(outputOf(fourth, 'Pay')).toEqual([expect.objectContaining({ senderId: expect.any(String) })]);
	expect(paid() - before).toBe(2);
});
