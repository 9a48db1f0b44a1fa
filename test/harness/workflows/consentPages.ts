import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Browser, BrowserContext, Page } from 'playwright-core';

import { openBrowser } from '../browser/chromium';
import { OPEN_TIMEOUT_MS, shareTestEnvironment, type SharedTestEnvironment } from '../environment';
import { startReceiver, type Receiver } from '../http/receiver';
import type { CredentialReference, N8nClient, Workflow } from '../n8n/client';
import { waitFor } from '../process/wait';
import { fillIn, readExample } from './examples';
import { createCredential } from './questBonus';

export const CONSENT_TRIGGER = 'Consent received';
const RESULT = 'Combine user and member';

/** The example workflow in n8n, set up as its note says. */
export interface LinkWorkflow {
	workflow: Workflow;
	/** The URL of the button, without the user. */
	buttonUrl: string;
	/** The consent trigger's production URL. */
	redirectUri: string;
}

/** Imports the example and follows its note, except for registering the redirect URI and publishing. */
async function importLinkWorkflow(client: N8nClient, credential: CredentialReference): Promise<LinkWorkflow> {
	const webhookId = randomUUID();
	const redirectUri = `${client.url}/webhook/${webhookId}/consent`;
	const buttonPath = `link-${randomUUID()}`;
	const example = fillIn(readExample('link-member-by-consent'), {
		credential,
		values: { PRODUCTION_URL_OF_MEMBER_CONSENTED: redirectUri },
	});
	// On import, the editor gives every webhook node a new address. The test has to know them.
	const nodes = example.nodes.map((node) => {
		if (node.name === CONSENT_TRIGGER) return { ...node, webhookId };
		if (node.type !== 'n8n-nodes-base.webhook') return node;
		return { ...node, webhookId: randomUUID(), parameters: { ...node.parameters, path: buttonPath } };
	});
	const workflow = await client.createWorkflow({ ...example, nodes });
	return { workflow, buttonUrl: `${client.url}/webhook/${buttonPath}`, redirectUri };
}

/** Saves and publishes the same workflow with other parameters of its consent trigger. */
export async function republish(
	client: N8nClient,
	{ id }: Workflow,
	parameters: Record<string, unknown>,
): Promise<void> {
	const saved = await client.getWorkflow(id);
	const nodes = saved.nodes.map((node) => (node.name === CONSENT_TRIGGER ? { ...node, parameters } : node));
	await client.publish(await client.updateWorkflow({ ...saved, nodes }));
}

/** The result for each person who came back from the consent page, oldest first. */
export async function linked(
	client: N8nClient,
	workflowId: string,
): Promise<Array<{ item: unknown; result: unknown }>> {
	const results: Array<{ item: unknown; result: unknown }> = [];
	for (const { id } of (await client.listExecutions(workflowId)).reverse()) {
		const { runData } = (await client.getExecution(id)).data.resultData;
		const itemOf = (node: string) => runData[node]?.[0]?.data?.main[0]?.[0]?.json;
		if (runData[CONSENT_TRIGGER]) results.push({ item: itemOf(CONSENT_TRIGGER), result: itemOf(RESULT) });
	}
	return results;
}

/** A user's own site: a page with the button, and a page to return to. */
export class Site {
	/** The URL of the button. */
	buttonUrl = '';

	private receiver?: Receiver;

	async start(): Promise<void> {
		this.receiver = await startReceiver(({ path }) => {
			const body =
				path === '/welcome'
					? '<h1>Welcome to the club</h1>'
					: `<h1>The club</h1><a role="button" href="${this.buttonUrl}?user=user-42">Link my account</a>`;
			return {
				headers: { 'content-type': 'text/html; charset=utf-8' },
				body: `<!doctype html><html lang="en"><title>Club</title>${body}</html>`,
			};
		});
	}

	async stop(): Promise<void> {
		await this.receiver?.stop();
	}

	get url(): string {
		return this.receiver?.url ?? '';
	}
}

/** Enough time for n8n to start an unwanted execution. */
const NOTHING_HAPPENS_MS = 1_500;

/** A person in a browser, who links an account with the published example workflow. */
export class ConsentPages {
	readonly site = new Site();
	environment!: SharedTestEnvironment;
	browser!: Browser;
	page!: Page;
	example!: LinkWorkflow;
	/** The browser's errors: a refused style, or a failed script. */
	complaints: string[] = [];
	private context?: BrowserContext;

	async open(): Promise<void> {
		this.browser = await openBrowser();
		await this.site.start();
		this.environment = await shareTestEnvironment();
		const { client, service } = this.environment;
		const { baseUrl, appUrl, realmId, keys, ids } = service;
		const access = { baseUrl, appUrl, realmId, apiKey: keys.admin, clientId: ids.app.clientId };
		this.example = await importLinkWorkflow(client, await createCredential(client, access));
		this.site.buttonUrl = this.example.buttonUrl;
		service.control.setRedirectUri(ids.app.clientId, this.example.redirectUri);
		await client.publish(this.example.workflow);
	}

	async close(): Promise<void> {
		await this.browser?.close();
		await this.site.stop();
		await this.environment?.close();
	}

	async openPage(): Promise<void> {
		const { control, ids } = this.environment.service;
		control.setConsentRules(ids.app.clientId, { returnsState: false, comparesQuery: true });
		control.setRedirectUri(ids.app.clientId, this.example.redirectUri);
		this.context = await this.browser.newContext();
		this.page = await this.context.newPage();
		this.complaints = [];
		this.page.on('console', (message) => {
			const { url } = message.location();
			// The trigger's pages load no icon. Errors of other pages do not matter.
			const isOurs = url.startsWith(this.environment.n8n.url) && !url.endsWith('/favicon.ico');
			if (message.type() === 'error' && isOurs) this.complaints.push(message.text());
		});
		this.page.on('pageerror', (error) => this.complaints.push(error.message));
	}

	async closePage(): Promise<void> {
		await this.context?.close();
	}

	async heading(of: Page = this.page): Promise<string> {
		return await of.locator('h1').innerText();
	}

	/** How many codes were exchanged. */
	exchanges(): number {
		const { requests } = this.environment.service;
		return requests.filter(({ operationId }) => operationId === 'consent.exchangeCode').length;
	}

	async results(): Promise<Array<{ item: unknown; result: unknown }>> {
		return await linked(this.environment.client, this.example.workflow.id);
	}

	/** Waits until the workflow has processed this many people, and a while longer for an unwanted one. */
	async settle(count: number): Promise<Array<{ item: unknown; result: unknown }>> {
		await waitFor('the workflow to take the member', 120_000, async () => {
			const executions = await this.environment.client.listExecutions(this.example.workflow.id);
			const isOver = executions.every(({ status }) => ['success', 'error'].includes(status));
			return isOver && (await this.results()).length >= count ? true : undefined;
		});
		await sleep(NOTHING_HAPPENS_MS);
		const all = await this.results();
		expect(all).toHaveLength(count);
		return all;
	}

	/** Publishes the workflow again. It demands a signed state, and sends people to a page of the site. */
	async demandState(): Promise<void> {
		await republish(this.environment.client, this.example.workflow, {
			requireState: true,
			afterSuccess: 'redirect',
			successUrl: `${this.site.url}/welcome`,
			options: { startOnDenial: true },
		});
	}

	/** The service gives the state back. */
	returnState(): void {
		const { control, ids } = this.environment.service;
		control.setConsentRules(ids.app.clientId, { returnsState: true });
	}

	/** Goes from the button to the consent page. */
	async ask(): Promise<void> {
		await this.page.goto(this.site.url);
		await this.page.getByRole('button', { name: 'Link my account' }).click();
		await this.page.getByRole('button', { name: 'Approve' }).waitFor();
	}

	async approve(): Promise<void> {
		await this.page.locator('select').selectOption(this.environment.service.ids.members.ada);
		await this.page.getByRole('button', { name: 'Approve' }).click();
	}

	/** Approves the request, and hides the redirect from the browser. @returns the redirect */
	async approveElsewhere(): Promise<string> {
		const form = {
			...Object.fromEntries(new URL(this.page.url()).searchParams),
			member_id: this.environment.service.ids.members.ada,
			decision: 'approve',
		};
		const address = `${this.environment.service.appUrl}/oauth/authorize`;
		const response = await this.page.request.post(address, { form, maxRedirects: 0 });
		return response.headers().location ?? '';
	}

	/** A redirect of a person who approved. */
	approvedAddress(): string {
		const { control, ids } = this.environment.service;
		return `${this.example.redirectUri}?code=${control.consent('club-bot', ids.members.ada)}&response_type=code`;
	}
}

/** Opens them before all tests, and a new page before each. */
export function useConsentPages(): ConsentPages {
	const pages = new ConsentPages();
	beforeAll(async () => await pages.open(), OPEN_TIMEOUT_MS);
	afterAll(async () => await pages.close());
	beforeEach(async () => await pages.openPage());
	afterEach(async () => await pages.closePage());
	return pages;
}
