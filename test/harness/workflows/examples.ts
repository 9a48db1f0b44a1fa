import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import type { CredentialReference, Workflow, WorkflowInput, WorkflowNode } from '../n8n/client';

export const WORKFLOWS_FOLDER = path.join(__dirname, '..', '..', '..', 'workflows');
const PACKAGE = 'n8n-nodes-rewards-engagement';
/** A placeholder as the example workflows write it: capitals, in words joined by underscores. */
const PLACEHOLDER = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g;

/** The names of the files in workflows/, without their ending. */
export function exampleNames(): string[] {
	return fs
		.readdirSync(WORKFLOWS_FOLDER)
		.filter((file) => file.endsWith('.json'))
		.map((file) => path.basename(file, '.json'));
}

/** Reads workflows/<name>.json as a user imports it. */
export function readExample(name: string): WorkflowInput {
	return JSON.parse(fs.readFileSync(path.join(WORKFLOWS_FOLDER, `${name}.json`), 'utf8')) as WorkflowInput;
}

/** What a user enters after the import. */
export interface Entries {
	/** Of the service, for every node of this package. */
	credential: CredentialReference;
	/** By placeholder, e.g. `EXPORT_JOB_ID`. */
	values?: Readonly<Record<string, string>>;
	/** Credentials of n8n's own nodes, by the node's name and the credential's type. */
	otherCredentials?: Readonly<Record<string, Record<string, CredentialReference>>>;
}

/**
 * Does what the workflow's sticky note asks the user to do, and what the editor does on import: it gives every
 * webhook node an address of its own.
 *
 * @throws Error when a placeholder is not in the workflow, or one is left over: then the note and the test differ
 */
export function fillIn(
	workflow: WorkflowInput,
	{ credential, values = {}, otherCredentials = {} }: Entries,
): WorkflowInput {
	const unused = new Set(Object.keys(values));
	const enter = (text: string) =>
		text.replace(PLACEHOLDER, (placeholder) => {
			const value = values[placeholder];
			if (value === undefined) throw new Error(`"${workflow.name}" still holds ${placeholder}.`);
			unused.delete(placeholder);
			return value;
		});
	const nodes = workflow.nodes.map((node): WorkflowNode => {
		if (isNote(node)) return node;
		return {
			...node,
			...(isWebhook(node) ? { webhookId: randomUUID() } : {}),
			parameters: mapTexts(node.parameters, enter) as WorkflowNode['parameters'],
			credentials: isOwn(node) ? { rewardsEngagementApi: credential } : otherCredentials[node.name],
		};
	});
	if (unused.size > 0) throw new Error(`"${workflow.name}" has no ${[...unused].join(', ')}.`);
	return { ...workflow, nodes };
}

/** Every placeholder that a user is to replace, wherever it stands in the nodes. */
export function placeholdersOf({ nodes }: WorkflowInput): string[] {
	const text = JSON.stringify(nodes.filter((node) => !isNote(node)).map(({ parameters }) => parameters));
	return [...new Set(text.match(PLACEHOLDER))].sort();
}

export function isNote({ type }: WorkflowNode): boolean {
	return type === 'n8n-nodes-base.stickyNote';
}

/** Whether a node is one of this package, as a node or as a tool. */
export function isOwn({ type }: WorkflowNode): boolean {
	return type.startsWith(`${PACKAGE}.`);
}

function isWebhook({ type }: WorkflowNode): boolean {
	return type.endsWith('Trigger') && type !== 'n8n-nodes-base.scheduleTrigger';
}

/** The one node that starts the workflow: its trigger, or, where it has none, its webhook. */
export function triggerOf(workflow: WorkflowInput): WorkflowNode {
	const triggers = workflow.nodes.filter(({ type }) => type.endsWith('Trigger'));
	const [trigger, ...others] = triggers.length > 0 ? triggers : startsOf(workflow);
	if (!trigger || others.length > 0) throw new Error(`The workflow "${workflow.name}" has not one trigger.`);
	return trigger;
}

/** Every node that a run can begin at: the trigger, and a webhook that somebody's button opens. */
export function startsOf({ nodes }: WorkflowInput): WorkflowNode[] {
	return nodes.filter(({ type }) => type.endsWith('Trigger') || type === 'n8n-nodes-base.webhook');
}

/** Imports an example, after filling it in, as an unpublished workflow. */
export async function importExample(
	client: { createWorkflow(workflow: WorkflowInput): Promise<Workflow> },
	name: string,
	entries: Entries,
): Promise<Workflow> {
	return await client.createWorkflow(fillIn(readExample(name), entries));
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((element) => mapTexts(element, change));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, mapTexts(field, change)]));
}
