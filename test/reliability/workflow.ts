import { randomUUID } from 'node:crypto';

import type {
	CredentialReference,
	N8nClient,
	Workflow,
	WorkflowInput,
	WorkflowNode,
} from '../harness/n8n/client';
import { adminCredential } from '../harness/workflows/questBonus';
import type { Service } from '../../sandbox/service';
import type { Target } from '../harness/deliveries/sender';
import type { Environment } from './environment';

const PACKAGE = 'n8n-nodes-rewards-engagement';

export interface PublishedWorkflow {
	workflow: Workflow;
	target: Target;
}

export interface CountingOptions {
	/** Options of the trigger. */
	options?: Record<string, unknown>;
	/** Of the workflow, e.g. `errorWorkflow`. */
	settings?: Record<string, unknown>;
	/** The wait between the event and its effect. Less than a minute, so that n8n waits in memory. */
	waitSeconds?: number;
}

/**
 * Publishes the smallest workflow with a real effect: our trigger, and an HTTP Request node that reports to the
 * recorder. It costs n8n little, so thousands of events fit into minutes. The effects can be counted without asking
 * n8n.
 */
export async function publishCounting(
	{ n8n: { client }, service, recorder }: Environment,
	{ options = {}, settings = {}, waitSeconds }: CountingOptions = {},
): Promise<PublishedWorkflow> {
	const trigger = triggerNode(await adminCredential(client, service), options);
	const report = '{ number: $json.data.number, execution: $execution.id }';
	const effect = reportNode('Effect', recorder.url, report, [520, 0]);
	const between = waitSeconds === undefined ? [] : [waitNode(waitSeconds)];
	const nodes = [trigger, ...between, effect];
	const links = nodes.slice(1).map((node, index) => [nodes[index]?.name ?? '', { main: [[to(node)]] }]);
	const connections = Object.fromEntries(links) as Record<string, unknown>;
	return await publish(client, service, { name: 'Count the effects', nodes, connections, settings });
}

/**
 * Publishes a workflow that pays one point to the event's member, once per key. The key comes from the event. It
 * reports unknown outcomes to the recorder.
 *
 * @param options of the trigger
 */
export async function publishPayout(
	{ n8n: { client }, service, recorder }: Environment,
	options: Record<string, unknown>,
): Promise<PublishedWorkflow> {
	const credential = await adminCredential(client, service);
	const trigger = triggerNode(credential, options);
	const { bonusPool } = service.ids.members;
	const pay: WorkflowNode = {
		id: randomUUID(),
		name: 'Pay',
		type: `${PACKAGE}.rewardsEngagement`,
		typeVersion: 1,
		position: [260, 0],
		parameters: {
			resource: 'member',
			operation: 'transferBalance',
			serviceId: { __rl: true, mode: 'id', value: bonusPool },
			recipientId: { __rl: true, mode: 'id', value: '={{ $json.data.member.id }}' },
			currencyId: { __rl: true, mode: 'id', value: '' },
			amount: 1,
		},
		credentials: { rewardsEngagementApi: credential },
		onError: 'continueErrorOutput',
	};
	const report = reportNode(
		'Ask a person',
		recorder.url,
		'{ number: $json.data.number, execution: $execution.id, outcome: $json.details.outcome }',
		[520, 100],
	);
	return await publish(client, service, {
		name: 'Pay once per event',
		nodes: [trigger, pay, report],
		connections: {
			[trigger.name]: { main: [[to(pay)]] },
			[pay.name]: { main: [[], [to(report)]] },
		},
	});
}

/** The smallest error workflow. */
export async function createErrorWorkflow(client: N8nClient): Promise<string> {
	const workflow = await client.createWorkflow({
		name: 'Something failed',
		nodes: [
			{
				id: randomUUID(),
				name: 'On error',
				type: 'n8n-nodes-base.errorTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
		],
		connections: {},
		settings: { executionOrder: 'v1' },
	});
	await client.publish(workflow);
	return workflow.id;
}

async function publish(
	client: N8nClient,
	{ state, realmId }: Service,
	{ settings, ...input }: WorkflowInput,
): Promise<PublishedWorkflow> {
	const workflow = await client.createWorkflow({
		...input,
		settings: { executionOrder: 'v1', ...settings },
	});
	await client.publish(workflow);
	const webhookId = input.nodes[0]?.webhookId ?? '';
	const hooks = [...(state.realms.get(realmId)?.webhooks.values() ?? [])];
	const hook = hooks.find(({ url }) => url.includes(webhookId));
	if (!hook?.secret) throw new Error('The trigger registered no webhook with a secret.');
	return { workflow, target: { urls: [hook.url], secret: hook.secret, realmId } };
}

function triggerNode(credential: CredentialReference, options: Record<string, unknown>): WorkflowNode {
	return {
		id: randomUUID(),
		name: 'Event',
		type: `${PACKAGE}.rewardsEngagementTrigger`,
		typeVersion: 1,
		position: [0, 0],
		webhookId: randomUUID(),
		parameters: { events: ['quest.completed'], options },
		credentials: { rewardsEngagementApi: credential },
	};
}

/** @param words a JavaScript expression of the reported object */
function reportNode(name: string, url: string, words: string, position: [number, number]): WorkflowNode {
	return {
		id: randomUUID(),
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position,
		parameters: {
			method: 'POST',
			url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ JSON.stringify(${words}) }}`,
			options: {},
		},
	};
}

function waitNode(seconds: number): WorkflowNode {
	return {
		id: randomUUID(),
		name: 'Wait',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		position: [260, 0],
		parameters: { resume: 'timeInterval', amount: seconds, unit: 'seconds' },
	};
}

function to({ name }: WorkflowNode) {
	return { node: name, type: 'main', index: 0 };
}
