import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { HookContext, WebhookContext } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IWebhookData,
	type IWebhookResponseData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { listen, type Listener } from '../harness/http/receiver';
import { nodeOfAnotherProcess } from './anotherProcess';
import { additionalData, credentialReference, executeContext, nodeOf, workflowOf } from './engine';
import { nodeTypes, TRIGGER } from './nodeTypes';
import './processedValues';

const usualType = nodeTypes.getByNameAndVersion(TRIGGER);
const [description] = usualType.description.webhooks ?? [];

/**
 * The trigger node in n8n-core's own hook and webhook contexts, behind a real HTTP server. The server does the same
 * as n8n around `webhook()`: it reads the raw bytes, sends the node's response, and counts executions.
 */
export class TriggerNode {
	/** The output items, by execution. */
	readonly runs: INodeExecutionData[][] = [];

	/** Whether the workflow behind the trigger fails. */
	fails = false;

	/** Whether it waits, for a person or a time. n8n continues it in another run. */
	waits = false;

	/** Whether n8n dies while the workflow runs, so that nothing learns of its end. */
	dies = false;

	/** Whether n8n cannot give the raw body, because it has parsed it in another way. */
	hasParsed = false;

	/** The node as one process of n8n has loaded it. */
	type: INodeType = usualType;

	/** Delays the workflow until it resolves. */
	work: Promise<void> = Promise.resolve();

	/** An old n8n, which cannot report the end of an execution from inside it. */
	isOld = false;

	/** The number of started executions, including those without output. */
	executions = 0;

	/** Errors of its executions. */
	readonly failures: Error[] = [];

	/** Errors from `webhook()`. n8n would record each as a failed execution. */
	readonly thrown: unknown[] = [];

	/** The lines that it wrote to n8n's log. */
	readonly warnings: string[] = [];

	/** The address of this n8n for the service, by default the one where it listens. */
	address?: string;

	private static count = 0;

	private executionIds = 0;

	/** The id of the node, which differs for each trigger. A workflow that was made by a program may repeat it. */
	id = `trigger ${TriggerNode.count++}`;

	/** The node's static data, as n8n stores it. */
	staticData: IDataObject = {};

	private listener?: Listener;

	constructor(
		public parameters: INodeParameters,
		public credential: ICredentialDataDecryptedObject,
		public mode: WorkflowExecuteMode = 'trigger',
	) {}

	/** Starts listening, so that the service can deliver. */
	async listen(): Promise<void> {
		this.listener = await listen((request, response) => void this.take(request, response));
	}

	async close(): Promise<void> {
		await this.listener?.stop();
	}

	/** The URL that the trigger registers. */
	get url(): string {
		return `${this.address ?? this.base}/webhook/hook-id/webhook`;
	}

	get secret(): string {
		return this.nodeData.secret as string;
	}

	/** The node's part of the static data. */
	get nodeData(): IDataObject {
		return (this.staticData['node:Trigger'] ??= {}) as IDataObject;
	}

	/** The part of its static data about the registration. The secret is kept separately. */
	get place(): IDataObject {
		const { secret: _secret, ...place } = this.nodeData;
		return place;
	}

	/** Forgets the state in n8n's memory, as after a restart or in another process. */
	restart(): void {
		this.type = nodeOfAnotherProcess(TRIGGER);
	}

	/** Runs an execution of the trigger without a delivery, for example because a person retries it. */
	async execute(items: INodeExecutionData[], mode: WorkflowExecuteMode): Promise<void> {
		await this.run(items, mode);
	}

	async checkExists(): Promise<boolean> {
		return await this.hook('checkExists');
	}

	async create(): Promise<boolean> {
		return await this.hook('create');
	}

	async delete(): Promise<boolean> {
		return await this.hook('delete');
	}

	/** The steps of n8n on publishing. */
	async publish(): Promise<void> {
		if (!(await this.checkExists())) await this.create();
	}

	/** Posts bytes to the trigger, by default signed with its secret. */
	async post(
		body: string | Buffer,
		headers: Record<string, string> = { 'x-service-signature': this.sign(body) },
	) {
		const response = await fetch(`${this.base}/webhook/hook-id/webhook`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body,
		});
		return { status: response.status, text: await response.text() };
	}

	sign(body: string | Buffer, secret = this.secret): string {
		return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
	}

	/** Resolves the expression in the description like n8n. */
	private get responseMode(): string {
		const { options } = this.parameters as { options?: { respond?: string } };
		return options?.respond === 'whenFinished' ? 'lastNode' : 'onReceived';
	}

	private get base(): string {
		return this.listener?.url ?? 'http://127.0.0.1:1';
	}

	private async hook(method: 'checkExists' | 'create' | 'delete'): Promise<boolean> {
		const { workflow, node, data, webhookData } = this.surroundings();
		const context = new HookContext(workflow, node, data, this.mode, 'activate', webhookData);
		this.listenTo(context);
		// n8n stores the static data however the method ends.
		const result = this.type.webhookMethods!.default![method].call(context).finally(() => {
			this.staticData = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
		});
		return await result;
	}

	private listenTo(context: object): void {
		const logger = { warn: (words: string) => void this.warnings.push(words) };
		Object.defineProperty(context, 'logger', { value: logger });
	}

	private surroundings() {
		const node = {
			...nodeOf('Trigger', TRIGGER, { events: [], realmId: '', ...this.parameters }),
			id: this.id,
			webhookId: 'hook-id',
			credentials: credentialReference(),
		};
		const workflow = workflowOf({ nodes: [node], staticData: this.staticData });
		const data = additionalData(this.credential, this.mode);
		data.webhookBaseUrl = `${this.address ?? this.base}/webhook`;
		data.webhookTestBaseUrl = `${this.address ?? this.base}/webhook-test`;
		const webhookData = {
			webhookDescription: description,
			isTest: this.mode === 'manual',
		} as unknown as IWebhookData;
		return { workflow, node, data, webhookData };
	}

	/**
	 * The first step of the execution: n8n passes the items of `webhook()` to `execute()`.
	 *
	 * @returns whether the execution failed
	 */
	private async run(
		items: INodeExecutionData[],
		mode: WorkflowExecuteMode = this.mode === 'manual' ? 'manual' : 'webhook',
	): Promise<boolean> {
		const { workflow, node, data } = this.surroundings();
		data.executionId = `${++this.executionIds}`;
		const runData = createRunExecutionData();
		const context = executeContext({ workflow, node, data }, mode, items, runData);
		if (this.isOld) Object.defineProperty(context, 'onExecutionFinish', { value: undefined });
		const output = (await this.type
			.execute!.call(context)
			.catch((error: Error) => void this.failures.push(error))) as INodeExecutionData[][] | undefined;
		this.executions++;
		if (!output) return true;
		const goesOn = output[0]!.length > 0;
		if (goesOn) {
			this.runs.push(output[0]!);
			await this.work;
		}
		if (goesOn && this.dies) return true;
		const fails = goesOn && this.fails;
		if (fails) runData.resultData.error = new Error('A later node failed') as never;
		const status = this.waits ? 'waiting' : fails ? 'error' : 'success';
		await data.hooks!.runHook('workflowExecuteAfter', [{ status, data: runData }, {}]);
		return fails;
	}

	/** Like n8n's `webhook-helpers.js` for `responseMode: 'onReceived'`. */
	private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const { workflow, node, data, webhookData } = this.surroundings();
		const readRawBody = async () => await Promise.reject(new Error('The stream was read before'));
		const body = this.hasParsed ? { readRawBody } : { rawBody: Buffer.concat(chunks) };
		data.httpRequest = Object.assign(request, body);
		data.httpResponse = expressLike(response) as never;
		const context = new WebhookContext(
			workflow,
			node,
			data,
			this.mode === 'manual' ? 'manual' : 'webhook',
			webhookData,
			[],
			null,
		);
		this.listenTo(context);
		let result: IWebhookResponseData;
		try {
			result = await this.type.webhook!.call(context);
		} catch (error) {
			this.thrown.push(error);
			response.writeHead(500).end();
			return;
		}
		if (workflow.staticData.__dataChanged === true)
			this.thrown.push(new Error('webhook() wrote static data'));
		// n8n responds sooner when it acknowledges on receipt. This waits, so that a test can check the execution.
		const hasFailed = result.workflowData && (await this.run(result.workflowData[0] ?? []));
		if (result.noWebhookResponse) return;
		if (hasFailed && this.responseMode === 'lastNode') {
			response.writeHead(500).end('{"message":"Error in workflow"}');
			return;
		}
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify(result.webhookResponse ?? { message: 'Workflow was started' }));
	}
}

/** The methods of an Express response that the trigger uses. */
function expressLike(response: ServerResponse) {
	const like = {
		status: (code: number) => {
			response.statusCode = code;
			return like;
		},
		setHeader: (name: string, value: string) => response.setHeader(name, value),
		json: (body: unknown) => {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(body));
			return like;
		},
	};
	return like;
}
