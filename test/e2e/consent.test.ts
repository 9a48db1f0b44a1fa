import { setTimeout as sleep } from 'node:timers/promises';

import type { Browser, BrowserContext, Page } from 'playwright-core';

import { openBrowser } from '../harness/browser/chromium';
import { createCredential } from '../harness/workflows/questBonus';
import { waitFor } from '../harness/process/wait';
import {
	importLinkWorkflow,
	linked,
	republish,
	Site,
	CONSENT_TRIGGER,
	type LinkWorkflow,
} from '../harness/workflows/consentWorkflow';
import { OPEN_TIMEOUT_MS, shareTestEnvironment, type TestEnvironment } from '../harness/environment';

/** Enough time for n8n to start an unwanted execution. */
const NOTHING_HAPPENS_MS = 1_500;

const site = new Site();
let environment: TestEnvironment;
let browser: Browser;
let context: BrowserContext | undefined;
let page: Page;
let example: LinkWorkflow;
/** The browser's errors: a refused style, or a failed script. */
let complaints: string[];

beforeAll(async () => {
	browser = await openBrowser();
	await site.start();
	environment = await shareTestEnvironment();
	const { baseUrl, appUrl, realmId, keys, ids } = environment.service;
	const access = { baseUrl, appUrl, realmId, apiKey: keys.admin, clientId: ids.app.clientId };
	const credential = await createCredential(environment.client, access);
	example = await importLinkWorkflow(environment.client, credential);
	site.buttonUrl = example.buttonUrl;
	environment.service.control.setRedirectUri(ids.app.clientId, example.redirectUri);
	await environment.client.publish(example.workflow);
}, OPEN_TIMEOUT_MS);

afterAll(async () => {
	await browser?.close();
	await site.stop();
	await environment?.close();
});

beforeEach(async () => {
	const { control, ids } = environment.service;
	control.setConsentRules(ids.app.clientId, { returnsState: false, comparesQuery: true });
	control.setRedirectUri(ids.app.clientId, example.redirectUri);
	context = await browser.newContext();
	page = await context.newPage();
	complaints = [];
	page.on('console', (message) => {
		const { url } = message.location();
		// The trigger's pages load no icon. Errors of other pages do not matter.
		const isOurs = url.startsWith(environment.n8n.url) && !url.endsWith('/favicon.ico');
		if (message.type() === 'error' && isOurs) complaints.push(message.text());
	});
	page.on('pageerror', (error) => complaints.push(error.message));
});
afterEach(async () => await context?.close());

const heading = async (of: Page = page) => await of.locator('h1').innerText();
const exchanges = () =>
	environment.service.requests.filter(({ operationId }) => operationId === 'consent.exchangeCode').length;
const results = async () => await linked(environment.client, example.workflow.id);

/** Waits until the workflow has processed this many people, and a while longer for an unwanted one. */
async function settle(count: number): Promise<Array<{ item: unknown; result: unknown }>> {
	await waitFor('the workflow to take the member', 120_000, async () => {
		const executions = await environment.client.listExecutions(example.workflow.id);
		const isOver = executions.every(({ status }) => ['success', 'error'].includes(status));
		return isOver && (await results()).length >= count ? true : undefined;
	});
	await sleep(NOTHING_HAPPENS_MS);
	const all = await results();
	expect(all).toHaveLength(count);
	return all;
}

/** Goes from the button to the consent page. */
async function ask(): Promise<void> {
	await page.goto(site.url);
	await page.getByRole('button', { name: 'Link my account' }).click();
	await page.getByRole('button', { name: 'Approve' }).waitFor();
}

async function approve(): Promise<void> {
	await page.locator('select').selectOption(environment.service.ids.members.ada);
	await page.getByRole('button', { name: 'Approve' }).click();
}

/** Approves the request, and hides the redirect from the browser. @returns the redirect */
async function approveElsewhere(): Promise<string> {
	const form = {
		...Object.fromEntries(new URL(page.url()).searchParams),
		member_id: environment.service.ids.members.ada,
		decision: 'approve',
	};
	const address = `${environment.service.appUrl}/oauth/authorize`;
	const response = await page.request.post(address, { form, maxRedirects: 0 });
	return response.headers().location ?? '';
}

test('a button, a consent, and the workflow knows the member', async () => {
	const before = (await results()).length;
	await ask();
	expect(page.url()).toContain(`${environment.service.appUrl}/oauth/authorize?client_id=club-bot`);
	const answered = page.waitForResponse((response) => response.url().startsWith(example.redirectUri));
	await approve();
	const response = await answered;
	expect(response.status()).toBe(200);
	expect(await response.allHeaders()).toMatchObject({
		'content-type': 'text/html; charset=utf-8',
		'cache-control': 'no-store',
		'referrer-policy': 'no-referrer',
		'x-content-type-options': 'nosniff',
		'x-frame-options': 'DENY',
		'content-security-policy': expect.stringMatching(/^sandbox /),
	});
	expect(await heading()).toBe('Your account is linked');
	const all = await settle(before + 1);
	const { ada } = environment.service.ids.members;
	expect(all.at(-1)).toEqual({
		item: { serviceId: ada, realmId: environment.service.realmId },
		result: { user: null, serviceId: ada, username: 'ada' },
	});
	expect(complaints).toEqual([]);
});

test.each(['light', 'dark'] as const)(
	'the page can be read in the %s and on a phone',
	async (colorScheme) => {
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ width: 320, height: 568 });
		await page.goto(`${example.redirectUri}?error=access_denied`);
		expect(await heading()).toBe('Nothing was linked');
		// A text, because it runs in the browser, and the tests do not have the browser's types.
		const { ink, paper, width } = await page.evaluate<{ ink: string; paper: string; width: number }>(`(() => {
		const { color, backgroundColor } = getComputedStyle(document.querySelector('main'));
		return { ink: color, paper: backgroundColor, width: document.documentElement.scrollWidth };
	})()`);
		expect({ ink: brightness(ink) > 127, paper: brightness(paper) > 127, width }).toEqual({
			ink: colorScheme === 'dark',
			paper: colorScheme === 'light',
			width: 320,
		});
		expect(complaints).toEqual([]);
	},
);

test('a reload, another browser and a restart of n8n start nothing more', async () => {
	const before = (await results()).length;
	await ask();
	await approve();
	expect(await heading()).toBe('Your account is linked');
	const sent = exchanges();
	await page.reload();
	expect(await heading()).toBe('Your account is already linked');
	const other = await (await browser.newContext()).newPage();
	await other.goto(page.url());
	expect(await heading(other)).toBe('Your account is already linked');
	await other.context().close();
	expect(exchanges()).toBe(sent);
	await settle(before + 1);

	await environment.n8n.restart();
	await environment.client.waitForPublication(example.workflow.id);
	const answer = await page.reload();
	expect([answer?.status(), await heading()]).toEqual([409, 'This link has already been used']);
	await settle(before + 1);
});

test('an impatient person who reloads while the service is slow is linked once', async () => {
	const before = (await results()).length;
	const sent = exchanges();
	environment.service.control.addFault({
		operation: 'consent.exchangeCode',
		kind: 'delay',
		delay: 6_000,
		times: 1,
	});
	const code = environment.service.control.consent('club-bot', environment.service.ids.members.ada);
	const url = `${example.redirectUri}?code=${code}&response_type=code`;
	await page.goto(site.url);
	const first = page.goto(url).catch(() => 'stopped');
	await waitFor('the exchange to be under way', 120_000, () => (exchanges() > sent ? true : undefined));
	// The browser's stop button. A script of the page could not run before the page has arrived.
	await (await page.context().newCDPSession(page)).send('Page.stopLoading');
	expect(await first).toBe('stopped');
	await page.goto(url);
	expect(await heading()).toBe('Your account is already linked');
	expect(exchanges()).toBe(sent + 1);
	await settle(before + 1);
});

test('a person who does not allow it is told that nothing was linked', async () => {
	const before = (await results()).length;
	await ask();
	await page.getByRole('button', { name: 'Deny' }).click();
	expect(await heading()).toBe('Nothing was linked');
	await settle(before);
});

test('a HEAD request leaves the code to the person', async () => {
	const before = (await results()).length;
	const sent = exchanges();
	const code = environment.service.control.consent('club-bot', environment.service.ids.members.ada);
	const url = `${example.redirectUri}?code=${code}&response_type=code`;
	expect((await fetch(url, { method: 'HEAD' })).status).toBe(404);
	expect(exchanges()).toBe(sent);
	await page.goto(url);
	expect(await heading()).toBe('Your account is linked');
	await settle(before + 1);
});

test('what somebody else makes up starts nothing and leaves no trace', async () => {
	const before = (await environment.client.listExecutions(example.workflow.id)).length;
	for (const query of [
		'',
		'?code=made-up',
		'?code=1&code=2',
		'?error=access_denied',
		'?code=%E0%A4%A&user=7',
		'?code=1&state=v1.e30.AAAA',
		`?${'a&'.repeat(7_000)}`,
	]) {
		const { status, headers } = await fetch(example.redirectUri + query);
		expect([query, [200, 400, 403, 414].includes(status), headers.get('content-type')]).toEqual([
			query,
			true,
			'text/html; charset=utf-8',
		]);
		expect(headers.get('x-frame-options')).toBe('DENY');
	}
	await sleep(NOTHING_HAPPENS_MS);
	expect(await environment.client.listExecutions(example.workflow.id)).toHaveLength(before);
});

test('two people at the same moment with the same link: one run', async () => {
	const before = (await results()).length;
	const sent = exchanges();
	const code = environment.service.control.consent('club-bot', environment.service.ids.members.ada);
	const answers = await Promise.all(
		Array.from({ length: 8 }, async () => await (await fetch(`${example.redirectUri}?code=${code}`)).text()),
	);
	const titles = answers.map((html) => /<h1>(.*)<\/h1>/.exec(html)?.[1]).sort();
	expect(titles).toEqual([
		...Array<string>(7).fill('Your account is already linked'),
		'Your account is linked',
	]);
	expect(exchanges()).toBe(sent + 1);
	await settle(before + 1);
});

describe('with a page of its own and a signed state that is demanded', () => {
	beforeAll(async () => {
		await republish(environment.client, example.workflow, {
			requireState: true,
			afterSuccess: 'redirect',
			successUrl: `${site.url}/welcome`,
			options: { startOnDenial: true },
		});
	});

	beforeEach(() => {
		environment.service.control.setConsentRules(environment.service.ids.app.clientId, { returnsState: true });
	});

	test('the person comes to the page, and the workflow knows which user they are', async () => {
		const before = (await results()).length;
		await ask();
		const answered = page.waitForResponse((response) => response.url().startsWith(example.redirectUri));
		await approve();
		expect((await answered).status()).toBe(303);
		expect(await (await answered).headerValue('x-frame-options')).toBe('DENY');
		await page.waitForURL(`${site.url}/welcome`);
		expect(await heading()).toBe('Welcome to the club');
		const all = await settle(before + 1);
		const { ada } = environment.service.ids.members;
		expect(all.at(-1)).toEqual({
			item: { serviceId: ada, realmId: environment.service.realmId, subject: 'user-42' },
			result: { user: 'user-42', serviceId: ada, username: 'ada' },
		});
	});

	test('a broken state is refused, and the code is kept for the right one', async () => {
		const before = (await results()).length;
		const sent = exchanges();
		await ask();
		const real = await approveElsewhere();
		const broken = real.replace(/state=v1\.(.)/, (_all, first) => `state=v1.${first === 'A' ? 'B' : 'A'}`);
		expect(broken).not.toBe(real);
		expect((await page.goto(broken))?.status()).toBe(403);
		expect(await heading()).toBe('This link cannot be trusted');
		expect(exchanges()).toBe(sent);
		await settle(before);
		await page.goto(real);
		expect(await heading()).toBe('Welcome to the club');
		await settle(before + 1);
	});

	test('two people with one link: the second is refused, and after a restart their run gives nothing', async () => {
		const before = (await results()).length;
		await ask();
		const [first, second, third] = [
			await approveElsewhere(),
			await approveElsewhere(),
			await approveElsewhere(),
		];
		await page.goto(first);
		expect(await heading()).toBe('Welcome to the club');
		await settle(before + 1);
		expect((await page.goto(second))?.status()).toBe(409);
		expect(await heading()).toBe('This link was used before');
		await settle(before + 1);

		await environment.n8n.restart();
		await environment.client.waitForPublication(example.workflow.id);
		await page.goto(third);
		expect(await heading()).toBe('Welcome to the club');
		const all = await settle(before + 2);
		expect(all.at(-1)).toEqual({ item: undefined, result: undefined });
	});

	test('a denial starts the workflow once', async () => {
		const before = (await results()).length;
		await ask();
		await page.getByRole('button', { name: 'Deny' }).click();
		expect(await heading()).toBe('Nothing was linked');
		await page.reload();
		expect(await heading()).toBe('Nothing was linked');
		const all = await settle(before + 1);
		expect(all.at(-1)?.item).toEqual({
			denied: true,
			error: 'access_denied',
			realmId: environment.service.realmId,
			subject: 'user-42',
		});
	});
});

test('the test address links too', async () => {
	await republish(environment.client, example.workflow, {});
	const before = (await results()).length;
	const { control, ids } = environment.service;
	const testAddress = example.redirectUri.replace('/webhook/', '/webhook-test/');
	control.setRedirectUri(ids.app.clientId, testAddress);
	const saved = await environment.client.getWorkflow(example.workflow.id);
	expect(await environment.client.run(saved, CONSENT_TRIGGER)).toMatchObject({ waitingForWebhook: true });
	const code = control.consent(ids.app.clientId, ids.members.ada);
	await page.goto(`${testAddress}?code=${code}&response_type=code`);
	expect(await heading()).toBe('Your account is linked');
	const all = await settle(before + 1);
	expect(all.at(-1)?.item).toMatchObject({ serviceId: ids.members.ada });
});

test('publishing stops at an address that no browser can be sent to', async () => {
	const parameters = { afterSuccess: 'redirect', successUrl: 'example.com/welcome' };
	await expect(republish(environment.client, example.workflow, parameters)).rejects.toThrow(
		'"Redirect To" must be a web address that starts with https:// or http://',
	);
});

test('the editor has the icon of the trigger, and its fields before the first run', async () => {
	const type = 'n8n-nodes-rewards-engagement.rewardsEngagementConsentTrigger';
	const known = (await environment.client.listNodeTypes()).find(({ name }) => name === type);
	for (const icon of Object.values(known?.iconUrl as Record<'light' | 'dark', string>)) {
		expect(await environment.client.file(icon)).toMatchObject({ status: 200, contentType: 'image/svg+xml' });
	}
	const { status, text } = await environment.client.file(`schemas/${type}/1/output.json`);
	expect(status).toBe(200);
	expect(Object.keys((JSON.parse(text) as { properties: object }).properties)).toEqual(
		expect.arrayContaining(['serviceId', 'realmId', 'subject', 'denied', 'error']),
	);
});

test('the service kept to its own description throughout', () => {
	expect(environment.service.contractViolations).toEqual([]);
});

/** The brightness, 0 to 255, of a color in the browser's form `rgb(1, 2, 3)`. */
function brightness(colour: string): number {
	const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
	return (red + green + blue) / 3;
}
