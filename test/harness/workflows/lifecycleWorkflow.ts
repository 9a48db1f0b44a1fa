import { randomUUID } from 'node:crypto';

import type { CredentialReference, WorkflowInput, WorkflowNode } from '../n8n/client';
import type { Report } from '../http/effectRecorder';

export const TRIGGER = 'Event';

/** The report of a workflow to the recorder. */
export interface Run extends Report {
	workflowId: string;
	/** `production`, or `test` for an execution that the test listener started. */
	mode: string;
}

export interface TriggerSettings {
	/** Event types. Each test has separate types, so that workflows of other tests ignore its events. */
	events: string[];
	credential: CredentialReference;
	options?: Record<string, unknown>;
}

/** A workflow with the trigger and one node that reports to the recorder. */
export function reportingWorkflow(
	recorderUrl: string,
	{ events, credential, options = {} }: TriggerSettings,
): WorkflowInput {
	const trigger: WorkflowNode = {
		id: randomUUID(),
		name: TRIGGER,
		type: 'n8n-nodes-rewards-engagement.rewardsEngagementTrigger',
		typeVersion: 1,
		position: [0, 0],
		webhookId: randomUUID(),
		parameters: { events: [], options: { ...options, customEvents: events.join(', ') } },
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
			url: recorderUrl,
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

/** The same workflow with other settings of its trigger. The connection follows a new name. */
export function withTrigger<T extends WorkflowInput>(workflow: T, changes: Partial<WorkflowNode>): T {
	const [trigger, ...others] = workflow.nodes;
	if (!trigger) throw new Error(`The workflow "${workflow.name}" has no nodes.`);
	const changed: WorkflowNode = { ...trigger, ...changes };
	return { ...workflow, nodes: [changed, ...others], connections: connect(changed.name) };
}

function connect(trigger: string): WorkflowInput['connections'] {
	return { [trigger]: { main: [[{ node: 'Report', type: 'main', index: 0 }]] } };
}
