import type { FaultRequest } from '../../sandbox/faults/fault';
import { startService, type Service } from '../../sandbox/service';
import { useSteadyClock } from '../harness/clock';
import { abortAfter, send, type Reply } from './testing';

useSteadyClock();
let service: Service;

beforeAll(async () => {
	service = await startService();
});

beforeEach(() => service.control.reset());

afterAll(async () => {
	await service.stop();
	expect(service.contractViolations).toEqual([]);
});

const balance = () => {
	const { stars } = service.ids.currencies;
	const { bonusPool } = service.ids.members;
	const accounts = service.control.ledger().accounts;
	return (
		accounts.find(({ currencyId, holder }) => currencyId === stars && holder === bonusPool)?.balance ?? 0
	);
};

function transfer(signal?: AbortSignal): Promise<Reply> {
	const { bonusPool, ada } = service.ids.members;
	return send(service, 'PATCH', `/api/v1/realms/${service.realmId}/members/${bonusPool}/transfer`, {
		body: { recipientId: ada, amount: 10 },
		signal,
	});
}

const set = (fault: Omit<FaultRequest, 'operation'>) =>
	service.control.addFault({ operation: 'member.transferBalance', ...fault });

describe.each([
	{ when: 'before', moved: 0 },
	{ when: 'after', moved: 10 },
] as const)('$when acting', ({ when, moved }) => {
	afterEach(() => {
		expect(balance()).toBe(1_000_000 - moved);
		expect(service.requests.at(-1)).toMatchObject({ acted: moved > 0 });
	});

	test.each([500, 502, 202, 409, 401, 403])('responds with status %d', async (status) => {
		set({ kind: 'status', status, when });
		expect((await transfer()).status).toBe(status);
	});

	test('responds with a given body', async () => {
		set({ kind: 'status', status: 418, body: { tea: true }, headers: { 'x-bucket': 'short' }, when });
		const { status, json, headers } = await transfer();
		expect([status, json, headers.get('x-bucket')]).toEqual([418, { tea: true }, 'short']);
	});

	test('responds with 429, with or without the headers of the limit', async () => {
		service.control.setRateLimit({ limit: 100, windowSeconds: 60 });
		set({ kind: 'rateLimit', when: 'before', retryAfter: 7, times: 1 });
		const withHeaders = await transfer();
		expect(withHeaders.headers.get('retry-after')).toBe('7');
		expect(withHeaders.headers.get('x-ratelimit-remaining')).toBe('0');
		set({ kind: 'rateLimit', when });
		const without = await transfer();
		expect([withHeaders.status, without.status]).toEqual([429, 429]);
		expect([...without.headers.keys()].filter((name) => /ratelimit|retry-after/.test(name))).toEqual([]);
	});

	test('drops the connection', async () => {
		set({ kind: 'drop', when });
		await expect(transfer()).rejects.toThrow('fetch failed');
	});

	test('never responds', async () => {
		set({ kind: 'timeout', when });
		await expect(transfer(abortAfter(500))).rejects.toMatchObject({ name: 'TimeoutError' });
	});

	test('responds with a page instead of JSON', async () => {
		set({ kind: 'html', when });
		const { status, headers, text } = await transfer();
		expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
		expect(text).toMatch(/^<!doctype html>/);
	});

	test('redirects to another place', async () => {
		set({ kind: 'redirect', location: 'https://elsewhere.example/', status: 307, when });
		const { status, headers } = await transfer();
		expect([status, headers.get('location')]).toEqual([307, 'https://elsewhere.example/']);
	});

	test('responds without a body', async () => {
		set({ kind: 'empty', when });
		expect(await transfer()).toMatchObject({ status: 200, text: '' });
	});
});

test('a delay changes nothing else', async () => {
	set({ kind: 'delay', delay: 120 });
	const started = Date.now();
	expect((await transfer()).status).toBe(200);
	expect(Date.now() - started).toBeGreaterThanOrEqual(120);
	expect(balance()).toBe(999_990);
});

test('a truncated response is complete HTTP with broken JSON, and a cut one is incomplete HTTP', async () => {
	set({ kind: 'truncate', times: 1 });
	const { status, text, json } = await transfer();
	expect(status).toBe(200);
	expect(text).toMatch(/^\{"id":"/);
	expect(json).toBeUndefined();
	set({ kind: 'cut', times: 1 });
	await expect(transfer()).rejects.toThrow('terminated');
	expect(balance()).toBe(999_980);
});

test('a fault ends after its number of times, and when it is cleared', async () => {
	set({ kind: 'status', status: 500, times: 2 });
	expect([(await transfer()).status, (await transfer()).status, (await transfer()).status]).toEqual([
		500, 500, 200,
	]);
	const { id } = set({ kind: 'status', status: 500 });
	service.control.clearFaults(id);
	expect((await transfer()).status).toBe(200);
	expect(service.control.faults()).toEqual([]);
});

test('a fault hits only its operation, named by id, by method and path, or all at once', async () => {
	const realm = () => send(service, 'GET', `/api/v1/realms/${service.realmId}`);
	set({ kind: 'status', status: 500 });
	expect((await realm()).status).toBe(200);
	service.control.addFault({ operation: 'GET /api/v1/realms/{realmId}', kind: 'status', status: 502 });
	expect((await realm()).status).toBe(502);
	service.control.clearFaults();
	service.control.addFault({ operation: '*', kind: 'status', status: 503 });
	expect([(await realm()).status, (await transfer()).status]).toEqual([503, 503]);
});

test('a fault can have a probability', async () => {
	set({ kind: 'status', status: 500, probability: 0.5 });
	const chance = jest.spyOn(Math, 'random').mockReturnValueOnce(0.6).mockReturnValueOnce(0.4);
	expect([(await transfer()).status, (await transfer()).status]).toEqual([200, 500]);
	chance.mockRestore();
});

test('faults are set over HTTP, and nonsense is refused', async () => {
	const add = (body: unknown) => send(service, 'POST', '/sandbox/faults', { key: null, body });
	expect((await add({ operation: 'member.transferBalance', kind: 'status', status: 500 })).status).toBe(200);
	expect((await send(service, 'GET', '/sandbox/faults', { key: null })).json).toMatchObject({
		data: [{ operation: 'member.transferBalance', kind: 'status', when: 'before' }],
	});
	const nonsense = [
		{ operation: 'flyAway', kind: 'drop' },
		{ operation: '*', kind: 'explode' },
		{ operation: '*', kind: 'drop', time: 1 },
		{ operation: '*', kind: 'cut', when: 'before' },
		{ operation: '*', kind: 'redirect' },
	];
	for (const body of nonsense) expect((await add(body)).status).toBe(400);
	expect((await send(service, 'DELETE', '/sandbox/faults', { key: null })).status).toBe(204);
	expect((await transfer()).status).toBe(200);
});
