import { useConsentPages } from '../harness/workflows/consentPages';

const consent = useConsentPages();

test('a button, a consent, and the workflow knows the member', async () => {
	const before = (await consent.results()).length;
	await consent.ask();
	expect(consent.page.url()).toContain(
		`${consent.environment.service.appUrl}/oauth/authorize?client_id=club-bot`,
	);
	const answered = consent.page.waitForResponse((response) =>
		response.url().startsWith(consent.example.redirectUri),
	);
	await consent.approve();
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
	expect(await consent.heading()).toBe('Your account is linked');
	const all = await consent.settle(before + 1);
	const { ada } = consent.environment.service.ids.members;
	expect(all.at(-1)).toEqual({
		item: { serviceId: ada, realmId: consent.environment.service.realmId },
		result: { user: null, serviceId: ada, username: 'ada' },
	});
	expect(consent.complaints).toEqual([]);
});

test('a person who does not allow it is told that nothing was linked', async () => {
	const before = (await consent.results()).length;
	await consent.ask();
	await consent.page.getByRole('button', { name: 'Deny' }).click();
	expect(await consent.heading()).toBe('Nothing was linked');
	await consent.settle(before);
});

test('what somebody else makes up starts nothing and leaves no trace', async () => {
	const { client } = consent.environment;
	const before = (await consent.results()).length;
	const executions = (await client.listExecutions(consent.example.workflow.id)).length;
	for (const query of [
		'',
		'?code=made-up',
		'?code=1&code=2',
		'?error=access_denied',
		'?code=%E0%A4%A&user=7',
		'?code=1&state=v1.e30.AAAA',
		`?${'a&'.repeat(7_000)}`,
	]) {
		const { status, headers } = await fetch(consent.example.redirectUri + query);
		expect([query, [200, 400, 403, 414].includes(status), headers.get('content-type')]).toEqual([
			query,
			true,
			'text/html; charset=utf-8',
		]);
		expect(headers.get('x-frame-options')).toBe('DENY');
	}
	await consent.settle(before);
	expect(await client.listExecutions(consent.example.workflow.id)).toHaveLength(executions);
});

test('two people at the same moment with the same link: one run', async () => {
	const before = (await consent.results()).length;
	const sent = consent.exchanges();
	const address = consent.approvedAddress();
	const answers = await Promise.all(
		Array.from({ length: 8 }, async () => await (await fetch(address)).text()),
	);
	const titles = answers.map((html) => /<h1>(.*)<\/h1>/.exec(html)?.[1]).sort();
	expect(titles).toEqual([
		...Array<string>(7).fill('Your account is already linked'),
		'Your account is linked',
	]);
	expect(consent.exchanges()).toBe(sent + 1);
	await consent.settle(before + 1);
});

describe('with a page of its own and a signed state that is demanded', () => {
	beforeAll(async () => await consent.demandState());
	beforeEach(() => consent.returnState());

	test('the person comes to the page, and the workflow knows which user they are', async () => {
		const before = (await consent.results()).length;
		await consent.ask();
		const answered = consent.page.waitForResponse((response) =>
			response.url().startsWith(consent.example.redirectUri),
		);
		await consent.approve();
		expect((await answered).status()).toBe(303);
		expect(await (await answered).headerValue('x-frame-options')).toBe('DENY');
		await consent.page.waitForURL(`${consent.site.url}/welcome`);
		expect(await consent.heading()).toBe('Welcome to the club');
		const all = await consent.settle(before + 1);
		const { ada } = consent.environment.service.ids.members;
		expect(all.at(-1)).toEqual({
			item: { serviceId: ada, realmId: consent.environment.service.realmId, subject: 'user-42' },
			result: { user: 'user-42', serviceId: ada, username: 'ada' },
		});
	});

	test('a broken state is refused, and the code is kept for the right one', async () => {
		const before = (await consent.results()).length;
		const sent = consent.exchanges();
		await consent.ask();
		const real = await consent.approveElsewhere();
		const broken = real.replace(/state=v1\.(.)/, (_all, first) => `state=v1.${first === 'A' ? 'B' : 'A'}`);
		expect(broken).not.toBe(real);
		expect((await consent.page.goto(broken))?.status()).toBe(403);
		expect(await consent.heading()).toBe('This link cannot be trusted');
		expect(consent.exchanges()).toBe(sent);
		await consent.settle(before);
		await consent.page.goto(real);
		expect(await consent.heading()).toBe('Welcome to the club');
		await consent.settle(before + 1);
	});

	test('a denial starts the workflow once', async () => {
		const before = (await consent.results()).length;
		await consent.ask();
		await consent.page.getByRole('button', { name: 'Deny' }).click();
		expect(await consent.heading()).toBe('Nothing was linked');
		await consent.page.reload();
		expect(await consent.heading()).toBe('Nothing was linked');
		const all = await consent.settle(before + 1);
		expect(all.at(-1)?.item).toEqual({
			denied: true,
			error: 'access_denied',
			realmId: consent.environment.service.realmId,
			subject: 'user-42',
		});
	});
});

test('the service kept to its own description throughout', () => {
	expect(consent.environment.service.contractViolations).toEqual([]);
});
