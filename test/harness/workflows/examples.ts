import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import type { Entry } from '../../../sandbox/base/ledger';
import type { CredentialReference, Workflow, WorkflowInput, WorkflowNode } from '../n8n/client';

export const WORKFLOWS_FOLDER = path.join(__dirname, '..', '..', '..', 'workflows');
const PACKAGE = 'n8n-nodes-rewards-engagement';
/** A placeholder of the example workflows: words in capitals, joined by underscores. */
const PLACEHOLDER = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g;

const SAMPLE_ID = '64b7f1c2a9d3e45f60718293';

/** A required field that the examples leave empty, so that n8n marks it. */
interface EmptyField {
	/** Its label in n8n. */
	label: string;
	/** Names for the value that a user enters there. */
	names: readonly [string, ...string[]];
}

const EMPTY_FIELDS: Readonly<Record<string, EmptyField>> = {
	url: { label: 'URL', names: ['CHAT_WEBHOOK_URL', 'FULFILLMENT_URL', 'CRM_URL'] },
	fromEmail: { label: 'From Email', names: ['FROM_ADDRESS'] },
	toEmail: { label: 'To Email', names: ['APPROVER_ADDRESS'] },
	serviceId: { label: 'Sender', names: ['BONUS_POOL_MEMBER_ID'] },
	raffleId: { label: 'Raffle', names: ['RAFFLE_ID'] },
	questId: { label: 'Quest', names: ['TEMPLATE_QUEST_ID'] },
	currencyId: { label: 'Currency', names: ['CURRENCY_ID'] },
	contractAddress: { label: 'Contract Address', names: ['CONTRACT_ADDRESS'] },
	redirectUri: { label: 'Redirect URI', names: ['PRODUCTION_URL_OF_MEMBER_CONSENTED'] },
	jobId: { label: 'Job ID', names: ['EXPORT_JOB_ID'] },
	fileName: { label: 'File Path and Name', names: ['FILE_PATH_AND_NAME'] },
	model: { label: 'Model', names: ['CHAT_MODEL'] },
};

/** Notes use this in place of the names of all nodes of this package. */
const EVERY_OWN_NODE = 'every **Rewards and Engagement** node';

/** The names of the files in workflows/, without extension. */
export function exampleNames(): string[] {
	return fs
		.readdirSync(WORKFLOWS_FOLDER)
		.filter((file) => file.endsWith('.json'))
		.map((file) => path.basename(file, '.json'));
}

/** Reads workflows/<name>.json like a user's import. */
export function readExample(name: string): WorkflowInput {
	return JSON.parse(fs.readFileSync(path.join(WORKFLOWS_FOLDER, `${name}.json`), 'utf8')) as WorkflowInput;
}

/** The values that a user enters after the import. */
export interface Entries {
	/** The credential of the service, for every node of this package. */
	credential: CredentialReference;
	/**
	 * By placeholder, such as `FIRST_MEMBER_EMAIL`, or by the name of the value of an empty field, such as
	 * `FULFILMENT_URL`.
	 */
	values?: Readonly<Record<string, string>>;
	/** Credentials for n8n's own nodes, by the node's name and the credential's type. */
	otherCredentials?: Readonly<Record<string, Record<string, CredentialReference>>>;
}

/**
 * Follows the workflow's sticky note, and gives every webhook node a new address, like the editor on import.
 *
 * @throws Error when a placeholder is not in the workflow, or one is left, or the note does not ask for an entered
 * value. In each case the note and the test differ.
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
	const fill = (field: string, value: unknown) => {
		const name = EMPTY_FIELDS[field]?.names.find((one) => one in values);
		if (name === undefined) throw new Error(`"${workflow.name}" still has an empty ${field}.`);
		unused.delete(name);
		return isLocator(value) ? { ...value, value: values[name] } : values[name];
	};
	const nodes = workflow.nodes.map((node): WorkflowNode => {
		if (isNote(node)) return node;
		const empty = emptyFieldsOf(node);
		const filled = Object.fromEntries(empty.map((field) => [field, fill(field, node.parameters[field])]));
		return {
			...node,
			...(isWebhook(node) ? { webhookId: randomUUID() } : {}),
			parameters: { ...(mapTexts(node.parameters, enter) as WorkflowNode['parameters']), ...filled },
			credentials: isOwn(node) ? { rewardsEngagementApi: credential } : otherCredentials[node.name],
		};
	});
	if (unused.size > 0) throw new Error(`"${workflow.name}" has no ${[...unused].join(', ')}.`);
	const unsaid = unsaidSteps(workflow, Object.keys(otherCredentials));
	if (unsaid.length > 0)
		throw new Error(`The note of "${workflow.name}" does not ask for ${unsaid.join(', or for ')}.`);
	return { ...workflow, nodes };
}

/** The text of all notes of a workflow. */
export function noteOf({ nodes }: WorkflowInput): string {
	return nodes
		.filter(isNote)
		.map(({ parameters }) => String(parameters.content))
		.join('\n');
}

/**
 * The entries that a user needs but the note does not ask for. A note asks for an entry when one of its lines names
 * the entry and the node, each in the note's form.
 *
 * @param withCredential the nodes of n8n that need a credential
 */
export function unsaidSteps(workflow: WorkflowInput, withCredential: readonly string[] = []): string[] {
	const lines = noteOf(workflow).split('\n');
	const nodes = workflow.nodes.filter((node) => !isNote(node));
	const isOneOfSeveral = nodes.filter(isOwn).length > 1;
	return nodes.flatMap((node) => {
		const asks = (thing: string) =>
			lines.some((line) => line.includes(`**${node.name}**`) && line.includes(thing));
		const asksAll = isOwn(node) && isOneOfSeveral && lines.some((line) => line.includes(EVERY_OWN_NODE));
		const needsCredential = isOwn(node) || withCredential.includes(node.name);
		return [
			...(needsCredential && !asksAll ? ['credential'] : []),
			...emptyLabelsOf(node).map((label) => `**${label}**`),
			...placeholdersOf({ ...workflow, nodes: [node] }).map((word) => `\`${word}\``),
		]
			.filter((thing) => !asks(thing))
			.map((thing) => `${thing} in ${node.name}`);
	});
}

/** The labels in n8n of the fields that an example leaves empty in this node. */
export function emptyLabelsOf(node: WorkflowNode): string[] {
	return emptyFieldsOf(node).map((field) => EMPTY_FIELDS[field]!.label);
}

/** A value for every missing entry of an example, to check whether it is then complete. */
export function sampleEntries(workflow: WorkflowInput): Required<Pick<Entries, 'values'>> {
	const fields = workflow.nodes.filter((node) => !isNote(node)).flatMap(emptyFieldsOf);
	const names = [...placeholdersOf(workflow), ...fields.map((field) => EMPTY_FIELDS[field]!.names[0])];
	return { values: Object.fromEntries(names.map((name) => [name, SAMPLE_ID])) };
}

/** Every placeholder anywhere in the nodes. */
export function placeholdersOf({ nodes }: WorkflowInput): string[] {
	const text = JSON.stringify(nodes.filter((node) => !isNote(node)).map(({ parameters }) => parameters));
	return [...new Set(text.match(PLACEHOLDER))].sort();
}

/** The required fields that an example leaves empty in this node. */
export function emptyFieldsOf({ parameters }: WorkflowNode): string[] {
	return Object.keys(EMPTY_FIELDS).filter((field) => {
		// In other resources an empty currency means the default currency of the realm.
		if (field === 'currencyId' && parameters.resource !== 'currency') return false;
		const value = parameters[field];
		return value === '' || (isLocator(value) && value.value === '');
	});
}

function isLocator(value: unknown): value is { value: unknown } {
	return typeof value === 'object' && value !== null && '__rl' in value;
}

export function isNote({ type }: WorkflowNode): boolean {
	return type === 'n8n-nodes-base.stickyNote';
}

/** Whether a node belongs to this package, as a node or as a tool. */
export function isOwn({ type }: WorkflowNode): boolean {
	return type.startsWith(`${PACKAGE}.`);
}

function isWebhook({ type }: WorkflowNode): boolean {
	return type.endsWith('Trigger') && !/\.(schedule|manual)Trigger$/.test(type);
}

/** The node that starts the workflow: the first one on the canvas. Others may start it too. */
export function triggerOf(workflow: WorkflowInput): WorkflowNode {
	const trigger = startsOf(workflow).find(({ position: [left, top] }) => left === 0 && top === 0);
	if (!trigger)
		throw new Error(`The workflow "${workflow.name}" does not start at the origin of its canvas.`);
	return trigger;
}

/** Every node that can start an execution: the trigger, and a webhook that a button opens. */
export function startsOf({ nodes }: WorkflowInput): WorkflowNode[] {
	return nodes.filter(({ type }) => type.endsWith('Trigger') || type === 'n8n-nodes-base.webhook');
}

/** Fills in an example and imports it as an unpublished workflow. */
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

/** Operations that change a balance. */
const MOVE_POINTS = ['transferBalance', 'updateBalance', 'updateBalances'];

/** The notes of these changes in the ledger. Changes by the service itself have other notes. */
const NOTES = /^(Transfer|Award|Deduction)/;

/** Whether a workflow has a node that moves points. */
export function movesPoints({ nodes }: WorkflowInput): boolean {
	return nodes.some(({ parameters }) => MOVE_POINTS.includes(String(parameters.operation)));
}

/**
 * Counts the ledger entries of the tests of each example. They are in a block with the name of the example.
 *
 * @param entries of the ledger, so far
 * @returns a function for the examples of this file that should have moved points and did not, or the other way round
 */
export function useLedgerOfExamples(entries: () => readonly Entry[]): () => string[] {
	const moved = new Map<string, number>();
	const count = () => entries().filter(({ memo }) => NOTES.test(memo)).length;
	let before = 0;
	beforeEach(() => void (before = count()));
	afterEach(() => {
		const test = expect.getState().currentTestName ?? '';
		const example = exampleNames().find((name) => test.startsWith(`${name} `));
		if (example) moved.set(example, (moved.get(example) ?? 0) + count() - before);
	});
	return () =>
		[...moved.keys()].filter((name) => movesPoints(readExample(name)) !== (moved.get(name) ?? 0) > 0);
}
