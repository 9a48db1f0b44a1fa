import fs from 'node:fs';
import path from 'node:path';

import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';

import { RewardsEngagementConsentTrigger } from '../../nodes/RewardsEngagement/consentTrigger/RewardsEngagementConsentTrigger.node';
import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { RewardsEngagementPollTrigger } from '../../nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node';
import { RewardsEngagementTrigger } from '../../nodes/RewardsEngagement/trigger/RewardsEngagementTrigger.node';
import type { WorkflowNode } from '../harness/n8n/client';
import {
	exampleNames,
	isNote,
	isOwn,
	placeholdersOf,
	readExample,
	startsOf,
	triggerOf,
	WORKFLOWS_FOLDER,
} from '../harness/workflows/examples';

const ownTypes: Record<string, INodeType> = {
	rewardsEngagement: new RewardsEngagement(),
	rewardsEngagementTool: new RewardsEngagement(),
	rewardsEngagementTrigger: new RewardsEngagementTrigger(),
	rewardsEngagementPollTrigger: new RewardsEngagementPollTrigger(),
	rewardsEngagementConsentTrigger: new RewardsEngagementConsentTrigger(),
};
/** What n8n adds to every node that is used as a tool. */
const TOOL_PARAMETERS = ['descriptionType', 'toolDescription'];

type Connections = Record<string, Record<string, Array<Array<{ node: string; type: string }>>>>;

const examples = exampleNames().map((name) => [name, readExample(name)] as const);

it('are all in docs/workflows.md, with what to fill in', () => {
	const page = fs.readFileSync(path.join(WORKFLOWS_FOLDER, '..', 'docs', 'workflows.md'), 'utf8');
	const sections = page.split(/^## /m).slice(1);
	expect(examples.length).toBeGreaterThanOrEqual(7);
	for (const [name, workflow] of examples) {
		const section = sections.find((text) => text.startsWith(`${workflow.name}\n`)) ?? '';
		expect(section).toContain(`](../workflows/${name}.json)`);
		const named = [...section.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)].map(([, word]) => word);
		expect(named.sort()).toEqual(placeholdersOf(workflow));
	}
});

describe.each(examples)('workflows/%s.json', (name, workflow) => {
	const text = fs.readFileSync(path.join(WORKFLOWS_FOLDER, `${name}.json`), 'utf8');
	const nodes = workflow.nodes.filter((node) => !isNote(node));
	const note = workflow.nodes
		.filter(isNote)
		.map(({ parameters }) => String(parameters.content))
		.join('\n');

	it('holds a workflow and nothing of the n8n it came from', () => {
		expect(Object.keys(workflow).sort()).toEqual([
			'active',
			'connections',
			'name',
			'nodes',
			'pinData',
			'settings',
		]);
		expect(workflow).toMatchObject({ active: false, pinData: {}, settings: { executionOrder: 'v1' } });
		for (const node of workflow.nodes) {
			expect(node).not.toHaveProperty('credentials');
			expect(node).not.toHaveProperty('webhookId');
		}
	});

	it('holds no key, no secret and no ID of a record', () => {
		expect(text).not.toMatch(/bearer|sandbox-key|password|instanceId/i);
		const ids = workflow.nodes.flatMap((node) => [node.id, ...assignmentIds(node.parameters)]);
		const withoutIds = ids.reduce((rest, id) => rest.replaceAll(id, ''), text);
		expect(withoutIds).not.toMatch(/[0-9a-f]{16,}/i);
	});

	it('has one trigger, and nodes with IDs and names of their own', () => {
		expect(triggerOf(workflow).position).toEqual([0, 0]);
		expect(new Set(workflow.nodes.map(({ id }) => id)).size).toBe(workflow.nodes.length);
		expect(new Set(workflow.nodes.map((node) => node.name)).size).toBe(workflow.nodes.length);
		for (const { id } of workflow.nodes) {
			expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
		}
	});

	it('says in a sticky note what to fill in, and where', () => {
		expect(note).toContain('credential');
		for (const placeholder of placeholdersOf(workflow)) expect(note).toContain(`\`${placeholder}\``);
		for (const node of nodes) {
			if (placeholdersOf({ ...workflow, nodes: [node] }).length > 0)
				expect(note).toContain(`**${node.name}**`);
		}
		const named = [...note.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)].map(([, word]) => word);
		expect([...new Set(named)].sort()).toEqual(placeholdersOf(workflow));
	});

	it('connects nodes that exist, from left to right, and leaves none alone', () => {
		const byName = new Map(workflow.nodes.map((node) => [node.name, node]));
		const reached = new Set(startsOf(workflow).map((node) => node.name));
		for (const [from, kinds] of Object.entries(workflow.connections as Connections)) {
			expect(byName.has(from)).toBe(true);
			for (const [kind, outputs] of Object.entries(kinds)) {
				for (const { node: to, type } of outputs.flat()) {
					expect([kind, byName.has(to)]).toEqual([type, true]);
					reached.add(kind === 'main' ? to : from);
					if (kind === 'main')
						expect(byName.get(to)!.position[0]).toBeGreaterThan(byName.get(from)!.position[0]);
				}
			}
		}
		expect([...reached].sort()).toEqual(nodes.map((node) => node.name).sort());
	});

	it('has no nodes that lie on top of each other', () => {
		const pairs = workflow.nodes.flatMap((one, index) =>
			workflow.nodes.slice(index + 1).map((other) => [one, other] as const),
		);
		expect(pairs.filter(([one, other]) => overlap(boxOf(one), boxOf(other)))).toEqual([]);
	});

	it('runs no command of the system', () =>
		expect(nodes.filter(({ type }) => /executeCommand|\.ssh$/.test(type))).toEqual([]));

	it('sets only parameters that its nodes of this package have', () => {
		const own = nodes.filter(isOwn);
		expect(own.length).toBeGreaterThan(0);
		expect(own.flatMap(parameterProblems)).toEqual([]);
	});
});

describe('the check of parameters', () => {
	const [, workflow] = examples.find(([name]) => name === 'scheduled-export')!;
	const wait = workflow.nodes.find(({ name }) => name.startsWith('Wait'))!;
	const withParameters = (parameters: object) => ({
		...wait,
		parameters: { ...wait.parameters, ...parameters },
	});

	it.each<[string, object]>([
		['a parameter that no operation has', { job: 1 }],
		['a parameter of another operation', { amount: 1 }],
		['an operation that the resource does not have', { operation: 'member.transferBalance' }],
		['a resource that does not exist', { resource: 'exports' }],
		['a field that the collection does not have', { additionalFields: { binaryPropertyName: 'x' } }],
		['a required parameter that is missing', { jobId: '' }],
	])('notices %s', (_what, parameters) =>
		expect(parameterProblems(withParameters(parameters))).not.toEqual([]),
	);
});

/** What does not fit the description of the node, in words; nothing when all does. */
function parameterProblems(node: WorkflowNode): string[] {
	const type = ownTypes[node.type.split('.')[1] ?? ''];
	if (!type) return [`${node.name}: there is no node type ${node.type}`];
	const { description } = type;
	const given = node.parameters as INodeParameters;
	const values = NodeHelpers.getNodeParameters(
		description.properties,
		given,
		true,
		false,
		node,
		description,
	)!;
	const shown = description.properties.filter((property) =>
		NodeHelpers.displayParameter(values, property, node as INode, description),
	);
	const known = node.type.endsWith('Tool') ? TOOL_PARAMETERS : [];
	const issues = NodeHelpers.getNodeParametersIssues(
		description.properties,
		{ ...node, parameters: values },
		description,
	);
	return [
		...Object.entries(given)
			.filter(([name]) => !known.includes(name))
			.flatMap(([name, value]) => {
				const property = shown.find((candidate) => candidate.name === name);
				return property ? valueProblems(property, value) : [`no parameter ${name}`];
			}),
		...Object.values(issues?.parameters ?? {}).flat(),
	].map((problem) => `${node.name}: ${problem}`);
}

function valueProblems(property: INodeProperties, value: unknown): string[] {
	const options = property.options ?? [];
	if (property.type === 'collection') {
		const fields = options as INodeProperties[];
		return Object.entries(value as object).flatMap(([name, inner]) => {
			const field = fields.find((candidate) => candidate.name === name);
			return field ? valueProblems(field, inner) : [`no field ${name} in ${property.name}`];
		});
	}
	if (property.type !== 'options' && property.type !== 'multiOptions') return [];
	const words = (options as Array<INodePropertyOptions | INodePropertyCollection>).map((option) =>
		'value' in option ? option.value : option.name,
	);
	return [value]
		.flat()
		.filter((word) => !String(word).startsWith('=') && !words.includes(word as string))
		.map((word) => `${property.name} cannot be ${String(word)}`);
}

/** The IDs that n8n gives the rows of Edit Fields and of conditions. */
function assignmentIds(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const own = 'id' in value && typeof value.id === 'string' ? [value.id] : [];
	return [...own, ...Object.values(value).flatMap(assignmentIds)];
}

interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** Where a node lies, with room for its name below. */
function boxOf({ position: [left, top], type, parameters }: WorkflowNode): Box {
	const isAgent = type.endsWith('.agent');
	const width = isNote({ type } as WorkflowNode) ? Number(parameters.width) : isAgent ? 220 : 100;
	const height = isNote({ type } as WorkflowNode) ? Number(parameters.height) : 130;
	return { left, top, right: left + width, bottom: top + height };
}

function overlap(one: Box, other: Box): boolean {
	return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
