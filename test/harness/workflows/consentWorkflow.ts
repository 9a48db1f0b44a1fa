import { randomUUID } from 'node:crypto';

import { startReceiver, type Receiver } from '../http/receiver';
import type { CredentialReference, N8nClient, Workflow } from '../n8n/client';
import { fillIn, readExample } from './examples';

export const CONSENT_TRIGGER = 'Consent received';
export const RESULT = 'Combine user and member';

/** The example workflow in n8n, set up as its note says. */
export interface LinkWorkflow {
	workflow: Workflow;
	/** The URL of the button, without the user. */
	buttonUrl: string;
	/** The consent trigger's production URL. */
	redirectUri: string;
}

/** Imports the example and follows its note, except for registering the redirect URI and publishing. */
export async function importLinkWorkflow(
	client: N8nClient,
	credential: CredentialReference,
): Promise<LinkWorkflow> {
	const webhookId = randomUUID();
	const redirectUri = `${client.url}/webhook/${webhookId}/consent`;
	const buttonPath = `link-${randomUUID()}`;
	const example = fillIn(readExample('link-member-by-consent'), {
		credential,
		values: { PRODUCTION_URL_OF_MEMBER_CONSENTED: redirectUri },
	});
	// On import, the editor gives every webhook node a new address. The test has to know them.
	const nodes = example.nodes.map((node) => {
		if (node.name === CONSENT_TRIGGER) return { ...node, webhookId };
		if (node.type !== 'n8n-nodes-base.webhook') return node;
		return { ...node, webhookId: randomUUID(), parameters: { ...node.parameters, path: buttonPath } };
	});
	const workflow = await client.createWorkflow({ ...example, nodes });
	return { workflow, buttonUrl: `${client.url}/webhook/${buttonPath}`, redirectUri };
}

/** Saves and publishes the same workflow with other parameters of its consent trigger. */
export async function republish(
	client: N8nClient,
	{ id }: Workflow,
	parameters: Record<string, unknown>,
): Promise<void> {
	const saved = await client.getWorkflow(id);
	const nodes = saved.nodes.map((node) => (node.name === CONSENT_TRIGGER ? { ...node, parameters } : node));
	await client.publish(await client.updateWorkflow({ ...saved, nodes }));
}

/** The result for each person who came back from the consent page, oldest first. */
export async function linked(
	client: N8nClient,
	workflowId: string,
): Promise<Array<{ item: unknown; result: unknown }>> {
	const results: Array<{ item: unknown; result: unknown }> = [];
	for (const { id } of (await client.listExecutions(workflowId)).reverse()) {
		const { runData } = (await client.getExecution(id)).data.resultData;
		const itemOf = (node: string) => runData[node]?.[0]?.data?.main[0]?.[0]?.json;
		if (runData[CONSENT_TRIGGER]) results.push({ item: itemOf(CONSENT_TRIGGER), result: itemOf(RESULT) });
	}
	return results;
}

/** A user's own site: a page with the button, and a page to return to. */
export class Site {
	/** The URL of the button. */
	buttonUrl = '';

	private receiver?: Receiver;

	async start(): Promise<void> {
		this.receiver = await startReceiver(({ path }) => {
			const body =
				path === '/welcome'
					? '<h1>Welcome to the club</h1>'
					: `<h1>The club</h1><a role="button" href="${this.buttonUrl}?user=user-42">Link my account</a>`;
			return {
				headers: { 'content-type': 'text/html; charset=utf-8' },
				body: `<!doctype html><html lang="en"><title>Club</title>${body}</html>`,
			};
		});
	}

	async stop(): Promise<void> {
		await this.receiver?.stop();
	}

	get url(): string {
		return this.receiver?.url ?? '';
	}
}
