import type { IncomingMessage, ServerResponse } from 'node:http';

import { HookContext, WebhookContext } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type IWebhookData,
	type IWebhookDescription,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { listen, type Listener } from '../../harness/http/receiver';
import { nodeOfAnotherProcess } from '../anotherProcess';
import { additionalData, credentialReference, executeContext, nodeOf, runNode, workflowOf } from '../engine';
import { CONSENT_TRIGGER, nodeTypes } from '../nodeTypes';
import '../processedValues';
import type { TestService } from '../sandbox';

const usualType = nodeTypes.getByNameAndVersion(CONSENT_TRIGGER);
const [description] = usualType.description.webhooks as [IWebhookDescription];

/** n8n replaces the policy of the page with this one when it sends the response itself. */
export const N8N_POLICY = 'sandbox allow-forms allow-scripts';

/** A response of the trigger in a browser. */
export interface Shown {
	status: number;
	/** The decoded heading of the page, or the body when it is no page. */
	title: string;
	html: string;
	headers: Headers;
}

/**
 * The consent trigger in n8n-core's own contexts, behind a real HTTP server. The server does the same as n8n around
 * `webhook()` with `responseMode: 'onReceived'` (n8n, `webhook-helpers.js`). It computes the status first and records
 * the execution. Only then it sends the node's response, or 500 when recording failed.
 */
export class ConsentTriggerNode {
	/** The output items. */
	readonly runs: IDataObject[] = [];

	/** The number of started executions, including those without output. */
	executions = 0;

	/** The mode of the next executions. */
	mode: 'webhook' | 'retry' = 'webhook';

	/** Errors from `webhook()`. n8n would record each as a failed execution. */
	readonly thrown: unknown[] = [];

	/** The lines that the node wrote into n8n's log. */
	readonly logged: string[] = [];

	/** The number of next executions that n8n cannot record. */
	failures = 0;

	/** Delays the recording of an execution until it resolves. */
	recording: Promise<void> = Promise.resolve();

	private static count = 0;

	private readonly id = `consent trigger ${ConsentTriggerNode.count++}`;

	private listener?: Listener;

	private type = usualType;

	constructor(
		public parameters: INodeParameters,
		public credential: ICredentialDataDecryptedObject,
		public isTest = false,
	) {}

	async listen(): Promise<void> {
		this.listener = await listen((request, response) => void this.take(request, response));
	}

	async close(): Promise<void> {
		await this.listener?.stop();
	}

	/** The URL of the trigger, which is the redirect URI without a query. */
	get url(): string {
		return `${this.base}/${this.isTest ? 'webhook-test' : 'webhook'}/hook-id/consent`;
	}

	/** Opens a URL of the trigger like a browser. */
	async open(url: string, init: RequestInit = {}): Promise<Shown> {
		const response = await fetch(url, { redirect: 'manual', ...init });
		const html = await response.text();
		const title = /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? html;
		return { status: response.status, title, html, headers: response.headers };
	}

	/** Forgets the state in n8n's memory, as after a restart or in another process. */
	restart(): void {
		this.type = nodeOfAnotherProcess(CONSENT_TRIGGER);
	}

	/** The steps of n8n on publishing. */
	async publish(): Promise<boolean> {
		const { workflow, node, data, webhookData } = this.surroundings();
		const context = new HookContext(workflow, node, data, 'trigger', 'activate', webhookData);
		return await this.type.webhookMethods!.default!.checkExists.call(context);
	}

	private get base(): string {
		return this.listener?.url ?? 'http://127.0.0.1:1';
	}

	private surroundings() {
		const node = {
			...nodeOf('Consent', CONSENT_TRIGGER, this.parameters),
			id: this.id,
			webhookId: 'hook-id',
			credentials: credentialReference(),
		};
		const workflow = workflowOf({ nodes: [node] });
		const data = additionalData(this.credential, 'webhook');
		data.webhookBaseUrl = `${this.base}/webhook`;
		data.webhookTestBaseUrl = `${this.base}/webhook-test`;
		const webhookData = {
			webhookDescription: description,
			isTest: this.isTest,
		} as unknown as IWebhookData;
		// With the defaults that n8n fills in.
		return { workflow, node: workflow.getNode('Consent')!, data, webhookData };
	}

	/** The first step of the execution: n8n passes the items of `webhook()` to `execute()`. */
	private async run(items: INodeExecutionData[]): Promise<void> {
		// In the form that n8n stores when another process takes over.
		const stored = JSON.parse(JSON.stringify(items)) as INodeExecutionData[];
		const mode = this.isTest ? 'manual' : this.mode;
		const context = executeContext(this.surroundings(), mode, stored, createRunExecutionData());
		jest.spyOn(context.logger, 'warn').mockImplementation((words) => void this.logged.push(words));
		const output = (await this.type.execute!.call(context)) as INodeExecutionData[][];
		this.executions++;
		for (const { json, ...beside } of output[0]!) {
			this.runs.push(json);
			expect(beside).toEqual({});
		}
	}

	private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { workflow, node, data, webhookData } = this.surroundings();
		const express = expressLike(response);
		data.httpRequest = Object.assign(request, {
			originalUrl: request.url,
			query: Object.fromEntries(new URL(request.url ?? '', this.base).searchParams),
		}) as never;
		data.httpResponse = express as never;
		const mode = this.isTest ? 'manual' : 'webhook';
		const code = workflow.expression.getSimpleParameterValue(node, description.responseCode, mode, {});
		const context = new WebhookContext(workflow, node, data, mode, webhookData, [], null);
		jest.spyOn(context.logger, 'warn').mockImplementation((words) => void this.logged.push(words));
		let result: IWebhookResponseData;
		try {
			result = await this.type.webhook!.call(context);
		} catch (error) {
			this.thrown.push(error);
			express.status(500).json({ message: 'Workflow could not be started!' });
			return;
		}
		if (result.workflowData) {
			await this.recording;
			if (this.failures > 0) {
				this.failures--;
				express.status(500).json({ message: 'There was a problem executing the workflow' });
				return;
			}
			await this.run(result.workflowData[0] ?? []);
		}
		if (result.noWebhookResponse) return;
		response.setHeader('Content-Security-Policy', N8N_POLICY);
		express.status(code as number).send(result.webhookResponse as string);
	}
}

/** The parts of an Express response that the trigger and n8n use. */
function expressLike(response: ServerResponse) {
	const send = (contentType: string, body: string) => {
		if (!response.hasHeader('content-type')) response.setHeader('content-type', contentType);
		// n8n compresses its responses, and one to a closed browser then never ends.
		if (response.destroyed) response.writeHead(response.statusCode);
		else response.end(body);
		return like;
	};
	const like = Object.assign(response, {
		status: (code: number) => {
			response.statusCode = code;
			return like;
		},
		send: (body: string) => send('text/html; charset=utf-8', body),
		json: (body: unknown) => send('application/json', JSON.stringify(body)),
	});
	return like;
}

/** A credential of the seeded app, with the fields of the consent flow. */
export function consentCredential(
	service: TestService,
	changes: ICredentialDataDecryptedObject = {},
): ICredentialDataDecryptedObject {
	return service.credential({ appUrl: service.appUrl, clientId: service.ids.app.clientId, ...changes });
}

/** A listening trigger whose URL is registered for the app. */
export async function startTrigger(
	service: TestService,
	parameters: INodeParameters = {},
	isTest = false,
): Promise<ConsentTriggerNode> {
	const node = new ConsentTriggerNode(parameters, consentCredential(service), isTest);
	await node.listen();
	service.control.setRedirectUri(service.ids.app.clientId, node.url);
	return node;
}

/** The URL of the consent page. The action node makes it. */
export async function authorizationUrl(
	{ credential, url }: ConsentTriggerNode,
	additionalFields: object = {},
	redirectUri = url,
): Promise<URL> {
	const { items, error } = await runNode({
		credential,
		parameters: {
			resource: 'consent',
			operation: 'createAuthorizationUrl',
			clientId: '',
			redirectUri,
			additionalFields,
		} as INodeParameters,
	});
	if (error) throw new Error(error.message);
	return new URL(items[0]!.json.authorizationUrl as string);
}

/** The decision of a person on the consent page. @returns the target of the redirect */
export async function decide(
	service: TestService,
	link: URL,
	decision: 'approve' | 'deny' = 'approve',
): Promise<string> {
	const page = await fetch(link);
	expect(page.status).toBe(200);
	const hidden = [...(await page.text()).matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
	const fields = hidden.map(([, name, value]): [string, string] => [name!, value!.replaceAll('&amp;', '&')]);
	const response = await fetch(`${service.appUrl}/oauth/authorize`, {
		method: 'POST',
		redirect: 'manual',
		body: new URLSearchParams([...fields, ['member_id', service.ids.members.ada], ['decision', decision]]),
	});
	return response.headers.get('location') ?? '';
}
