import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { HookContext, WebhookContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeParameters,
	IWebhookData,
	IWebhookDescription,
	IWebhookResponseData,
} from 'n8n-workflow';

import { additionalData, credentialReference, nodeOf, workflowOf } from './engine';
import { CONSENT_TRIGGER, nodeTypes } from './nodeTypes';

const type = nodeTypes.getByNameAndVersion(CONSENT_TRIGGER);
const [description] = type.description.webhooks as [IWebhookDescription];

/** What n8n puts in the place of the page's own policy when it sends the answer itself. */
export const N8N_POLICY = 'sandbox allow-forms allow-scripts';

/** An answer of the trigger, as a browser gets it. */
export interface Shown {
	status: number;
	/** What the page says in large letters, decoded; the body when it is no page. */
	title: string;
	html: string;
	headers: Headers;
}

/**
 * The consent trigger inside n8n-core's own contexts, behind a real HTTP server, which does what n8n's does around
 * `webhook()` with `responseMode: 'onReceived'` (n8n, `webhook-helpers.js`): it works out the status first, records the
 * run, and only then sends what the node gave, or 500 when the run could not be recorded.
 */
export class ConsentTriggerNode {
	/** The items that started the workflow. */
	readonly runs: IDataObject[] = [];

	/** What was thrown out of `webhook()`: n8n would make a failed execution of each. */
	readonly thrown: unknown[] = [];

	/** What the node wrote into n8n's log. */
	readonly logged: string[] = [];

	/** How many of the next runs n8n cannot record. */
	failures = 0;

	/** Holds the recording of a run until it resolves. */
	recording: Promise<void> = Promise.resolve();

	private static count = 0;

	private readonly id = `consent trigger ${ConsentTriggerNode.count++}`;

	private server?: Server;

	constructor(
		public parameters: INodeParameters,
		public credential: ICredentialDataDecryptedObject,
		public isTest = false,
	) {}

	async listen(): Promise<void> {
		this.server = createServer((request, response) => void this.take(request, response));
		await new Promise<void>((resolve) => this.server!.listen(0, '127.0.0.1', resolve));
	}

	async close(): Promise<void> {
		this.server?.closeAllConnections();
		await new Promise((resolve) => this.server?.close(resolve));
	}

	/** The trigger's address, and so the redirect URI without a query. */
	get url(): string {
		return `${this.base}/${this.isTest ? 'webhook-test' : 'webhook'}/hook-id/consent`;
	}

	/** Opens an address of the trigger as a browser does. */
	async open(url: string, init: RequestInit = {}): Promise<Shown> {
		const response = await fetch(url, { redirect: 'manual', ...init });
		const html = await response.text();
		const title = /<h1>(.*?)<\/h1>/s.exec(html)?.[1] ?? html;
		return { status: response.status, title, html, headers: response.headers };
	}

	/** What n8n does on publishing. */
	async publish(): Promise<boolean> {
		const { workflow, node, data, webhookData } = this.surroundings();
		const context = new HookContext(workflow, node, data, 'trigger', 'activate', webhookData);
		return await type.webhookMethods!.default!.checkExists.call(context);
	}

	private get base(): string {
		return `http://127.0.0.1:${(this.server?.address() as AddressInfo | undefined)?.port ?? 1}`;
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
		// With the defaults, which n8n fills in.
		return { workflow, node: workflow.getNode('Consent')!, data, webhookData };
	}

	private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { workflow, node, data, webhookData } = this.surroundings();
		const express = expressLike(response);
		data.httpRequest = Object.assign(request, { originalUrl: request.url, query: {} }) as never;
		data.httpResponse = express as never;
		const mode = this.isTest ? 'manual' : 'webhook';
		const code = workflow.expression.getSimpleParameterValue(node, description.responseCode, mode, {});
		const context = new WebhookContext(workflow, node, data, mode, webhookData, [], null);
		jest.spyOn(context.logger, 'warn').mockImplementation((words) => void this.logged.push(words));
		let result: IWebhookResponseData;
		try {
			result = await type.webhook!.call(context);
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
			this.runs.push(...(result.workflowData[0] ?? []).map(({ json }) => json));
		}
		if (result.noWebhookResponse) return;
		response.setHeader('Content-Security-Policy', N8N_POLICY);
		express.status(code as number).send(result.webhookResponse as string);
	}
}

/** What the trigger and n8n use of an Express response. */
function expressLike(response: ServerResponse) {
	const send = (contentType: string, body: string) => {
		if (!response.hasHeader('content-type')) response.setHeader('content-type', contentType);
		// n8n compresses its answers, and one whose browser has gone away then never ends.
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
