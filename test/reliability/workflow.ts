import { randomUUID } from 'node:crypto';

import type { N8nClient, Workflow } from '../n8n/client';
import { createCredential } from '../n8n/quest-bonus';
import type { Service } from '../service/service';
import type { Target } from './sender';

const PACKAGE = 'n8n-nodes-rewards-engagement';

export interface PublishedWorkflow {
	workflow: Workflow;
	target: Target;
}

/**
 * Publishes the smallest workflow that does something real: our trigger, and n8n's own HTTP Request node that tells
 * the effect server. It costs n8n little, so that thousands of events fit into minutes, and its effect can be counted
 * without asking n8n.
 *
 * @param options of the trigger
 * @param workflowSettings of the workflow, e.g. `errorWorkflow`
 */
export async function publishCounting(
	client: N8nClient,
	service: Service,
	effectUrl: string,
	options: Record<string, unknown> = {},
	workflowSettings: Record<string, unknown> = {},
): Promise<PublishedWorkflow> {
	const { baseUrl, realmId, keys } = service;
	const credential = await createCredential(client, { baseUrl, realmId, apiKey: keys.admin });
	const webhookId = randomUUID();
	const workflow = await client.createWorkflow({
		name: 'Count the effects',
		nodes: [
			{
				id: randomUUID(),
				name: 'Event',
				type: `${PACKAGE}.rewardsEngagementTrigger`,
				typeVersion: 1,
				position: [0, 0],
				webhookId,
				parameters: { events: ['quest.completed'], options },
				credentials: { rewardsEngagementApi: credential },
			},
			{
				id: randomUUID(),
				name: 'Effect',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				position: [260, 0],
				parameters: {
					method: 'POST',
					url: effectUrl,
					sendBody: true,
					specifyBody: 'json',
					jsonBody: '={{ JSON.stringify({ number: $json.data.number, execution: $execution.id }) }}',
					options: {},
				},
			},
		],
		connections: { Event: { main: [[{ node: 'Effect', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1', ...workflowSettings },
	});
	await client.publish(workflow);
	const hooks = [...(service.state.realms.get(realmId)?.webhooks.values() ?? [])];
	const hook = hooks.find(({ url }) => url.includes(webhookId));
	if (!hook?.secret) throw new Error('The trigger registered no webhook with a secret.');
	return { workflow, target: { urls: [hook.url], secret: hook.secret, realmId } };
}

/** The smallest workflow that runs when another one fails. */
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
