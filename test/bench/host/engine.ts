import { createRequire } from 'node:module';
import path from 'node:path';

import { ExecutionLifecycleHooks, ExternalSecretsProxy, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	ICredentialsHelper,
	NodeConnectionTypes,
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialType,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IVersionedNodeType,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import type { RunTask } from './contract';

const load = createRequire(__filename);

const PACKAGE = 'n8n-nodes-rewards-engagement';
const CREDENTIAL = 'rewardsEngagementApi';

/** Loads both nodes and the credential type once, and runs workflows of "items in, one node, items out" with them. */
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

	/** Runs the node inside n8n's execution engine, between a node that gives the items and one that takes them. */
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
		if (!start) throw new Error('The workflow has lost its first node.');
		const data = { main: [items.map((json) => ({ json }))] };
		const execution = new WorkflowExecute(
			additionalData(new OneCredential(credential, this.credentialType)),
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

/** Stands for the nodes before and behind, so that the engine computes what really arrives there. */
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

/**
 * n8n's credential helper without its database: for both nodes it hands out the same credential, and has its type add
 * the header (n8n, `credentials-helper.js`).
 */
class OneCredential extends ICredentialsHelper {
	constructor(
		private readonly data: ICredentialDataDecryptedObject,
		private readonly type: ICredentialType,
	) {
		super();
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function')
			throw new Error('The credential type has no function to sign requests.');
		return await authenticate(credentials, requestOptions);
	}

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return { ...this.data };
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async preAuthentication(): Promise<undefined> {}

	async runPreAuthentication(): Promise<undefined> {}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('A node asked for the encrypted credential.');
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}
}

/** The stored workflow, as far as the life cycle hooks want to know of it. */
const workflowRecord = {
	id: 'bench',
	name: 'Bench',
	nodes: [],
	connections: {},
	active: true,
	isArchived: false,
	createdAt: new Date(),
	updatedAt: new Date(),
	activeVersionId: null,
};

/** What n8n hands to every node beside the workflow. */
function additionalData(credentialsHelper: ICredentialsHelper): IWorkflowExecuteAdditionalData {
	const base = 'http://127.0.0.1:5678';
	const unused = (what: string) => () => {
		throw new Error(`The engine asked for ${what}, which the benchmark does not provide.`);
	};
	return {
		credentialsHelper,
		externalSecretsProxy: new ExternalSecretsProxy(),
		hooks: new ExecutionLifecycleHooks('integrated', '1', workflowRecord),
		executeWorkflow: unused('a sub-workflow'),
		getRunExecutionData: unused('stored execution data'),
		getRuntimeCredential: unused('a runtime credential'),
		startRunnerTask: unused('a task runner'),
		logAiEvent: () => {},
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: `${base}/rest`,
		instanceBaseUrl: base,
		formBaseUrl: `${base}/form`,
		formWaitingBaseUrl: `${base}/form-waiting`,
		formTestBaseUrl: `${base}/form-test`,
		webhookBaseUrl: `${base}/webhook`,
		webhookWaitingBaseUrl: `${base}/webhook-waiting`,
		webhookTestBaseUrl: `${base}/webhook-test`,
		mcpBaseUrl: `${base}/mcp`,
		mcpTestBaseUrl: `${base}/mcp-test`,
	};
}
