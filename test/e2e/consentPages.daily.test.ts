// Every day, because it restarts n8n and each test waits for executions that must not start. At once: test/e2e/consent.test.ts, test/engine/consent/consentTrigger.test.ts, test/engine/consent/consentTriggerAbuse.test.ts.
import { CONSENT_TRIGGER, republish, useConsentPages } from '../harness/workflows/consentPages';

const consent = useConsentPages();

test.each(['light', 'dark'] as const)(
	'the page can be read in the %s and on a phone',
	async (colorScheme) => {
		await consent.page.emulateMedia({ colorScheme });
		await consent.page.setViewportSize({ width: 320, height: 568 });
		await consent.page.goto(`${consent.example.redirectUri}?error=access_denied`);
		expect(await consent.heading()).toBe('Nothing was linked');
		// A text, because it runs in the browser, and the tests do not have the browser's types.
		const { ink, paper, width } = await consent.page.evaluate<{
			ink: string;
			paper: string;
			width: number;
		}>(`(() => {
		const { color, backgroundColor } = getComputedStyle(document.querySelector('main'));
		return { ink: color, paper: backgroundColor, width: document.documentElement.scrollWidth };
	})()`);
		expect({ ink: brightness(ink) > 127, paper: brightness(paper) > 127, width }).toEqual({
			ink: colorScheme === 'dark',
			paper: colorScheme === 'light',
			width: 320,
		});
		expect(consent.complaints).toEqual([]);
	},
);

test('a reload, another browser and a restart of n8n start nothing more', async () => {
	const before = (await consent.results()).length;
	await consent.ask();
	await consent.approve();
	expect(await consent.heading()).toBe('Your account is linked');
	const sent = consent.exchanges();
	await consent.page.reload();
	expect(await consent.heading()).toBe('Your account is already linked');
	const other = await (await consent.browser.newContext()).newPage();
	await other.goto(consent.page.url());
	expect(await consent.heading(other)).toBe('Your account is already linked');
	await other.context().close();
	expect(consent.exchanges()).toBe(sent);
	await consent.settle(before + 1);

	await consent.environment.n8n.restart();
	await consent.environment.client.waitForPublication(consent.example.workflow.id);
	const answer = await consent.page.reload();
	expect([answer?.status(), await consent.heading()]).toEqual([409, 'This link has already been used']);
	await consent.settle(before + 1);
});

test('a HEAD request leaves the code to the person', async () => {
	const before = (await consent.results()).length;
	const sent = consent.exchanges();
	const url = consent.approvedAddress();
	expect((await fetch(url, { method: 'HEAD' })).status).toBe(404);
	expect(consent.exchanges()).toBe(sent);
	await consent.page.goto(url);
	expect(await consent.heading()).toBe('Your account is linked');
	await consent.settle(before + 1);
});

describe('with a signed state that is demanded', () => {
	beforeAll(async () => await consent.demandState());
	beforeEach(() => consent.returnState());

	test('two people with one link: the second is refused, and after a restart their run gives nothing', async () => {
		const before = (await consent.results()).length;
		await consent.ask();
		const [first, second, third] = [
			await consent.approveElsewhere(),
			await consent.approveElsewhere(),
			await consent.approveElsewhere(),
		];
		await consent.page.goto(first);
		expect(await consent.heading()).toBe('Welcome to the club');
		await consent.settle(before + 1);
		expect((await consent.page.goto(second))?.status()).toBe(409);
		expect(await consent.heading()).toBe('This link was used before');
		await consent.settle(before + 1);

		await consent.environment.n8n.restart();
		await consent.environment.client.waitForPublication(consent.example.workflow.id);
		await consent.page.goto(third);
		expect(await consent.heading()).toBe('Welcome to the club');
		const all = await consent.settle(before + 2);
		expect(all.at(-1)).toEqual({ item: undefined, result: undefined });
	});
});

test('the test address links too', async () => {
	await republish(consent.environment.client, consent.example.workflow, {});
	const before = (await consent.results()).length;
	const { control, ids } = consent.environment.service;
	const testAddress = consent.example.redirectUri.replace('/webhook/', '/webhook-test/');
	control.setRedirectUri(ids.app.clientId, testAddress);
	const saved = await consent.environment.client.getWorkflow(consent.example.workflow.id);
	expect(await consent.environment.client.run(saved, CONSENT_TRIGGER)).toMatchObject({
		waitingForWebhook: true,
	});
	const code = control.consent(ids.app.clientId, ids.members.ada);
	await consent.page.goto(`${testAddress}?code=${code}&response_type=code`);
	expect(await consent.heading()).toBe('Your account is linked');
	const all = await consent.settle(before + 1);
	expect(all.at(-1)?.item).toMatchObject({ serviceId: ids.members.ada });
});

test('the editor has the icon of the trigger, and its fields before the first run', async () => {
	const type = 'n8n-nodes-rewards-engagement.rewardsEngagementConsentTrigger';
	const known = (await consent.environment.client.listNodeTypes()).find(({ name }) => name === type);
	for (const icon of Object.values(known?.iconUrl as Record<'light' | 'dark', string>)) {
		expect(await consent.environment.client.file(icon)).toMatchObject({
			status: 200,
			contentType: 'image/svg+xml',
		});
	}
	const { status, text } = await consent.environment.client.file(`schemas/${type}/1/output.json`);
	expect(status).toBe(200);
	expect(Object.keys((JSON.parse(text) as { properties: object }).properties)).toEqual(
		expect.arrayContaining(['serviceId', 'realmId', 'subject', 'denied', 'error']),
	);
});

test('the service kept to its own description throughout', () => {
	expect(consent.environment.service.contractViolations).toEqual([]);
});

/** The brightness, 0 to 255, of a color in the browser's form `rgb(1, 2, 3)`. */
function brightness(colour: string): number {
	const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
	return (red + green + blue) / 3;
}
