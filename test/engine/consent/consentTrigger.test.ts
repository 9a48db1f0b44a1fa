import { setTimeout as pause } from 'node:timers/promises';

import fc from 'fast-check';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import * as flow from './consentTriggerNode';
import { consentCredential, N8N_POLICY, startTrigger, type ConsentTriggerNode } from './consentTriggerNode';
import { ahead, useSteadyClock } from '../../harness/clock';
import { until } from '../../harness/process/wait';
import { startHttpServer } from '../httpServer';
import { useService } from '../sandbox';

useSteadyClock();
const service = useService();
let trigger: ConsentTriggerNode;

const credential = (changes: ICredentialDataDecryptedObject = {}) => consentCredential(service, changes);
const start = async (parameters: INodeParameters = {}, isTest = false) =>
	await startTrigger(service, parameters, isTest);

beforeEach(async () => {
	trigger = await start();
});
afterEach(async () => {
	await trigger.close();
	expect(trigger.thrown).toEqual([]);
	const secret = JSON.stringify([trigger.logged, trigger.runs]).includes(service.keys.admin);
	expect(secret).toBe(false);
});

const newCode = () => service.control.consent(service.ids.app.clientId, service.ids.members.ada);
const opened = (query: string, init?: RequestInit) => trigger.open(`${trigger.url}?${query}`, init);
const exchanges = () => service.requests.filter(({ operationId }) => operationId === 'consent.exchangeCode');
const failExchange = (fault: object) =>
	service.control.addFault({ operation: 'consent.exchangeCode', kind: 'status', ...fault });

const authorizationUrl = async (additionalFields: object = {}, redirectUri = trigger.url) =>
	await flow.authorizationUrl(trigger, additionalFields, redirectUri);
const decide = async (link: URL, decision?: 'approve' | 'deny') => await flow.decide(service, link, decision);

describe('a person who comes back with a code', () => {
	it('is linked: the workflow starts with the member, and the page says so', async () => {
		const { status, title, headers, html } = await trigger.open(await decide(await authorizationUrl()));
		expect([status, title]).toEqual([200, 'Your account is linked']);
		expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
		expect(html).toContain('<html lang="en">');
		expect(trigger.runs).toEqual([{ serviceId: service.ids.members.ada, realmId: service.realmId }]);
		expect(exchanges().map(({ body }) => body)).toEqual([
			{ code: '(hidden)', grant_type: 'authorization_code', redirect_uri: trigger.url },
		]);
	});

	it.each(['user=7', 'user=7&note=a%20b+c%2Fd&empty=&flag&q=%C3%A9%c3%a9', 'list=1&list=2&a%5Bb%5D=c'])(
		'brings back the values of the redirect URI, which the service gets to the letter: ?%s',
		async (query) => {
			const redirectUri = `${trigger.url}?${query}`;
			service.control.setRedirectUri(service.ids.app.clientId, redirectUri);
			const location = await decide(await authorizationUrl({}, redirectUri));
			expect((await trigger.open(location)).status).toBe(200);
			const names = new Set(new URLSearchParams(query).keys());
			const values = Object.fromEntries(
				[...names].map((name) => {
					const all = new URLSearchParams(query).getAll(name);
					return [name, all.length === 1 ? all[0] : all];
				}),
			);
			expect(trigger.runs).toEqual([
				{ serviceId: service.ids.members.ada, realmId: service.realmId, ...values },
			]);
			expect(exchanges().map(({ body }) => (body as { redirect_uri: string }).redirect_uri)).toEqual([
				new URL(redirectUri).href,
			]);
		},
	);

	it('is linked where the redirect URI ends with a slash', async () => {
		service.control.setRedirectUri(service.ids.app.clientId, `${trigger.url}/`);
		const location = await decide(await authorizationUrl({}, `${trigger.url}/`));
		expect((await trigger.open(location)).status).toBe(200);
		expect(trigger.runs).toHaveLength(1);
	});

	it('cannot say by the address who the item is about', async () => {
		const query = 'serviceId=x&realmId=x&subject=x&denied=x&__proto__=x&constructor=y';
		service.control.setRedirectUri(service.ids.app.clientId, `${trigger.url}?${query}`);
		await opened(`${query}&code=${newCode()}`);
		expect(trigger.runs).toEqual([
			{ serviceId: service.ids.members.ada, realmId: service.realmId, constructor: 'y' },
		]);
	});

	it('is linked in the realm that the trigger names', async () => {
		trigger.parameters = { realmId: 'another-realm' };
		await opened(`code=${newCode()}`);
		expect(trigger.runs[0]).toMatchObject({ realmId: 'another-realm' });
	});

	it('is not linked with values that were changed on the way', async () => {
		service.control.setRedirectUri(service.ids.app.clientId, `${trigger.url}?user=7`);
		const { status, title } = await opened(`user=8&code=${newCode()}`);
		expect([status, title, trigger.runs]).toEqual([400, 'This link is not valid', []]);
	});

	it('gets a page that no one keeps, frames or learns of', async () => {
		const code = newCode();
		const shown = await opened(`code=${code}`);
		const again = await opened(`code=${code}`);
		for (const { headers, html } of [shown, again]) {
			expect(headers.get('cache-control')).toBe('no-store');
			expect(headers.get('referrer-policy')).toBe('no-referrer');
			expect(headers.get('x-content-type-options')).toBe('nosniff');
			expect(headers.get('x-frame-options')).toBe('DENY');
			expect(html).toMatch(/Content-Security-Policy" content="default-src &#39;none&#39;/);
			expect(html).not.toMatch(/<script|javascript:|https?:\/\//);
			expect(html).not.toContain(code);
		}
		// n8n replaces the security policy of responses that it sends itself.
		expect(shown.headers.get('content-security-policy')).toBe(N8N_POLICY);
		expect(again.headers.get('content-security-policy')).toContain("default-src 'none'");
	});
});

describe('what the person sees next', () => {
	it('is the words of the workflow, as text', async () => {
		trigger.parameters = { successTitle: 'Hi <b>you</b>', successText: 'One "&" two\n\nThree' };
		const { html } = await opened(`code=${newCode()}`);
		expect(html).toContain('<h1 lang="">Hi &#60;b&#62;you&#60;/b&#62;</h1>');
		expect(html).toContain('<p lang="">One &#34;&#38;&#34; two</p>\n<p lang="">Three</p>');
	});

	it('is the address the workflow chose, and a reload stays here', async () => {
		trigger.parameters = { afterSuccess: 'redirect', successUrl: 'https://example.com/welcome?a=1&b=2' };
		const code = newCode();
		const { status, title, headers, html } = await opened(`code=${code}`);
		expect([status, title, headers.get('location')]).toEqual([
			303,
			'Almost done',
			'https://example.com/welcome?a=1&b=2',
		]);
		expect(html).toContain('<a href="https://example.com/welcome?a=1&#38;b=2">Continue</a>');
		expect(headers.get('x-frame-options')).toBe('DENY');
		const again = await opened(`code=${code}`);
		expect([again.status, again.title]).toEqual([200, 'Your account is already linked']);
		expect(again.html).toContain('href="https://example.com/welcome?a=1&#38;b=2"');
		expect(trigger.runs).toHaveLength(1);
	});

	it.each(['javascript:alert(1)', 'example.com', '//example.com', '', 'data:text/html,x', 'https://'])(
		'is never %j, which is no web address; the code is kept',
		async (successUrl) => {
			trigger.parameters = { afterSuccess: 'redirect', successUrl };
			const code = newCode();
			const { status, title, headers } = await opened(`code=${code}`);
			expect([status, title, headers.get('location')]).toEqual([500, 'This page is not ready yet', null]);
			expect(trigger.logged.join()).toContain('"Redirect To" must be a web address');
			trigger.parameters = {};
			expect((await opened(`code=${code}`)).status).toBe(200);
		},
	);
});

describe('a code that comes more than once', () => {
	it('is exchanged once by requests that come at the same time, and each says the truth', async () => {
		failExchange({ kind: 'delay', delay: 200 });
		const code = newCode();
		const shown = await Promise.all(Array.from({ length: 12 }, () => opened(`code=${code}`)));
		const titles = shown.map(({ title }) => title).sort();
		expect(titles).toEqual([
			...Array<string>(11).fill('Your account is already linked'),
			'Your account is linked',
		]);
		expect([trigger.runs.length, exchanges().length]).toEqual([1, 1]);
	});

	it('runs once when the person reloads before the page is there', async () => {
		failExchange({ kind: 'delay', delay: 300 });
		const code = newCode();
		const impatience = new AbortController();
		const first = opened(`code=${code}`, { signal: impatience.signal }).catch(() => 'gave up');
		await until('the exchange', () => exchanges().length > 0);
		impatience.abort();
		expect(await first).toBe('gave up');
		const { title } = await opened(`code=${code}`);
		expect(title).toBe('Your account is already linked');
		expect([trigger.runs.length, exchanges().length]).toEqual([1, 1]);
	});

	it('does not say that it worked before the run is recorded', async () => {
		let record = () => {};
		trigger.recording = new Promise((resolve) => (record = resolve));
		const code = newCode();
		const first = opened(`code=${code}`);
		const second = opened(`code=${code}`);
		const isEarly = await Promise.race([second.then(() => true), pause(400).then(() => false)]);
		expect(isEarly).toBe(false);
		record();
		expect((await first).title).toBe('Your account is linked');
		expect((await second).title).toBe('Your account is already linked');
	});

	it('starts the workflow after all when n8n could not record its run the first time', async () => {
		trigger.failures = 2;
		const code = newCode();
		expect((await opened(`code=${code}`)).status).toBe(500);
		expect((await opened(`code=${code}`)).status).toBe(500);
		expect(trigger.runs).toEqual([]);
		expect((await opened(`code=${code}`)).title).toBe('Your account is linked');
		expect((await opened(`code=${code}`)).title).toBe('Your account is already linked');
		expect([trigger.runs.length, exchanges().length]).toEqual([1, 1]);
	});

	it('is told apart at each trigger', async () => {
		const code = newCode();
		await opened(`code=${code}`);
		const other = await start();
		const { status, title } = await other.open(`${other.url}?code=${code}`);
		expect([status, title, other.runs]).toEqual([409, 'This link has already been used', []]);
		await other.close();
	});
});

describe('an exchange that does not succeed', () => {
	const refusals: Array<[string, () => string, number, string]> = [
		['was made up', () => 'made-up', 400, 'This link is not valid'],
		[
			'is too old',
			() => {
				const code = newCode();
				service.control.expireCode(code);
				return code;
			},
			410,
			'This link has expired',
		],
		[
			'belongs to another app',
			() => service.control.consent(service.ids.otherApp.clientId, service.ids.members.ada),
			400,
			'This link is for another app',
		],
		[
			'was used elsewhere',
			() => {
				const code = newCode();
				service.state.codes.get(code)!.used = true;
				return code;
			},
			409,
			'This link has already been used',
		],
	];
	it.each(refusals)('because the code %s says what to do', async (_what, makeCode, status, title) => {
		const shown = await opened(`code=${makeCode()}`);
		expect([shown.status, shown.title]).toEqual([status, title]);
		expect(shown.html).toMatch(/try again\./);
		expect(trigger.runs).toEqual([]);
		expect(trigger.logged).toHaveLength(1);
		expect(trigger.logged.join()).not.toMatch(/\.\.|\. \./);
	});

	it('because of the key tells the owner, and the person no more than they need', async () => {
		trigger.credential = credential({ apiKey: 'sandbox-key-revoked' });
		const { status, title, html } = await opened(`code=${newCode()}`);
		expect([status, title]).toEqual([500, 'This page is not ready yet']);
		expect(html).not.toMatch(/key/i);
		expect(trigger.logged.join()).toContain('The service did not accept the API key');
		expect(trigger.logged.join()).not.toContain('sandbox-key-revoked');
	});

	it('because of too many requests says that a reload helps, and it does', async () => {
		failExchange({ kind: 'rateLimit', retryAfter: 30, times: 1 });
		const code = newCode();
		const { status, html } = await opened(`code=${code}`);
		expect([status, html]).toEqual([503, expect.stringContaining('reload this page')]);
		expect((await opened(`code=${code}`)).title).toBe('Your account is linked');
	});

	it('because nothing answers says that a reload helps', async () => {
		trigger.credential = credential({ baseUrl: 'http://127.0.0.1:9' });
		const { status, html } = await opened(`code=${newCode()}`);
		expect([status, html]).toEqual([502, expect.stringContaining('Nothing was linked')]);
	});

	it.each([
		['breaks off before the service acted', { kind: 'drop', when: 'before' }, 504, 'Your account is linked'],
		[
			'breaks off after the service acted',
			{ kind: 'drop', when: 'after' },
			504,
			'This link has already been used',
		],
		['fails in the service', { status: 500, when: 'before' }, 502, 'Your account is linked'],
		['comes back as a web page', { kind: 'html', when: 'before' }, 502, 'Your account is linked'],
		['comes back empty', { kind: 'empty', when: 'after' }, 502, 'This link has already been used'],
	])('because it %s is called unknown; a reload tries once more', async (_what, fault, status, then) => {
		failExchange({ ...fault, times: 1 });
		const code = newCode();
		const shown = await opened(`code=${code}`);
		expect([shown.status, shown.title]).toEqual([
			status,
			'We could not confirm that your account was linked',
		]);
		expect([trigger.runs.length, exchanges().length]).toEqual([0, 1]);
		expect((await opened(`code=${code}`)).title).toBe(then);
	});

	it('because the service is slow is given up after 15 seconds', async () => {
		failExchange({ kind: 'timeout', times: 1 });
		const startedAt = Date.now();
		const { status, title } = await opened(`code=${newCode()}`);
		expect([status, title]).toEqual([504, 'We could not confirm that your account was linked']);
		expect(Date.now() - startedAt).toBeLessThan(20_000);
		expect(trigger.logged.join()).toContain('did not respond in time');
	}, 40_000);

	it('because the service is slow to say that it has no room is given up after 15 seconds, too', async () => {
		let asked = 0;
		const busy = await startHttpServer((_request, response) => {
			if (asked++ > 0) return;
			setTimeout(() => response.writeHead(429, { 'retry-after': '1' }).end('{}'), 9_000);
		});
		trigger.credential = credential({ baseUrl: busy.url });
		const startedAt = Date.now();
		const { status, html } = await opened(`code=${newCode()}`);
		await busy.stop();
		expect(Date.now() - startedAt).toBeLessThan(17_000);
		// A retry would have had too little time for a response, and its outcome would be unknown.
		expect([status, html, asked]).toEqual([503, expect.stringContaining('reload this page'), 1]);
	}, 60_000);

	it('because the service has no room for a moment is tried once more', async () => {
		failExchange({ kind: 'rateLimit', retryAfter: 1, times: 1 });
		expect((await opened(`code=${newCode()}`)).title).toBe('Your account is linked');
		expect(exchanges()).toHaveLength(2);
	});
});

describe('a request that is no redirect of the service', () => {
	it.each(['', 'code=', 'code=a&code=b', 'x=1'])('(?%s) says how one comes here', async (query) => {
		const { status, title } = await opened(query);
		expect([status, title, exchanges(), trigger.runs]).toEqual([400, 'Nothing to link here', [], []]);
	});

	it('whatever it holds is answered with a page, throws nothing and starts nothing', async () => {
		const names = fc.constantFrom(
			'code',
			'error',
			'state',
			'consent_state',
			'user',
			'__proto__',
			'a[b]',
			'%',
		);
		const pair = fc.tuple(names, fc.string({ maxLength: 30, unit: 'grapheme' }));
		trigger.parameters = { options: { startOnDenial: true } };
		await fc.assert(
			fc.asyncProperty(fc.array(pair, { maxLength: 6 }), fc.boolean(), async (pairs, isRaw) => {
				const encode = (text: string) =>
					isRaw ? text.replace(/[^!-~]|[#%\\]/g, '%') : encodeURIComponent(text);
				const query = pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&');
				const { status, headers } = await opened(query);
				expect([200, 400, 403]).toContain(status);
				expect(headers.get('content-type')).toContain('text/html');
				expect(trigger.runs).toEqual([]);
			}),
			{ numRuns: 150 },
		);
	});
});

describe('the member that the service names', () => {
	const answered = async (body: object) => {
		failExchange({ status: 200, body, times: 1 });
		return await opened(`code=${newCode()}`);
	};

	it.each<[string, object, string]>([
		['a number', { serviceId: 1234567, level: 3 }, '1234567'],
		['the number 0', { serviceId: 0, level: 3 }, '0'],
		['text with spaces around it', { serviceId: ' abc ', level: 3 }, 'abc'],
	])('may be %s, and is text in the item', async (_what, body, serviceId) => {
		expect((await answered(body)).status).toBe(200);
		expect(trigger.runs).toEqual([{ serviceId, realmId: service.realmId, level: 3 }]);
	});

	it.each<[string, object]>([
		['nothing', { serviceId: '  ' }],
		['no ID', { serviceId: { id: 1 } }],
		['half a number', { serviceId: 1.5 }],
	])('is not taken for one when it is %s', async (_what, body) => {
		expect((await answered(body)).status).toBeGreaterThanOrEqual(500);
		expect(trigger.runs).toEqual([]);
	});
});

describe('a person who did not allow it', () => {
	it('sees that nothing was linked, and nothing starts', async () => {
		const { status, title } = await trigger.open(await decide(await authorizationUrl(), 'deny'));
		expect([status, title, trigger.runs]).toEqual([200, 'Nothing was linked', []]);
		expect(exchanges()).toEqual([]);
	});

	it('sees the words or the address of the workflow', async () => {
		trigger.parameters = { denialTitle: 'Maybe <later>' };
		expect((await opened('error=access_denied')).title).toBe('Maybe &#60;later&#62;');
		trigger.parameters = { afterDenial: 'redirect', denialUrl: 'https://example.com/sorry' };
		const { status, headers } = await opened('error=access_denied');
		expect([status, headers.get('location')]).toEqual([303, 'https://example.com/sorry']);
	});

	it('is told apart from a consent page that failed, whose words are not repeated', async () => {
		const { status, title, html } = await opened(
			'error=server_error&error_description=Call+1-800-SCAM&code=made-up',
		);
		expect([status, title]).toEqual([400, 'Your account could not be linked']);
		expect(html).not.toContain('SCAM');
		expect(exchanges()).toEqual([]);
	});

	describe('where denials start the workflow too', () => {
		beforeEach(() => {
			trigger.parameters = { options: { startOnDenial: true } };
			service.control.setConsentRules(service.ids.app.clientId, { returnsState: true });
		});

		it('does not start it without one, since anybody can make up a denial', async () => {
			await opened('error=access_denied');
			await opened('error=access_denied&state=v1.e30.AAAA');
			expect(trigger.runs).toEqual([]);
		});
	});
});

describe('a signed state', () => {
	const places = ['parameter', 'redirectUri'] as const;
	beforeEach(() => {
		trigger.parameters = { requireState: true };
		service.control.setConsentRules(service.ids.app.clientId, { returnsState: true, comparesQuery: false });
	});

	it.each(places)('that is demanded lets its person in, with who they are (%s)', async (signedState) => {
		const redirectUri = `${trigger.url}?from=chat+7&user=9`;
		const link = await authorizationUrl({ signedState, stateSubject: 'user-42' }, redirectUri);
		const { title } = await trigger.open(await decide(link));
		expect(title).toBe('Your account is linked');
		expect(trigger.runs).toEqual([
			{
				serviceId: service.ids.members.ada,
				realmId: service.realmId,
				subject: 'user-42',
				from: 'chat 7',
				user: '9',
			},
		]);
		const sent = (exchanges()[0]!.body as { redirect_uri: string }).redirect_uri;
		expect(sent).toBe(link.searchParams.get('redirect_uri'));
		expect(sent.includes('consent_state=v1.')).toBe(signedState === 'redirectUri');
	});

	it('that is too old is refused', async () => {
		const location = await decide(await authorizationUrl({ stateLifetime: 1 }));
		const { status, title } = await ahead(61_000, async () => await trigger.open(location));
		expect([status, title, trigger.runs]).toEqual([410, 'This link has expired', []]);
	});

	it('of another key, another app or another trigger is refused', async () => {
		const own = trigger.credential;
		trigger.credential = credential({ apiKey: service.keys.otherApp });
		const otherKey = await decide(await authorizationUrl({ stateSubject: 'x' }));
		trigger.credential = own;
		expect((await trigger.open(otherKey)).title).toBe('This link cannot be trusted');

		const location = await decide(await authorizationUrl({ stateSubject: 'x' }));
		trigger.parameters = { requireState: true, options: { clientId: 'another-app' } };
		expect((await trigger.open(location)).title).toBe('This link is for another app');

		const other = await start({ requireState: true });
		const { title } = await other.open(location.replace(trigger.url, other.url));
		expect(title).toBe('This link belongs to another page');
		expect(other.logged.join()).toContain(other.url);
		await other.close();
	});

	it('is used without being demanded, and its subject cannot be made up', async () => {
		trigger.parameters = {};
		await trigger.open(await decide(await authorizationUrl({ stateSubject: 'user-42' })));
		await opened(`subject=user-42&state=mine&code=${newCode()}`);
		service.control.setConsentRules(service.ids.app.clientId, { returnsState: true });
		const [real, fake] = trigger.runs;
		expect(real).toMatchObject({ subject: 'user-42' });
		expect(real).not.toHaveProperty('state');
		expect(fake).toBeUndefined();
		service.control.setRedirectUri(service.ids.app.clientId, trigger.url);
		await opened(`state=mine&code=${newCode()}`);
		expect(trigger.runs[1]).toEqual({
			serviceId: service.ids.members.ada,
			realmId: service.realmId,
			state: 'mine',
		});
	});
});

describe('the test address', () => {
	it('is another redirect URI than that of production', async () => {
		await trigger.close();
		trigger = await start({ requireState: true }, true);
		service.control.setConsentRules(service.ids.app.clientId, { returnsState: true });
		expect(trigger.url).toContain('/webhook-test/');
		const { status } = await trigger.open(await decide(await authorizationUrl({ stateSubject: 'x' })));
		expect([status, trigger.runs.length]).toEqual([200, 1]);
	});
});
