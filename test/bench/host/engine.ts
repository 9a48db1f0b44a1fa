import { createRequire } from 'node:module';
import path from 'node:path';

import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	NodeHelpers,
	Workflow,
	type ICredentialType,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IVersionedNodeType,
} from 'n8n-workflow';

import { additionalDataOf, OneCredential } from '../../harness/engine/additionalData';
import type { RunTask } from './task';

const load = createRequire(__filename);

const PACKAGE = 'n8n-nodes-rewards-engagement';
const CREDENTIAL = 'rewardsEngagementApi';

/**
 * Loads both nodes and the credential type once. With them it runs workflows of one node between an input and an
 * output.
 */
export class Engine {
	private readonly types: Record<string, INodeType | IVersionedNodeType>;

	private readonly credentialType: ICredentialType;

	constructor(packageFolder: string) {
		const built = <T>(file: string, name: string) => {
			const module = load(path.join(packageFolder, 'dist', file)) as Record<string, new () => T>;
			return create(module, name);
		};
		const httpRequest = load('n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js') as Record<
			string,
			new () => IVersionedNodeType
		>;
		this.credentialType = built('credentials/RewardsEngagementApi.credentials.js', 'RewardsEngagementApi');
		this.types = {
			[`${PACKAGE}.rewardsEngagement`]: built(
				'nodes/RewardsEngagement/RewardsEngagement.node.js',
				'RewardsEngagement',
			),
			'n8n-nodes-base.httpRequest': create(httpRequest, 'HttpRequest'),
			'bench.passThrough': new PassThrough(),
		};
	}

	/** Runs the node inside n8n's execution engine, between a node that provides the items and one that takes them. */
	async run({ node, credential }: RunTask, items: IDataObject[]): Promise<IRun> {
		const workflow = new Workflow({
			id: 'bench',
			name: 'Bench',
			active: true,
			nodeTypes: this.nodeTypes(),
			nodes: [
				nodeOf({ name: 'Start', type: 'bench.passThrough' }),
				nodeOf({ ...node, name: 'Node', credentials: { [CREDENTIAL]: { id: '1', name: 'Bench' } } }),
				nodeOf({ name: 'Next', type: 'bench.passThrough' }),
			],
			connections: { Start: { main: [[to('Node')]] }, Node: { main: [[to('Next')]] } },
		});
		const start = workflow.getNode('Start');
		if (!start) throw new Error('The workflow has no first node.');
		const data = { main: [items.map((json) => ({ json }))] };
		const execution = new WorkflowExecute(
			additionalDataOf(new OneCredential(credential, this.credentialType), 'integrated'),
			'integrated',
			createRunExecutionData({
				executionData: { nodeExecutionStack: [{ node: start, data, source: null }] },
			}),
		);
		return await execution.processRunExecutionData(workflow);
	}

	private nodeTypes(): INodeTypes {
		const named = (name: string) => {
			const type = this.types[name];
			if (!type) throw new Error(`There is no node type ${name}.`);
			return type;
		};
		return {
			getByName: named,
			getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(named(name), version),
			getKnownTypes: () => ({}),
		};
	}
}

function create<T>(module: Record<string, new () => T>, name: string): T {
	const Type = module[name];
	if (!Type) throw new Error(`The file does not export ${name}.`);
	return new Type();
}

function nodeOf(node: Partial<INode> & Pick<INode, 'name' | 'type'>): INode {
	return { id: node.name, typeVersion: 1, position: [0, 0], parameters: {}, ...node };
}

function to(node: string) {
	return { node, type: NodeConnectionTypes.Main, index: 0 };
}

/** Takes the place of the nodes before and behind, so that the engine passes real items between them. */
class PassThrough implements INodeType {
	description: INodeType['description'] = {
		displayName: 'Pass Through',
		name: 'passThrough',
		group: ['transform'],
		version: 1,
		description: 'Passes its items on',
		defaults: { name: 'Pass Through' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData()];
	}
}
