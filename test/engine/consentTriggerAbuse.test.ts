import type { INodeParameters } from 'n8n-workflow';

import { authorizationUrl, consentCredential, decide, startTrigger } from './consentFlow';
import type { ConsentTriggerNode } from './consentTriggerNode';
import { ahead, useSteadyClock } from '../harness/clock';
import { until } from '../harness/process/wait';
import { useService } from './sandbox';

useSteadyClock();
const service = useService();
let trigger: ConsentTriggerNode;

beforeEach(async () => {
	trigger = await startTrigger(service);
	service.control.setConsentRules(service.ids.app.clientId, { returnsState: true });
});
afterEach(async () => {
	await trigger.close();
	expect(trigger.thrown).toEqual([]);
});

const member = () => ({ serviceId: service.ids.members.ada, realmId: service.realmId });
const newCode = () => service.control.consent(service.ids.app.clientId, service.ids.members.ada);
const opened = (query: string, init?: RequestInit) => trigger.open(`${trigger.url}?${query}`, init);
const exchanges = () =>
	service.requests.filter(({ operationId }) => operationId === 'consent.exchangeCode').length;
const failExchange = (fault: object) =>
	service.control.addFault({ operation: 'consent.exchangeCode', kind: 'status', ...fault });
const link = async (fields: object = { stateSubject: 'user-42' }, query = '') =>
	await authorizationUrl(trigger, fields, `${trigger.url}${query}`);
const titleAt = async (location: string) => (await trigger.open(location)).title;
const LINKED = 'Your account is linked';
const SPENT = 'This link was used before';

describe('a signed state is good for one code', () => {
	it('the first, and not that of another person who has the same link', async () => {
		const toConsent = await link();
		const [first, second] = [await decide(service, toConsent), await decide(service, toConsent)];
		expect(await titleAt(first)).toBe(LINKED);
		const { status, title, html } = await trigger.open(second);
		expect([status, title]).toEqual([409, SPENT]);
		expect(html).toContain('You need a new link');
		expect(await titleAt(first)).toBe('Your account is already linked');
		expect(await titleAt(second)).toBe(SPENT);
		expect([trigger.runs.length, exchanges()]).toEqual([1, 1]);
	});

	it('when several come at the same moment, too', async () => {
		failExchange({ kind: 'delay', delay: 200 });
		const toConsent = await link();
		const locations: string[] = [];
		for (let n = 0; n < 4; n++) locations.push(await decide(service, toConsent));
		const titles = await Promise.all(locations.map(titleAt));
		expect(titles.sort()).toEqual([SPENT, SPENT, SPENT, LINKED]);
		expect([trigger.runs.length, exchanges()]).toEqual([1, 1]);
	});

	it('which may come again when the service surely did not take it; another may not', async () => {
		failExchange({ kind: 'rateLimit', retryAfter: 30, times: 1 });
		const toConsent = await link();
		const [first, second] = [await decide(service, toConsent), await decide(service, toConsent)];
		expect((await trigger.open(first)).status).toBe(503);
		expect(await titleAt(second)).toBe(SPENT);
		expect(await titleAt(first)).toBe(LINKED);
		expect(trigger.runs).toHaveLength(1);
	});

	it('also when it expires between the look at its signature and the look at what was used', async () => {
		const toConsent = await link();
		const [first, second] = [await decide(service, toConsent), await decide(service, toConsent)];
		await trigger.open(first);
		const [, payload = ''] = new URL(first).searchParams.get('state')!.split('.');
		const { e: expiresAt } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { e: number };
		const clock = jest
			.spyOn(Date, 'now')
			.mockImplementation(() => (/codeExchanges/.test(new Error().stack!) ? expiresAt : expiresAt - 1));
		const title = await titleAt(second).finally(() => clock.mockRestore());
		expect([title, exchanges()]).toEqual([SPENT, 1]);
	});

	it('which the service refused: the page says that a new link is needed', async () => {
		const toConsent = await link();
		const first = await decide(service, toConsent);
		service.control.expireCode(new URL(first).searchParams.get('code')!);
		const { title, html } = await trigger.open(first);
		expect([title, html]).toEqual(['This link has expired', expect.stringContaining('You need a new link')]);
		expect(await titleAt(await decide(service, toConsent))).toBe(SPENT);
		expect([trigger.runs.length, exchanges()]).toEqual([0, 1]);
	});

	it('after a restart and in another process as well: the run is dropped there', async () => {
		const toConsent = await link();
		expect(await titleAt(await decide(service, toConsent))).toBe(LINKED);
		trigger.restart();
		await trigger.open(await decide(service, toConsent));
		expect([trigger.executions, trigger.runs.length]).toEqual([2, 1]);
		expect(trigger.logged.join()).toContain('accepted the same signed state before');
		expect(await titleAt(await decide(service, await link()))).toBe(LINKED);
		expect(trigger.runs).toHaveLength(2);
	});

	it('but an execution that is retried by hand drops nobody', async () => {
		const toConsent = await link();
		await trigger.open(await decide(service, toConsent));
		trigger.restart();
		trigger.mode = 'retry';
		await trigger.open(await decide(service, toConsent));
		expect(trigger.runs).toHaveLength(2);
	});

	it('or for one denial, and then for no code', async () => {
		trigger.parameters = { options: { startOnDenial: true } };
		const toConsent = await link();
		const [denied, approved] = [await decide(service, toConsent, 'deny'), await decide(service, toConsent)];
		await Promise.all(Array.from({ length: 5 }, async () => await trigger.open(denied)));
		expect(await titleAt(approved)).toBe(SPENT);
		trigger.restart();
		await trigger.open(denied);
		expect(trigger.runs).toEqual([
			{ denied: true, error: 'access_denied', realmId: service.realmId, subject: 'user-42' },
		]);
	});

	it('and then for no denial', async () => {
		trigger.parameters = { options: { startOnDenial: true } };
		const toConsent = await link();
		const [denied, approved] = [await decide(service, toConsent, 'deny'), await decide(service, toConsent)];
		expect(await titleAt(approved)).toBe(LINKED);
		expect(await titleAt(denied)).toBe(SPENT);
		expect(trigger.runs).toEqual([{ ...member(), subject: 'user-42' }]);
	});

	it('that is declined where denials start nothing stays good for a change of mind', async () => {
		const toConsent = await link();
		expect(await titleAt(await decide(service, toConsent, 'deny'))).toBe('Nothing was linked');
		expect(await titleAt(await decide(service, toConsent))).toBe(LINKED);
	});
});

describe('an error of the consent page that is no denial', () => {
	it.each([
		'temporarily_unavailable',
		'server_error',
		'a_word_that_nobody_knows',
		'ACCESS_DENIED',
		'access_denied+',
		'access_denied&error=access_denied',
		'access_denied&error=server_error',
		'access_denied&error=',
		'%00',
	])(
		'asks the person to try again with the same link, where denials start the workflow (%s)',
		async (error) => {
			trigger.parameters = { options: { startOnDenial: true } };
			const toConsent = await link();
			const denied = await decide(service, toConsent, 'deny');
			const failed = denied.replace('error=access_denied', `error=${error}`);
			expect(failed).not.toBe(denied);
			for (let times = 0; times < 2; times++) {
				const { status, title, html } = await trigger.open(failed);
				expect([status, title]).toEqual([400, 'Your account could not be linked']);
				expect(html).toContain('try again in a moment');
			}
			expect(trigger.runs).toEqual([]);
			expect(await titleAt(await decide(service, toConsent))).toBe(LINKED);
			expect(trigger.runs).toEqual([{ ...member(), subject: 'user-42' }]);
		},
	);

	it('uses up no code that comes with it', async () => {
		await opened(`error=a&error=b&code=${newCode()}`);
		expect([trigger.runs, exchanges()]).toEqual([[], 0]);
	});
});

describe('beside a signed state', () => {
	const places = ['parameter', 'redirectUri'];

	it.each(places)('nothing that was added to the query gets into the item (%s)', async (signedState) => {
		service.control.setConsentRules(service.ids.app.clientId, { comparesQuery: false });
		const added = 'user=victim&from=evil&extra=1&subject=x&state[]=1&toString=x';
		const toConsent = await link({ signedState, stateSubject: 'user-42' }, '?from=chat');
		await trigger.open(`${await decide(service, toConsent)}&${added}`);
		expect(trigger.runs).toEqual([{ ...member(), subject: 'user-42', from: 'chat' }]);
	});

	it('nor into that of a denial', async () => {
		trigger.parameters = { options: { startOnDenial: true } };
		await trigger.open(`${await decide(service, await link(), 'deny')}&user=victim`);
		expect(trigger.runs).toEqual([
			{ denied: true, error: 'access_denied', realmId: service.realmId, subject: 'user-42' },
		]);
	});
});

describe('where no signed state is required, one that does not hold is refused all the same', () => {
	const token = (location: string) => new URL(location).searchParams.get('state')!;
	const ways: Array<[string, (token: string) => string]> = [
		['changed', (given) => `state=${given.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'))}`],
		['cut short', (given) => `state=${given.slice(0, -5)}`],
		['of the form alone', () => 'state=v1.x'],
		['in capitals', (given) => `state=${given.replace('v1', 'V1')}`],
		['twice', (given) => `state=${given}&state=${given}`],
		['beside another', (given) => `state=${given}&state=mine`],
		['in two places', (given) => `state=${given}&consent_state=${given}`],
		['in another place than it was made for', (given) => `consent_state=${given}`],
		['in our place and not ours', () => 'consent_state=mine'],
		['in our place and empty', () => 'consent_state='],
		['in our place under an encoded name', () => 'consent%5Fstate=mine'],
	];

	it.each(ways)('%s', async (_what, change) => {
		const given = token(await decide(service, await link()));
		trigger.parameters = { options: { startOnDenial: true } };
		for (const query of [`code=${newCode()}`, 'error=access_denied']) {
			const { status, title } = await opened(`${query}&${change(given)}`);
			expect([status, title]).toEqual([403, 'This link cannot be trusted']);
		}
		expect([trigger.executions, exchanges()]).toEqual([0, 0]);
	});

	it('too old, or made with another key', async () => {
		const location = await decide(service, await link({ stateLifetime: 1 }));
		const { status } = await ahead(61_000, async () => await trigger.open(location));
		expect(status).toBe(410);
		const other = await decide(service, await link());
		trigger.credential = consentCredential(service, { apiKey: service.keys.otherApp });
		expect((await trigger.open(other)).status).toBe(403);
		expect([trigger.executions, exchanges()]).toEqual([0, 0]);
	});
});

describe('who sends very much', () => {
	it.each([
		['a&'.repeat(7_500), 414],
		[`code=x&${'a=1&'.repeat(100)}`, 414],
		[`code=${'x'.repeat(11_996)}`, 414],
		[`code=x&${'a=1&'.repeat(98)}`, 400],
		[`code=${'x'.repeat(11_995)}`, 400],
	])('gets a page that says so, and costs nothing (%#)', async (query, status) => {
		const shown = await opened(query);
		expect(shown.status).toBe(status);
		if (status === 414) expect(shown.title).toBe('This link is too long');
		expect(exchanges()).toBe(status === 414 ? 0 : 1);
	});

	it.each([
		[{ stateSubject: 'x'.repeat(9_000) }, ''],
		[{ stateSubject: 'x' }, `?${'a=1&'.repeat(95)}`],
		[{ signedState: 'redirectUri' }, `?a=${'x'.repeat(6_000)}`],
	])('is not given a link that could not come back (%#)', async (fields, query) => {
		await expect(link(fields, query)).rejects.toThrow('too long to return');
	});

	it('is given every other link, and comes back with it', async () => {
		const toConsent = await link({ stateSubject: 'x'.repeat(5_000) }, `?${'a=1&'.repeat(80)}b=2`);
		const { searchParams } = toConsent;
		service.control.setRedirectUri(service.ids.app.clientId, searchParams.get('redirect_uri')!);
		expect(await titleAt(await decide(service, toConsent))).toBe(LINKED);
	});
});

describe('made-up codes at a slow service', () => {
	it('are exchanged up to a limit, and keep out nobody with a signed state', async () => {
		// The whole flood must arrive before the first response.
		failExchange({ kind: 'delay', delay: 6_000 });
		const signed = await decide(service, await link());
		const flood = Array.from({ length: 120 }, async (_unused, n) => await opened(`code=made-up-${n}`));
		await until('the exchanges of the flood', () => exchanges() >= 100);
		expect((await trigger.open(signed)).title).toBe(LINKED);
		const titles = (await Promise.all(flood)).map(({ title }) => title);
		expect(titles.filter((title) => title === 'This link is not valid')).toHaveLength(100);
		expect(titles.filter((title) => title === 'We&#39;re busy right now')).toHaveLength(20);
		service.control.clearFaults();
		expect((await opened(`code=${newCode()}`)).title).toBe(LINKED);
	});

	it('that are refused at once leave room for everybody', async () => {
		for (let n = 0; n < 150; n++) await opened(`code=made-up-${n}`);
		expect((await opened(`code=${newCode()}`)).title).toBe(LINKED);
	});
});

describe("n8n's log", () => {
	it('is not filled by whoever sends made-up codes, and still names what is wrong here', async () => {
		for (let n = 0; n < 60; n++) await opened(`code=made-up-${n}`);
		expect(exchanges()).toBe(60);
		expect(trigger.logged).toHaveLength(20);
		trigger.parameters = { realmId: '={{ $json.nope }}' };
		await opened(`code=${newCode()}`);
		expect(trigger.logged.at(-1)).toContain('"Realm ID" is an expression that returned no value');
	});

	it('has one line of an address that somebody made up', async () => {
		trigger.parameters = {
			afterSuccess: 'redirect',
			successUrl: '={{ $json.query.next }}',
			options: { allowedHosts: 'example.com' },
		};
		await opened('code=x&next=a%0D%0A2026-03-01%20all%20is%20well%1B%5B2J');
		expect(trigger.logged).toEqual([expect.stringContaining('but is "a 2026-03-01 all is well [2J"')]);
	});
});

describe('an expression that fails', () => {
	const BROKEN = "={{ $('Nowhere').first().json.x }}";

	it('under "After Success" leaves the denial page alone, and is found before the code is used', async () => {
		trigger.parameters = { afterSuccess: 'redirect', successUrl: BROKEN };
		expect((await opened('error=access_denied')).title).toBe('Nothing was linked');
		const code = newCode();
		expect((await opened(`code=${code}`)).title).toBe('This page is not ready yet');
		expect([trigger.logged.length, exchanges()]).toEqual([1, 0]);
		trigger.parameters = {};
		expect((await opened(`code=${code}`)).title).toBe(LINKED);
	});

	it('under "After Denial" links people all the same', async () => {
		trigger.parameters = { afterDenial: 'redirect', denialUrl: BROKEN, options: { startOnDenial: BROKEN } };
		expect((await opened('error=access_denied')).title).toBe('This page is not ready yet');
		expect((await opened(`code=${newCode()}`)).title).toBe(LINKED);
	});
});

describe('an expression that gives nothing is no empty field', () => {
	const NOTHING = ['={{ $json.nope }}', '={{ "" }}', '={{ null }}', '= '];
	const cases: Array<[string, (value: string) => INodeParameters]> = [
		['Realm ID', (realmId) => ({ realmId })],
		['Require Signed State', (requireState) => ({ requireState })],
		['Success Page Title', (successTitle) => ({ successTitle })],
		['Success Page Text', (successText) => ({ successText })],
		['Redirect To', (successUrl) => ({ afterSuccess: 'redirect', successUrl })],
		['Client ID', (clientId) => ({ options: { clientId } })],
	];

	it.each(cases)('%s', async (name, parameters) => {
		const location = await decide(service, await link());
		for (const value of NOTHING) {
			trigger.parameters = parameters(value);
			const { status, title } = await trigger.open(location);
			expect([value, status, title]).toEqual([value, 500, 'This page is not ready yet']);
			expect(trigger.logged.pop()).toContain(`"${name}" is an expression that returned no value`);
		}
		expect([trigger.executions, exchanges()]).toEqual([0, 0]);
	});

	it.each<[string, INodeParameters]>([
		['Realm ID', { realmId: '=realm-{{ $json.query.nope }}' }],
		['Realm ID', { realmId: '=realm-{{ "" }}' }],
		['Client ID', { options: { clientId: '=app-{{ $json.query.nope }}' } }],
		['Success Page Title', { successTitle: '=Hello {{ $json.query.nope }}' }],
		['Success Page Text', { successText: '={{ null }} is linked' }],
		['Redirect To', { afterSuccess: 'redirect', successUrl: '=https://example.com/{{ $json.query.nope }}' }],
	])('%s, in a part of a text: %j', async (name, parameters) => {
		trigger.parameters = parameters;
		const { status, title } = await trigger.open(await decide(service, await link()));
		expect([status, title]).toEqual([500, 'This page is not ready yet']);
		expect(trigger.logged.pop()).toMatch(`"${name}" contains an expression that returned no value: {{ `);
		expect([trigger.executions, exchanges()]).toEqual([0, 0]);
	});

	it.each<[string, INodeParameters]>([
		['Realm ID', { realmId: '={{ "realm-" + $json.query.nope }}' }],
		['Realm ID', { realmId: '={{ `${$json.query.nope}` }}' }],
		['Client ID', { options: { clientId: '={{ "app-" + $json.query.nope }}' } }],
	])('%s, where JavaScript writes a word for it: %j', async (name, parameters) => {
		trigger.parameters = parameters;
		expect((await trigger.open(await decide(service, await link()))).status).toBe(500);
		expect(trigger.logged.pop()).toContain(`"${name}" is an expression that returned no value`);
		expect([trigger.executions, exchanges()]).toEqual([0, 0]);
	});

	it('a part that is empty on purpose is a value', async () => {
		trigger.parameters = { successTitle: '=Hello {{ $json.query.nope ?? "" }}!' };
		expect((await opened(`code=${newCode()}`)).title).toBe('Hello !');
	});

	it.each([
		['denialTitle', 'Denial Page Title', {}],
		['denialUrl', 'Redirect To', { afterDenial: 'redirect' }],
	])('%s', async (parameter, name, others) => {
		trigger.parameters = { ...others, [parameter]: NOTHING[0]! };
		expect((await opened('error=access_denied')).status).toBe(500);
		expect(trigger.logged.pop()).toContain(`"${name}" is an expression that returned no value`);
	});

	it.each([
		['Start on Denial', { options: { startOnDenial: '={{ $json.nope }}' } }],
		['Realm ID', { options: { startOnDenial: true }, realmId: '={{ $json.nope }}' }],
	])('%s, where a denial has a signed state', async (name, parameters) => {
		trigger.parameters = parameters;
		expect((await trigger.open(await decide(service, await link(), 'deny'))).status).toBe(500);
		expect(trigger.logged.pop()).toContain(`"${name}" is an expression that returned no value`);
		expect(trigger.executions).toBe(0);
	});

	it.each([
		[{ realmId: '={{ {} }}' }, '"Realm ID" must be text'],
		[{ requireState: '={{ "no" }}' }, '"Require Signed State" must be true or false'],
		[{ requireState: '={{ 0 }}' }, '"Require Signed State" must be true or false'],
	])('nor is what is of another kind: %j', async (parameters, words) => {
		trigger.parameters = parameters;
		expect((await opened(`code=${newCode()}`)).status).toBe(500);
		expect(trigger.logged.pop()).toContain(words);
		expect(exchanges()).toBe(0);
	});

	it('a word that stands for a switch is taken for it', async () => {
		trigger.parameters = { requireState: '={{ "true" }}' };
		expect((await opened(`code=${newCode()}`)).status).toBe(403);
	});
});

describe('an address that an expression makes', () => {
	const NEXT = '={{ $json.query.next }}';
	const goTo = async (successUrl: string, next: string, allowedHosts = '') => {
		trigger.parameters = { afterSuccess: 'redirect', successUrl, options: { allowedHosts } };
		// The service would compare it with the registered one.
		const redirectUri = `${trigger.url}?next=${encodeURIComponent(next)}`;
		service.control.setRedirectUri(service.ids.app.clientId, redirectUri);
		const { status, headers } = await trigger.open(`${redirectUri}&code=${newCode()}`);
		return status === 303 ? headers.get('location') : status;
	};

	it.each([
		['https://evil.example/', ''],
		['https://evil.example/', 'example.com'],
		['https://example.com@evil.example/', 'example.com'],
		['https://example.com:x@evil.example/', 'example.com'],
		['https://evil@example.com/', 'example.com'],
		['//evil.example/', 'example.com'],
		['\\\\evil.example\\', 'example.com'],
		['https:\\\\evil.example', 'example.com'],
		['https://evil.example\\@example.com/', 'example.com'],
		['https://evil.example#@example.com/', 'example.com'],
		['https://example.com.evil.example/', 'example.com'],
		['https://evilexample.com/', 'example.com'],
		['https://sub.example.com/', 'example.com'],
		['https://example.com:8443/', 'example.com'],
		['https://example.com/', 'example.com:8443'],
		['https://ex\u0430mple.com/', 'example.com'],
		['javascript:alert(1)//example.com/', 'example.com'],
		['https://example.com./', 'example.com'],
		['https://example.com\t@evil.example/', 'example.com'],
		['https://example.com\n.evil.example/', 'example.com'],
		['java\tscript:alert(1)//example.com/', 'example.com'],
		['DaTa:text/html,example.com', 'example.com'],
		['https:///evil.example/', 'example.com'],
		['https:/\\evil.example/', 'example.com'],
		['/\\evil.example/', 'example.com'],
		['https://%65vil.example/', 'example.com'],
	])('does not lead to %s where %j is named', async (next, hosts) => {
		expect(await goTo(NEXT, next, hosts)).toBe(500);
		expect([trigger.executions, exchanges()]).toEqual([0, 0]);
	});

	it.each([
		['https://example.com/a?b=1', 'example.com', 'https://example.com/a?b=1'],
		['HTTPS://EXAMPLE.COM/a', ' other.example , Example.com', 'https://example.com/a'],
		['https://example.com:443/', 'example.com', 'https://example.com/'],
		['https://example.com:8443/', 'a.example;example.com:8443', 'https://example.com:8443/'],
		['https://bücher.example/', 'BÜCHER.example', 'https://xn--bcher-kva.example/'],
		['https://example.com/@evil.example', 'example.com', 'https://example.com/@evil.example'],
	])('leads to %s where %j is named', async (next, hosts, location) => {
		expect(await goTo(NEXT, next, hosts)).toBe(location);
	});

	it.each([
		[
			'=https://example.com/?x={{ $json.query.next }}',
			'//evil.example',
			'https://example.com/?x=//evil.example',
		],
		['=https://example.com/{{ $json.query.next }}', '/evil.example', 'https://example.com//evil.example'],
		['=https://example.com:8443?{{ $json.query.next }}', 'a', 'https://example.com:8443/?a'],
		['= https://example.com#{{ $json.query.next }}', 'a', 'https://example.com/#a'],
		['=https://example.com/fixed', 'a', 'https://example.com/fixed'],
	])('needs nothing named when its host is written out: %s', async (successUrl, next, location) => {
		expect(await goTo(successUrl, next)).toBe(location);
	});

	it.each([
		['=https://example.com{{ $json.query.next }}', '.evil.example'],
		['=https://example.com{{ $json.query.next }}', '@evil.example'],
		['=https://{{ $json.query.next }}/example.com/', 'evil.example'],
		['=https://user@{{ $json.query.next }}/', 'evil.example'],
		['=https://user@example.com/{{ $json.query.next }}', 'a'],
		['=https:\\\\{{ $json.query.next }}/', 'evil.example'],
		['={{ "https://example.com/" + $json.query.next }}', 'a'],
	])(
		'is refused when what is written out does not reach the end of the host: %s',
		async (successUrl, next) => {
			expect(await goTo(successUrl, next)).toBe(500);
		},
	);

	it.each(['https://example.com', 'example.com/path', '*.example.com', 'a@b', '={{ $json.query.host }}'])(
		'has no use for %j as the name of a host',
		async (hosts) => {
			expect(await goTo(NEXT, 'https://example.com/', hosts)).toBe(500);
			expect(trigger.logged.join()).toContain('"Redirect Hosts" must be host names');
			await expect(trigger.publish()).rejects.toThrow('"Redirect Hosts"');
		},
	);

	it('stops the publishing where its host could be any', async () => {
		trigger.parameters = { afterDenial: 'redirect', denialUrl: NEXT };
		await expect(trigger.publish()).rejects.toThrow('The host of "Redirect To" comes from an expression');
		trigger.parameters = { afterDenial: 'redirect', denialUrl: '=https://example.com/{{ $json.query.x }}' };
		expect(await trigger.publish()).toBe(true);
	});
});

describe('names that every object has', () => {
	it('are query values like any other', async () => {
		const query = 'toString=a&valueOf=b&hasOwnProperty=c&constructor=d&__proto__=e&toJSON=f&then=g';
		service.control.setRedirectUri(service.ids.app.clientId, `${trigger.url}?${query}`);
		expect((await opened(`${query}&code=${newCode()}`)).title).toBe(LINKED);
		const { serviceId, realmId, ...values } = trigger.runs[0]!;
		expect({ serviceId, realmId }).toEqual(member());
		expect(Object.entries(values)).toEqual([
			['toString', 'a'],
			['valueOf', 'b'],
			['hasOwnProperty', 'c'],
			['constructor', 'd'],
			['toJSON', 'f'],
			['then', 'g'],
		]);
		expect(Object.getPrototypeOf(trigger.runs[0]!)).toBe(Object.prototype);
	});

	it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])(
		'are errors like any other: %s',
		async (word) => {
			expect((await opened(`error=${word}`)).title).toBe('Your account could not be linked');
			failExchange({ kind: 'status', status: 400, body: { error: word }, times: 1 });
			expect((await opened(`code=${newCode()}`)).status).toBeGreaterThanOrEqual(500);
		},
	);
});
