// Every day, because it tests a tool for authors of workflows, in a browser. At once: test/sandbox/main.test.ts.
import type { Browser, Page } from 'playwright-core';

import { openBrowser } from '../harness/browser/chromium';
import { startReceiver, type Receiver } from '../harness/http/receiver';
import { startService, type Service } from '../../sandbox/service';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

let service: Service;
let receiver: Receiver;
let browser: Browser;

beforeAll(async () => {
	service = await startService({ retryDelays: [] });
	receiver = await startReceiver();
	browser = await openBrowser();
});

beforeEach(() => service.control.reset());

afterAll(async () => {
	await browser?.close();
	await receiver?.stop();
	await service?.stop();
});

async function open(viewport = DESK, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
	const context = await browser.newContext({ viewport, colorScheme });
	const page = await context.newPage();
	await page.goto(`${service.baseUrl}/sandbox`);
	await page.locator('#members td').first().waitFor();
	return page;
}

const balance = (member: string) =>
	service.control
		.ledger()
		.accounts.filter(({ holder }) => holder === member)
		.reduce((sum, { balance: own }) => sum + own, 0);

const form = (page: Page, act: string) => page.locator(`form[data-act="${act}"]`);
const notice = async (page: Page, words: RegExp | string) =>
	await page.locator('#notice', { hasText: words }).waitFor();

it('lets a person make things happen, and shows what became of it', async () => {
	const page = await open();
	const { ids } = service;
	await form(page, 'join').getByLabel('Name').fill('nora');
	await form(page, 'join').getByRole('button').click();
	await notice(page, 'Added nora');
	await page.locator('#members td', { hasText: 'nora' }).waitFor();

	const before = balance(ids.members.ada);
	await form(page, 'award').getByLabel('Member').selectOption(ids.members.ada);
	await form(page, 'award').getByLabel('Amount').fill('7');
	await form(page, 'award').getByRole('button').click();
	await notice(page, 'Awarded 7 to');
	expect(balance(ids.members.ada)).toBe(before + 7);

	await form(page, 'buy').getByLabel('Item').selectOption(ids.storeItems.poster);
	await form(page, 'buy').getByLabel('Member').selectOption(ids.members.bonusPool);
	await form(page, 'buy').getByRole('button').click();
	await notice(page, 'bought Poster');

	await form(page, 'tickets').getByLabel('Member').selectOption(ids.members.ada);
	await form(page, 'tickets').getByRole('button', { name: 'Buy ticket' }).click();
	await notice(page, 'bought a ticket');
	await page.getByRole('button', { name: 'Draw' }).click();
	await notice(page, 'Winners: ');

	await form(page, 'leave').getByLabel('Member').selectOption({ label: 'nora' });
	await form(page, 'leave').getByRole('button').click();
	await notice(page, 'Removed nora');
	expect(service.control.ledger().sum).toBe(0);
});

it('shows deliveries with what their receiver says of the signature, and repeats one', async () => {
	const { realmId, baseUrl, keys, ids } = service;
	receiver.answer({ status: 401 });
	await fetch(`${baseUrl}/api/v1/realm/${realmId}/webhooks`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${keys.admin}` },
		body: JSON.stringify({ url: receiver.url, events: ['quest.completed'], secret: 's'.repeat(32) }),
	});
	const page = await open();
	await form(page, 'complete').getByLabel('Quest').selectOption(ids.quests.firstSteps);
	await form(page, 'complete').getByLabel('Member').selectOption(ids.members.ada);
	await form(page, 'complete').getByRole('button').click();
	await notice(page, 'completed');
	const line = page.locator('#log li', { hasText: 'quest.completed' });
	await line.filter({ hasText: 'signed: 401, signature rejected' }).waitFor();
	receiver.answer({ status: 200 });
	await page.getByRole('button', { name: 'Redeliver last event' }).click();
	await line.filter({ hasText: '200, accepted' }).waitFor();
	const [first, second] = receiver.received.slice(-2);
	expect(second?.body.equals(first!.body)).toBe(true);
});

it('switches faults on and off, and says what the service refuses', async () => {
	const page = await open();
	const toggle = page.locator('button[data-act="faults"]');
	await toggle.click();
	await page.locator('button[data-act="faults"][aria-pressed="true"]').waitFor();
	expect(service.control.faults().length).toBeGreaterThan(0);
	await toggle.click();
	await notice(page, 'Requests no longer fail');
	expect(service.control.faults()).toEqual([]);
	await page.getByRole('button', { name: 'Redeliver last event' }).click();
	await notice(page, 'No event has been delivered yet');
	await form(page, 'award').getByLabel('Amount').fill('0');
	await form(page, 'award').getByRole('button').click();
	await page.locator('#notice.bad').waitFor();
});

it('shows a name as the text that it is', async () => {
	service.control.joinMember('<img src=x onerror=document.title="run">');
	const page = await open();
	await page.locator('#members td', { hasText: '<img src=x' }).waitFor();
	expect(await page.title()).not.toBe('run');
});

describe('the IDs', () => {
	/** The text that a person would paste now. */
	async function pasted(page: Page): Promise<string> {
		const field = form(page, 'join').getByLabel('Name');
		await field.fill('');
		await field.press('ControlOrMeta+v');
		return await field.inputValue();
	}

	it.each([
		['members', 'Ada Lindqvist', () => service.ids.members.ada],
		['raffles', 'Night in the lighthouse', () => service.ids.raffle],
	])('of %s stand with the name, with a button that copies (%s)', async (list, name, id) => {
		const page = await open();
		const row = page.locator(`#${list} tr`, { hasText: name }).first();
		await row.getByText(id(), { exact: true }).waitFor();
		await row.getByRole('button', { name: `Copy the ID of ${name}` }).click();
		await notice(page, `Copied the ID of ${name}.`);
		await row.getByText('Copied').waitFor();
		expect(await pasted(page)).toBe(id());
		await row.getByText('Copy', { exact: true }).waitFor();
	});

	it('are copied by the keyboard too, while the page goes on to look', async () => {
		const page = await open();
		const button = page.getByRole('button', { name: 'Copy the ID of Ada Lindqvist' });
		await button.focus();
		// The row below the button changes, as during a payment of a workflow.
		service.control.joinMember('somebody-else');
		await page.locator('#members td', { hasText: 'somebody-else' }).waitFor();
		await page.keyboard.press('Enter');
		await notice(page, 'Copied the ID of Ada Lindqvist.');
		expect(await pasted(page)).toBe(service.ids.members.ada);
	});

	it('are selected where the browser keeps the clipboard from the page', async () => {
		const page = await open();
		// Like a host without TLS other than this computer.
		await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })');
		await page.getByRole('button', { name: 'Copy the ID of Ada Lindqvist' }).click();
		await notice(page, 'Selected the ID of Ada Lindqvist. Press Ctrl+C or ⌘C to copy it.');
		await page.keyboard.press('ControlOrMeta+c');
		expect(await pasted(page)).toBe(service.ids.members.ada);
	});

	it('have the base URL and the realm ID beside them', async () => {
		const page = await open();
		for (const [name, value] of [
			['Base URL', service.baseUrl],
			['Realm ID', service.realmId],
		] as const) {
			await page.getByRole('button', { name: `Copy the ${name}` }).click();
			await notice(page, `Copied the ${name}.`);
			expect(await pasted(page)).toBe(value);
		}
	});
});

it('shows every account, and says why they add up to 0', async () => {
	const page = await open();
	await page.getByText('Points only move between accounts').waitFor();
	const rows = await page.locator('#members tr').allInnerTexts();
	const numbers = (row: string) => row.split('\t').slice(-3).map(Number);
	const [sum = '', other = '', realm = '', ...members] = rows.slice(1).reverse();
	expect(numbers(sum)).toEqual([0, 0, 0]);
	expect(numbers(realm).every((balance) => balance < 0)).toBe(true);
	const [stars = 0] = numbers(realm);
	const others = [other, ...members].reduce((total, row) => total + (numbers(row)[0] ?? 0), 0);
	expect(others).toBe(-stars);
});

it.each([
	['a phone', PHONE, 'dark'],
	['a desk', DESK, 'light'],
] as const)('fits %s, in its colours (%j, %s)', async (_what, viewport, theme) => {
	const page = await open(viewport, theme);
	const problems: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'error') problems.push(message.text());
	});
	await page.reload();
	await page.locator('#members td').first().waitFor();
	const wide = Number(await page.evaluate('document.documentElement.scrollWidth'));
	const ground = String(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
	expect(wide).toBeLessThanOrEqual(viewport.width);
	// Every ID is visible and can be copied without scrolling.
	const button = page.getByRole('button', { name: 'Copy the ID of Ada Lindqvist' });
	const { x = 0, width = 0 } = (await button.boundingBox()) ?? {};
	const card = await page.locator('#members').locator('xpath=..').boundingBox();
	expect(x + width).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0));
	const [red = 0] = (/\d+/.exec(ground) ?? []).map(Number);
	expect(red > 128).toBe(theme === 'light');
	expect(problems).toEqual([]);
	const folder = process.env.REWARDS_ENGAGEMENT_PICTURES;
	if (folder)
		await page.screenshot({ path: `${folder}/console-${viewport.width}-${theme}.png`, fullPage: true });
});
