import { get } from 'node:http';

import { RateLimiter } from '../../sandbox/base/rateLimit';
import { startService, type Service } from '../../sandbox/service';
import { setClock } from '../harness/clock';
import { send } from './testing';

let service: Service;

beforeAll(async () => {
	service = await startService();
});

afterAll(() => service.stop());

afterEach(() => {
	expect(service.contractViolations).toEqual([]);
});

const realmPath = () => `/api/v1/realms/${service.realmId}`;

const transferPath = (memberId: string = service.ids.members.bonusPool) =>
	`${realmPath()}/members/${memberId}/transfer`;

const transfer = (body: unknown, memberId?: string) =>
	send(service, 'PATCH', transferPath(memberId), { body });

describe('a key', () => {
	test.each([
		['no header', {}],
		['another scheme', { authorization: 'Basic sandbox-key-admin' }],
		['a bare key', { authorization: 'sandbox-key-admin' }],
		['an unknown key', { authorization: 'Bearer nobody' }],
		['an expired key', { authorization: 'Bearer sandbox-key-expired' }],
	])('is refused with 401 for %s', async (_name, headers) => {
		expect((await send(service, 'GET', realmPath(), { key: null, headers })).status).toBe(401);
	});

	test('without the scope is refused with 403 that names the scope', async () => {
		const { keys, ids } = service;
		const body = { recipientId: ids.members.ada, amount: 1 };
		const reply = await send(service, 'PATCH', transferPath(), { key: keys.readOnly, body });
		expect(reply.status).toBe(403);
		expect(reply.json).toEqual({ error: 'Forbidden', message: expect.stringContaining('points:write') });
		const hooks = await send(service, 'GET', `/api/v1/realm/${service.realmId}/webhooks`, {
			key: keys.noWebhooks,
		});
		expect(hooks.json).toMatchObject({ message: expect.stringContaining('webhooks:write') });
	});

	test('without a scope may use operations without a known scope', async () => {
		const { keys, ids } = service;
		const paths = [
			['POST', `${realmPath()}/web3/activations/${ids.activation}/sync`],
			['POST', `${realmPath()}/web3/members/${ids.members.ada}/nfts/link`],
			['DELETE', `/api/v1/exports/${ids.exports.failed}`],
		] as const;
		const statuses = paths.map(
			async ([method, path]) => (await send(service, method, path, { key: keys.readOnly })).status,
		);
		expect(await Promise.all(statuses)).toEqual([200, 204, 200]);
	});

	test('of another realm is refused with 403, for a realm and for an export job', async () => {
		const key = service.keys.otherRealm;
		expect((await send(service, 'GET', realmPath(), { key })).status).toBe(403);
		expect(
			(await send(service, 'GET', `/api/v1/exports/${service.ids.exports.running}`, { key })).status,
		).toBe(403);
	});
});

describe('a missing record', () => {
	const REALM = '/api/v1/realms/a00000000000000000000001';
	const MEMBERS = `${REALM}/members`;
	const STORE = `${REALM}/store`;
	const LINK = `${REALM}/credentials/link?type=email&value=guest@members.example&accountId=x`;

	test.each([
		['a realm', 'GET', '/api/v1/realms/nowhere', undefined],
		['a webhook', 'DELETE', '/api/v1/realm/a00000000000000000000001/webhooks/none', undefined],
		[
			'a purchase',
			'POST',
			'/api/v1/realms/a00000000000000000000001/store/purchases/none/finalize',
			{ metadata: {} },
		],
		['a currency', 'PATCH', '/api/v1/currencies/a00000000000000000000001/currencies/none', {}],
		['an export job', 'GET', '/api/v1/exports/none', undefined],
		[
			'the recipient of a transfer',
			'PATCH',
			`${MEMBERS}/b0000000000000000000000c/transfer`,
			{ amount: 1, recipientId: 'x' },
		],
		[
			'a member of a bulk change',
			'PATCH',
			`${MEMBERS}/transaction`,
			{ updates: [{ serviceId: 'x', amount: 1 }] },
		],
		[
			'a member on chains',
			'GET',
			'/api/v1/realms/a00000000000000000000001/web3/members/x/balances',
			undefined,
		],
		['a member with quests', 'GET', '/api/v1/realm/a00000000000000000000001/members/x/quests', undefined],
		['a buyer', 'POST', `${STORE}/e10000000000000000000001/purchase`, { accountId: 'x' }],
		['an account to link', 'POST', LINK, undefined],
		['a realm of webhooks', 'GET', '/api/v1/realm/x/webhooks', undefined],
		['a realm of an older path', 'PATCH', '/api/v1/currencies/x/currencies/c00000000000000000000001', {}],
		['a realm of analytics', 'GET', '/api/v1/realms/x/currencies/analytics', undefined],
		['a path', 'GET', '/api/v1/nothing', undefined],
	])('gets 404: %s', async (_name, method, path, body) => {
		const { status, json } = await send(service, method, path, { body });
		expect(status).toBe(404);
		expect(json).toEqual({ error: 'Not Found', message: expect.any(String) });
	});

	test('gets 404 as the sender, the recipient and the currency of a transfer', async () => {
		const { ada, stranger } = service.ids.members;
		const statuses = [
			await transfer({ recipientId: ada, amount: 1 }, stranger),
			await transfer({ recipientId: stranger, amount: 1 }),
			await transfer({ recipientId: ada, amount: 1, currencyId: service.ids.currencies.shells }),
		].map(({ status }) => status);
		expect(statuses).toEqual([404, 404, 404]);
	});
});

describe('a request that does not fit the document', () => {
	const ada = 'b00000000000000000000001';

	test.each([
		['an amount that is text', { recipientId: ada, amount: '5' }],
		['an amount of zero', { recipientId: ada, amount: 0 }],
		['an amount below zero', { recipientId: ada, amount: -0.5 }],
		['an amount with too many digits', { recipientId: ada, amount: 0.1 + 0.2 }],
		['an amount that is too large', { recipientId: ada, amount: 2 ** 53 }],
		['no amount', { recipientId: ada }],
		['no recipient', { amount: 5 }],
		['a recipient that is a number', { recipientId: 5, amount: 5 }],
		['a list', []],
		['no body', undefined],
	])('is a 400 with a bare error: %s', async (_name, body) => {
		const { status, json } = await transfer(body);
		expect(status).toBe(400);
		expect(json).toEqual({ error: expect.any(String) });
	});

	test('is a 400 when the body is no JSON', async () => {
		const response = await fetch(`${service.baseUrl}${transferPath()}`, {
			method: 'PATCH',
			headers: { authorization: `Bearer ${service.keys.admin}`, 'content-type': 'application/json' },
			body: '{"amount": 5',
		});
		expect([response.status, await response.json()]).toEqual([400, { error: 'The body is not JSON.' }]);
	});

	test('is a 400 when an id in the path of a transfer is no id', async () => {
		expect((await transfer({ recipientId: ada, amount: 1 }, 'ada')).status).toBe(400);
		const path = `${realmPath()}/members/ada/metadata`;
		expect((await send(service, 'PATCH', path, { body: { metadata: {} } })).status).toBe(400);
	});

	test.each([
		['period', { period: '14d' }],
		['includeTopHolders', { includeTopHolders: 'perhaps' }],
		['topHoldersLimit', { topHoldersLimit: '101' }],
		['topHoldersLimit', { topHoldersLimit: '0' }],
	])('is a 400 that names the field: %s', async (name, query) => {
		const path = `${realmPath()}/currencies/${service.ids.currencies.stars}/analytics`;
		const { status, json } = await send(service, 'GET', path, { query });
		expect(status).toBe(400);
		expect(json).toEqual({ error: expect.stringContaining(name) });
	});

	test('may have fields that the document does not list', async () => {
		const { status } = await transfer({ recipientId: ada, amount: 1, note: 'thank you' });
		expect(status).toBe(200);
	});
});

test('a transfer of more than the sender has is a 422 with the numbers, and moves nothing', async () => {
	const { bruno, ada } = service.ids.members;
	const entries = service.control.ledger().entries.length;
	const { status, json } = await transfer({ recipientId: ada, amount: 100_000 }, bruno);
	expect(status).toBe(422);
	expect(json).toMatchObject({
		error: 'Unprocessable Entity',
		details: { currentBalance: 325, requestedAmount: 100_000 },
		requestId: expect.any(String),
	});
	expect(service.control.ledger().entries).toHaveLength(entries);
});

test('a DELETE with the content type JSON and no body is accepted', async () => {
	const path = `/api/v1/realm/${service.realmId}/webhooks`;
	const body = { url: 'https://receiver.example/hook', events: [] };
	const { id } = (await send(service, 'POST', path, { body })).json as { id: string };
	const headers = { 'content-type': 'application/json' };
	expect((await send(service, 'DELETE', `${path}/${id}`, { headers })).status).toBe(204);
});

test('the control API refuses a page of another site and another host name', async () => {
	const from = (headers: Record<string, string>) => send(service, 'GET', '/sandbox', { key: null, headers });
	expect((await from({})).status).toBe(200);
	expect((await from({ origin: service.baseUrl })).status).toBe(200);
	expect((await from({ origin: 'https://elsewhere.example' })).status).toBe(403);
	// fetch cannot set the Host header.
	const status = await new Promise((resolve, reject) => {
		const headers = { host: 'rebound.example' };
		get(`${service.baseUrl}/sandbox`, { headers }, (response) => resolve(response.resume().statusCode)).on(
			'error',
			reject,
		);
	});
	expect(status).toBe(403);
});

test('no key and no secret is logged', async () => {
	await send(service, 'GET', realmPath());
	expect(JSON.stringify(service.requests)).not.toContain('sandbox-key');
	expect(service.requests.at(-1)).toMatchObject({ key: 'admin', status: 200, acted: true });
});

describe('the rate limit', () => {
	const limitHeaders = ({ headers }: { headers: Headers }) =>
		['limit', 'remaining', 'reset', 'window'].map((name) => headers.get(`x-ratelimit-${name}`));

	afterEach(() => {
		jest.useRealTimers();
	});

	test('every response has the headers of the limit, and a request over the limit gets 429', async () => {
		const service = await startService({ rateLimit: { limit: 2, windowSeconds: 60 } });
		const get = (key?: string) => send(service, 'GET', `/api/v1/realms/${service.realmId}`, { key });
		try {
			const now = Date.parse('2026-03-01T12:00:00Z') / 1000;
			setClock(now * 1000);
			const [first, second, third] = [await get(), await get(service.keys.readOnly), await get()];
			expect([first.status, second.status, third.status]).toEqual([200, 200, 429]);
			expect([first, second, third].map((reply) => limitHeaders(reply)[1])).toEqual(['1', '0', '0']);
			expect(limitHeaders(first)).toEqual(['2', '1', expect.any(String), '60']);
			expect(Number(third.headers.get('x-ratelimit-reset')) - now).toBe(60);
			expect(third.headers.get('retry-after')).toBe('60');
			expect(third.json).toEqual({
				error: 'Too Many Requests',
				message: expect.any(String),
				retryAfter: 60,
			});
			expect(service.requests.at(-1)).toMatchObject({ status: 429, acted: false });
			// Another realm has its own window. A request without a key uses up no window.
			const other = `/api/v1/realms/${service.ids.otherRealm}`;
			expect((await send(service, 'GET', other, { key: service.keys.otherRealm })).status).toBe(200);
			expect(service.contractViolations).toEqual([]);
		} finally {
			await service.stop();
		}
	});

	test('refusals use up the window too', async () => {
		const service = await startService({ rateLimit: { limit: 5, windowSeconds: 60 } });
		try {
			const reply = await send(service, 'GET', '/api/v1/exports/none');
			expect([reply.status, limitHeaders(reply)[1]]).toEqual([404, '4']);
		} finally {
			await service.stop();
		}
	});

	test('without a limit there are no limit headers', async () => {
		const service = await startService();
		try {
			const reply = await send(service, 'GET', `/api/v1/realms/${service.realmId}`);
			expect(limitHeaders(reply)).toEqual([null, null, null, null]);
		} finally {
			await service.stop();
		}
	});

	test('the window slides, so room returns request by request', () => {
		const limiter = new RateLimiter({ limit: 2, windowSeconds: 10 });
		limiter.take('realm', 0);
		limiter.take('realm', 4_000);
		expect(() => limiter.take('realm', 9_999)).toThrow('Try again in 1 s');
		expect(limiter.take('realm', 10_000)['x-ratelimit-remaining']).toBe('0');
		expect(() => limiter.take('realm', 10_001)).toThrow('Try again in 4 s');
		expect(limiter.take('realm', 14_000)['x-ratelimit-reset']).toBe('20');
	});
});
