import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { manifest } from '../lib/project';
import { sampleValue } from './sampleValue';
import { shownProperties, situationsOf } from './vocabulary';

/** A workflow as n8n exports it. */
export interface SavedWorkflow {
	name: string;
	nodes: INode[];
	connections: Record<string, { main: Array<Array<{ node: string; type: 'main'; index: number }>> }>;
	settings: { executionOrder: 'v1' };
}

/** Values of parameters by name, for an operation named `<resource>.<operation>`; collections hold their own. */
export type Given = (situation: string) => Record<string, unknown>;

const CREDENTIAL = { rewardsEngagementApi: { id: 'saved', name: 'Rewards and Engagement' } };
/** n8n's editor gives every webhook node one. */
const WEBHOOK_ID = '5f0e8c6e-3f0b-4b7a-9a53-0d9a4b1c7e21';

/**
 * The workflows that a user may have saved with these nodes, by name: one for each operation, and for a trigger one
 * for each choice in its menus. Every option is set, and what stands at its default is left out, as the editor does.
 */
export function savedWorkflows(
	descriptions: INodeTypeDescription[],
	given: Given,
): Map<string, SavedWorkflow> {
	const workflows = new Map<string, SavedWorkflow>();
	for (const description of descriptions) {
		const isTrigger = description.group.includes('trigger');
		for (const { name, values } of situationsOf(description)) {
			const title = name || description.name;
			const add = (workflowName: string, parameters: INodeParameters) =>
				workflows.set(workflowName, workflowOf(workflowName, saved(description, parameters), isTrigger));
			const sample = (chosen: INodeParameters) => sampleParameters(description, chosen, given(title));
			add(title, sample(values));
			if (!isTrigger) continue;
			for (const { choice, parameters } of variations(description, sample))
				add(`${title}.${choice}`, parameters);
		}
	}
	return workflows;
}

/** A value for every parameter that the editor shows once some are chosen. */
function sampleParameters(
	description: INodeTypeDescription,
	chosen: INodeParameters,
	given: Record<string, unknown>,
): INodeParameters {
	const open = shownProperties(description, chosen).filter(({ name }) => !(name in chosen));
	const values = open
		.filter(({ type }) => type !== 'notice')
		.map((property) => [property.name, sampleValue(property, given[property.name])]);
	return { ...chosen, ...(Object.fromEntries(values) as INodeParameters) };
}

/** The parameters with another choice in one menu, of the panel or of its options, for every choice of every menu. */
function variations(
	description: INodeTypeDescription,
	sample: (chosen: INodeParameters) => INodeParameters,
): Array<{ choice: string; parameters: INodeParameters }> {
	const usual = sample({});
	const inPanel = description.properties.flatMap((menu) =>
		otherChoices(menu).map((value) => ({
			choice: `${menu.name}.${value}`,
			parameters: sample({ [menu.name]: value }),
		})),
	);
	const collections = description.properties.filter(({ type }) => type === 'collection');
	const inOptions = collections.flatMap(({ name, options }) =>
		(options as INodeProperties[]).flatMap((menu) =>
			otherChoices(menu).map((value) => ({
				choice: `${menu.name}.${value}`,
				parameters: { ...usual, [name]: { ...(usual[name] as INodeParameters), [menu.name]: value } },
			})),
		),
	);
	return [...inPanel, ...inOptions];
}

/** The values of a menu that are not its usual one. */
function otherChoices({ type, options, default: usual }: INodeProperties): string[] {
	if (type !== 'options') return [];
	const values = (options as INodePropertyOptions[]).map(({ value }) => String(value));
	return values.filter((value) => value !== usual);
}

function saved(description: INodeTypeDescription, parameters: INodeParameters): INode {
	const node: INode = {
		id: 'b2c7f2a4-7f5e-4a34-8d0c-4b1f3a5f9c02',
		name: description.displayName,
		type: `${manifest().name}.${description.name}`,
		typeVersion: 1,
		position: [220, 0],
		parameters,
		credentials: CREDENTIAL,
		...(description.webhooks ? { webhookId: WEBHOOK_ID } : {}),
	};
	const kept = NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		false,
		false,
		node,
		description,
	);
	return { ...node, parameters: kept ?? {} };
}

function workflowOf(name: string, node: INode, isTrigger: boolean): SavedWorkflow {
	const settings = { executionOrder: 'v1' as const };
	if (isTrigger) return { name, nodes: [node], connections: {}, settings };
	const start: INode = {
		id: 'b2c7f2a4-7f5e-4a34-8d0c-4b1f3a5f9c01',
		name: 'Run by Hand',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const connections = { [start.name]: { main: [[{ node: node.name, type: 'main' as const, index: 0 }]] } };
	return { name, nodes: [start, node], connections, settings };
}
