import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import type { Service } from '../../sandbox/service';
import { EVENTS } from '../harness/deliveries/gateway';
import type { N8nSetting } from '../harness/environment';
import type { N8nClient, Workflow } from '../harness/n8n/client';
import { openN8n, type OpenN8n } from '../harness/n8n/open';
import { freePort } from '../harness/process/ports';
import type { RabbitMq } from '../harness/process/servers';
import { chain, type NewNode } from '../harness/workflows/nodes';
import { adminCredential } from '../harness/workflows/questBonus';

const NODES = ['DoNothingTrigger.node.js', 'FewLinesTrigger.node.js'];

/** The community package with the triggers that ours is compared with. */
const MANIFEST = {
	name: 'n8n-nodes-do-nothing',
	version: '1.0.0',
	keywords: ['n8n-community-node-package'],
	n8n: { n8nNodesApiVersion: 1, nodes: NODES.map((file) => `dist/${file}`) },
};

export const DO_NOTHING = `${MANIFEST.name}.doNothingTrigger`;
export const FEW_LINES = `${MANIFEST.name}.fewLinesTrigger`;

/** Opens an n8n instance that has this package beside ours. n8n loads its community packages when it starts. */
export async function openBesideDoNothing(
	{ folder, ...setting }: N8nSetting,
	programs: string,
): Promise<OpenN8n> {
	const userFolder = path.join(folder, 'n8n');
	const home = path.join(userFolder, '.n8n', 'nodes', 'node_modules', MANIFEST.name);
	fs.mkdirSync(path.join(home, 'dist'), { recursive: true });
	fs.writeFileSync(path.join(home, 'package.json'), JSON.stringify(MANIFEST));
	for (const file of NODES) fs.copyFileSync(path.join(programs, file), path.join(home, 'dist', file));
	return await openN8n({ ...setting, userFolder, port: await freePort() });
}

/** A published workflow that receives deliveries. */
export interface Receiver {
	name: string;
	workflow: Workflow;
	/** The URL for deliveries. */
	url: string;
	/** The secret that signs the deliveries. */
	secret: string;
}

/** The last node of each workflow. It does nothing, so that only the nodes before it are measured. */
const END: NewNode = { name: 'End', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

/** Our trigger. It is registered with the service, verifies and deduplicates. */
export async function publishTrigger(client: N8nClient, service: Service): Promise<Receiver> {
	const credential = await adminCredential(client, service);
	const webhookId = randomUUID();
	const workflow = await publish(client, 'Our trigger', [
		{
			name: 'Event',
			type: 'n8n-nodes-rewards-engagement.rewardsEngagementTrigger',
			typeVersion: 1.1,
			webhookId,
			parameters: { events: ['quest.completed'], options: {} },
			credentials: { rewardsEngagementApi: credential },
		},
		END,
	]);
	const hooks = [...(service.state.realms.get(service.realmId)?.webhooks.values() ?? [])];
	const hook = hooks.find(({ url }) => url.includes(webhookId));
	if (!hook?.secret) throw new Error('The trigger registered no webhook with a secret.');
	return { name: 'our trigger', workflow, url: hook.url, secret: hook.secret };
}

/** A trigger of a community package that only passes on deliveries. */
export async function publishNothing(client: N8nClient, n8nUrl: string, secret: string): Promise<Receiver> {
	const webhookId = randomUUID();
	const workflow = await publish(client, 'Do nothing', [
		{ name: 'Event', type: DO_NOTHING, typeVersion: 2, webhookId, parameters: {} },
		END,
	]);
	return {
		name: 'a trigger that only passes on',
		workflow,
		url: `${n8nUrl}/webhook/${webhookId}/webhook`,
		secret,
	};
}

/** The shortest trigger that verifies and deduplicates. */
export async function publishFewLines(
	client: N8nClient,
	n8nUrl: string,
	service: Service,
	secret: string,
): Promise<Receiver> {
	const webhookId = randomUUID();
	const workflow = await publish(client, 'Few lines', [
		{
			name: 'Event',
			type: FEW_LINES,
			typeVersion: 2,
			webhookId,
			parameters: { secret },
			credentials: { rewardsEngagementApi: await adminCredential(client, service) },
		},
		END,
	]);
	return { name: 'the shortest trigger', workflow, url: `${n8nUrl}/webhook/${webhookId}/webhook`, secret };
}

/** n8n's Webhook node alone: it neither verifies nor deduplicates. */
export async function publishBare(client: N8nClient, n8nUrl: string, secret: string): Promise<Receiver> {
	const webhook = webhookNode({});
	const workflow = await publish(client, 'Bare webhook', [webhook, END]);
	return { name: 'the Webhook node alone', workflow, url: addressOf(n8nUrl, webhook), secret };
}

/** n8n's Webhook node with *Event → Verify* behind it. It verifies and deduplicates. */
export async function publishVerify(
	client: N8nClient,
	n8nUrl: string,
	service: Service,
	secret: string,
): Promise<Receiver> {
	const webhook = webhookNode({ rawBody: true });
	const verify = await verifyNode(client, service, secret, {
		bodyFrom: 'binary',
		binaryPropertyName: 'data',
		signature: '={{ $json.headers["x-service-signature"] }}',
	});
	const workflow = await publish(client, 'Webhook and Verify', [webhook, verify, END]);
	return { name: 'Webhook + Event → Verify', workflow, url: addressOf(n8nUrl, webhook), secret };
}

/** n8n's RabbitMQ Trigger with *Event → Verify* behind it. */
export async function publishQueueReader(
	client: N8nClient,
	service: Service,
	secret: string,
	{ access }: RabbitMq,
): Promise<Workflow> {
	const data = { ...access, ssl: false };
	const rabbitmq = await client.createCredential({ name: 'Queue', type: 'rabbitmq', data });
	const verify = await verifyNode(client, service, secret, {
		bodyFrom: 'text',
		rawBody: '={{ $json.content }}',
		signature: '={{ $json.properties.headers["x-service-signature"] }}',
	});
	return await publish(client, 'Queue and Verify', [
		{
			name: 'Event',
			type: 'n8n-nodes-base.rabbitmqTrigger',
			typeVersion: 1,
			parameters: {
				queue: EVENTS,
				options: { acknowledge: 'executionFinishesSuccessfully', parallelMessages: 10 },
			},
			credentials: { rabbitmq },
		},
		verify,
		END,
	]);
}

async function verifyNode(
	client: N8nClient,
	{ baseUrl, realmId, keys }: Service,
	webhookSecret: string,
	from: Record<string, string>,
): Promise<NewNode> {
	const data = { baseUrl, realmId, apiKey: keys.admin, webhookSecret };
	const name = 'With the secret of the webhook';
	const credential = await client.createCredential({ name, type: 'rewardsEngagementApi', data });
	return {
		name: 'Verify',
		type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
		typeVersion: 1,
		parameters: {
			resource: 'event',
			operation: 'verify',
			...from,
			options: { deduplicateBy: 'payload' },
		},
		credentials: { rewardsEngagementApi: credential },
	};
}

/** The same with n8n's own nodes: the HMAC of the raw body, a comparison, and the values seen before. */
export async function publishRecipe(client: N8nClient, n8nUrl: string, secret: string): Promise<Receiver> {
	const credential = await client.createCredential({
		name: 'Secret of the recipe',
		type: 'crypto',
		data: { hmacSecret: secret },
	});
	const webhook = webhookNode({ rawBody: true });
	const workflow = await publish(client, 'Recipe', [
		webhook,
		{
			name: 'Sign',
			type: 'n8n-nodes-base.crypto',
			typeVersion: 2,
			parameters: {
				action: 'hmac',
				binaryData: true,
				binaryPropertyName: 'data',
				type: 'SHA256',
				dataPropertyName: 'signature',
				encoding: 'hex',
			},
			credentials: { crypto: credential },
		},
		{ name: 'Is genuine', type: 'n8n-nodes-base.if', typeVersion: 2.3, parameters: genuine },
		{
			name: 'Once',
			type: 'n8n-nodes-base.removeDuplicates',
			typeVersion: 2,
			parameters: {
				operation: 'removeItemsSeenInPreviousExecutions',
				logic: 'removeItemsWithAlreadySeenKeyValues',
				dedupeValue: '={{ $json.signature }}',
				options: {},
			},
		},
		END,
	]);
	return {
		name: 'Webhook + Crypto + IF + Remove Duplicates',
		workflow,
		url: addressOf(n8nUrl, webhook),
		secret,
	};
}

/**
 * The minimum for any node that verifies behind a Webhook node. The raw body is kept as a file, and a node reads the
 * signature from the headers. It verifies nothing.
 */
export async function publishLeast(client: N8nClient, n8nUrl: string, secret: string): Promise<Receiver> {
	const webhook = webhookNode({ rawBody: true });
	const signature = '={{ $json.headers["x-service-signature"] }}';
	const assignment = { id: randomUUID(), name: 'signature', type: 'string', value: signature };
	const workflow = await publish(client, 'Least', [
		webhook,
		{
			name: 'Signature',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { assignments: { assignments: [assignment] }, options: {} },
		},
		END,
	]);
	return { name: 'Webhook + Edit Fields', workflow, url: addressOf(n8nUrl, webhook), secret };
}

/** The header must be `sha256=<signature>`. */
const genuine = {
	conditions: {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
		combinator: 'and',
		conditions: [
			{
				id: randomUUID(),
				leftValue: '={{ "sha256=" + $json.signature }}',
				rightValue: '={{ $json.headers["x-service-signature"] }}',
				operator: { type: 'string', operation: 'equals' },
			},
		],
	},
	options: {},
};

function webhookNode(options: Record<string, unknown>): NewNode & { parameters: { path: string } } {
	const id = randomUUID();
	return {
		name: 'Event',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		webhookId: id,
		parameters: { httpMethod: 'POST', path: id, responseMode: 'onReceived', options },
	};
}

function addressOf(n8nUrl: string, { parameters }: { parameters: { path: string } }): string {
	return `${n8nUrl}/webhook/${parameters.path}`;
}

/** Creates a workflow with a chain of these nodes, and publishes it. */
async function publish(client: N8nClient, name: string, inputs: NewNode[]): Promise<Workflow> {
	const workflow = await client.createWorkflow(chain(name, inputs));
	await client.publish(workflow);
	return workflow;
}
