import { WebhookContext } from 'n8n-core';

import { authorizationUrl, decide, startTrigger, type ConsentTriggerNode } from './consentTriggerNode';
import { ahead, useSteadyClock } from '../../harness/clock';
import { until } from '../../harness/process/wait';
import { useService } from '../sandbox';

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
		'ACCESS_DENIED',
		'access_denied&error=access_denied',
		'access_denied&error=',
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
		service.control.setRedirectUri(service.ids.app.clientId, `${trigger.url}?from=chat`);
		const toConsent = await link(undefined, '?from=chat');
		await trigger.open(`${await decide(service, toConsent, 'deny')}&user=victim`);
		expect(trigger.runs).toEqual([
			{
				...{ denied: true, error: 'access_denied', realmId: service.realmId },
				...{ subject: 'user-42', from: 'chat' },
			},
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

describe('names that every object has', () => {
	it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])(
		'are errors like any other: %s',
		async (word) => {
			expect((await opened(`error=${word}`)).title).toBe('Your account could not be linked');
			failExchange({ kind: 'status', status: 400, body: { error: word }, times: 1 });
			expect((await opened(`code=${newCode()}`)).status).toBeGreaterThanOrEqual(500);
		},
	);
});

const MINUTE_MS = 60_000;

it('a person who reloads the page minutes later still sees that the account is linked', async () => {
	const url = `${trigger.url}?code=${newCode()}`;
	await trigger.open(url);
	const { title } = await ahead(9 * MINUTE_MS, async () => await trigger.open(url));
	expect([title, trigger.runs.length, exchanges()]).toEqual(['Your account is already linked', 1, 1]);
});

it('a signed state takes no second code for as long as it is valid', async () => {
	const toConsent = await link({ stateSubject: 'user-42', stateLifetime: 60 });
	const [first, second] = [await decide(service, toConsent), await decide(service, toConsent)];
	await trigger.open(first);
	await ahead(55 * MINUTE_MS, async () => {
		expect((await trigger.open(second)).title).toBe('This link was used before');
	});
	expect([trigger.executions, exchanges()]).toEqual([1, 1]);
});

it('a demanded state that somebody else made is told apart from a missing one', async () => {
	trigger.parameters = { requireState: true };
	const titleOf = async (query: string) => (await opened(`code=${newCode()}${query}`)).title;
	expect(await titleOf('&state=of-another-maker')).toBe('This link cannot be trusted');
	expect(await titleOf('')).toBe('This link is incomplete');
	expect([trigger.runs, exchanges()]).toEqual([[], 0]);
});

it('a second request does not wait for ever for an execution that n8n does not record', async () => {
	let record = () => {};
	trigger.recording = new Promise((resolve) => (record = resolve));
	const url = `${trigger.url}?code=${newCode()}`;
	const first = trigger.open(url);
	await until('the exchange', () => exchanges() > 0);
	const now = performance.now.bind(performance);
	let passed = 0;
	const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + (passed += 10_000));
	const { status, title } = await trigger.open(url).finally(() => clock.mockRestore());
	expect([status, title]).toEqual([202, 'Just a moment']);
	record();
	expect((await first).title).toBe('Your account is linked');
	expect(trigger.runs).toHaveLength(1);
});

it('a state made for the test address is good there in an older n8n too, which names only the other one', async () => {
	const name = 'getWebhookResourceUrl';
	const newer = Object.getOwnPropertyDescriptor(WebhookContext.prototype, name)!;
	Object.defineProperty(WebhookContext.prototype, name, { ...newer, value: undefined });
	const listener = await startTrigger(service, { requireState: true }, true);
	const { title } = await listener.open(
		await decide(service, await authorizationUrl(listener, { stateSubject: 'x' })),
	);
	Object.defineProperty(WebhookContext.prototype, name, newer);
	await listener.close();
	expect([title, listener.runs.length]).toEqual(['Your account is linked', 1]);
});
