import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

import type { CredentialReference, WorkflowInput, WorkflowNode } from '../n8n/client';

export const TRIGGER = 'Event';

/** What a workflow told the witness when it ran. */
export interface Run {
	workflowId: string;
	/** The trigger's output: the event's own number. */
	number: number;
	/** `production`, or `test` for a run that was started from the test listener. */
	mode: string;
}

/** A server outside n8n that workflows report to, so that what ran is known without asking n8n. */
export class Witness {
	readonly runs: Run[] = [];

	/** Numbers of events whose next report is answered with an error, which makes the workflow fail once. */
	readonly refuseOnce = new Set<number>();

	private readonly server = http.createServer((request, response) => void this.take(request, response));

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	private async take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const run = JSON.parse(Buffer.concat(chunks).toString()) as Run;
		this.runs.push(run);
		const status = this.refuseOnce.delete(run.number) ? 500 : 200;
		response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
	}
}

export interface TriggerSettings {
	/** Event types; each test has types of its own, so that the workflows of other tests sleep through its events. */
	events: string[];
	credential: CredentialReference;
	options?: Record<string, unknown>;
}

/** A workflow of the trigger and one node that reports to the witness. */
export function reportingWorkflow(
	witnessUrl: string,
	{ events, credential, options = {} }: TriggerSettings,
): WorkflowInput {
	const trigger: WorkflowNode = {
		id: randomUUID(),
		name: TRIGGER,
		type: 'n8n-nodes-rewards-engagement.rewardsEngagementTrigger',
		typeVersion: 1,
		position: [0, 0],
		webhookId: randomUUID(),
		parameters: { events: [], customEvents: events.join(', '), options },
		credentials: { rewardsEngagementApi: credential },
	};
	const report: WorkflowNode = {
		id: randomUUID(),
		name: 'Report',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [260, 0],
		parameters: {
			method: 'POST',
			url: witnessUrl,
			sendBody: true,
			specifyBody: 'json',
			jsonBody:
				'={{ JSON.stringify({ workflowId: $workflow.id, number: $json.data.number, mode: $execution.mode }) }}',
			options: {},
		},
	};
	return {
		name: events.join(', '),
		nodes: [trigger, report],
		connections: connect(trigger.name),
		settings: { executionOrder: 'v1' },
	};
}

/** The same workflow with other settings of its trigger; a new name is followed by the connection. */
export function withTrigger<T extends WorkflowInput>(workflow: T, changes: Partial<WorkflowNode>): T {
	const [trigger, ...others] = workflow.nodes;
	if (!trigger) throw new Error(`The workflow "${workflow.name}" has no nodes.`);
	const changed: WorkflowNode = { ...trigger, ...changes };
	return { ...workflow, nodes: [changed, ...others], connections: connect(changed.name) };
}

function connect(trigger: string): WorkflowInput['connections'] {
	return { [trigger]: { main: [[{ node: 'Report', type: 'main', index: 0 }]] } };
}
