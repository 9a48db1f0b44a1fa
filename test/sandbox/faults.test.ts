import type { FaultPlan, FaultRequest } from '../../sandbox/faults/fault';
import { planned, troubles, type Trouble } from '../../sandbox/faults/faultPlan';
import { startService, type Service } from '../../sandbox/service';
import { useSteadyClock } from '../harness/clock';
import { ownedByMembers, preparePayouts, transferredTo } from '../harness/workflows/payouts';
import { abortAfter, send, type Reply } from './testing';

useSteadyClock();
let service: Service;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.control.reset());
afterEach(() => {
	expect(service.control.ledger().sum).toBe(0);
	expect(service.contractViolations).toEqual([]);
});
afterAll(() => service.stop());

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

const OPERATION = 'member.transferBalance';
const COUNT = 10_000;

const planOf = (changes: Partial<FaultPlan> = {}): FaultPlan => ({
	operation: OPERATION,
	seed: 1,
	rate: 0.3,
	faults: Object.values(troubles),
	...changes,
});

const sequence = (plan: FaultPlan, operationId = OPERATION, count = COUNT) =>
	Array.from({ length: count }, (_, index) => planned(plan, operationId, index));

describe('a plan', () => {
	it('is the same for the same seed, and another for another seed or operation', () => {
		expect(sequence(planOf())).toEqual(sequence(planOf()));
		expect(sequence(planOf({ seed: 2 }))).not.toEqual(sequence(planOf()));
		expect(sequence(planOf(), 'purchase.finalize')).not.toEqual(sequence(planOf()));
	});

	it.each([0, 0.3, 1])('hits a share of %d of the requests', (rate) => {
		const hits = sequence(planOf({ rate })).filter(Boolean).length;
		expect(Math.abs(hits / COUNT - rate)).toBeLessThan(rate % 1 === 0 ? 1e-9 : 0.02);
	});

	it('lets all faults happen about equally often', () => {
		const all = sequence(planOf({ rate: 1 }));
		const share = COUNT / Object.keys(troubles).length;
		for (const trouble of Object.values(troubles)) {
			const times = all.filter((fault) => fault === trouble).length;
			expect(times).toBeGreaterThan(share * 0.75);
			expect(times).toBeLessThan(share * 1.25);
		}
	});

	it('lets a fault with more weight happen more often', () => {
		const rare = { kind: 'drop' } as const;
		const frequent = { kind: 'html', weight: 9 } as const;
		const all = sequence(planOf({ rate: 1, faults: [rare, frequent] }));
		expect(Math.abs(all.filter((fault) => fault === frequent).length / COUNT - 0.9)).toBeLessThan(0.02);
	});
});

describe('a plan in the service', () => {
	/** The status of the response, or how the request failed. */
	async function pay(recipientId: string): Promise<string> {
		const { bonusPool } = service.ids.members;
		const path = `/api/v1/realms/${service.realmId}/members/${bonusPool}/transfer`;
		const body = { recipientId, amount: 3 };
		try {
			const reply = await send(service, 'PATCH', path, { body, signal: abortAfter(500) });
			const kind = reply.json === undefined ? (/^<!doctype/.test(reply.text) ? 'page' : 'broken') : 'JSON';
			return `${reply.status} ${kind} retry-after ${reply.headers.get('retry-after')}`;
		} catch (error) {
			return (error as Error).name === 'TimeoutError' ? 'no answer' : 'broken connection';
		}
	}

	const EXPECTED: Record<Trouble, [answer: string | RegExp, acts: boolean]> = {
		'429 with Retry-After in seconds': ['429 JSON retry-after 0', false],
		'429 with Retry-After as a date': [/^429 JSON retry-after \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/, false],
		'429 without a header': ['429 JSON retry-after null', false],
		'429 that asks for an hour': ['429 JSON retry-after 3600', false],
		'500 before acting': ['500 JSON retry-after null', false],
		'500 after acting': ['500 JSON retry-after null', true],
		'502 before acting': ['502 JSON retry-after null', false],
		'502 after acting': ['502 JSON retry-after null', true],
		'503 before acting': ['503 JSON retry-after 0', false],
		'503 after acting': ['503 JSON retry-after 0', true],
		'202 before acting': ['202 JSON retry-after null', false],
		'202 after acting': ['202 JSON retry-after null', true],
		'409 before acting': ['409 JSON retry-after null', false],
		'409 after acting': ['409 JSON retry-after null', true],
		'a dropped connection before acting': ['broken connection', false],
		'a dropped connection after acting': ['broken connection', true],
		'a timeout before acting': ['no answer', false],
		'a timeout after acting': ['no answer', true],
		'a page with 200 before acting': ['200 page retry-after null', false],
		'a page with 200 after acting': ['200 page retry-after null', true],
		'a page with 502 before acting': ['502 page retry-after null', false],
		'a page with 502 after acting': ['502 page retry-after null', true],
		'a truncated answer': ['200 broken retry-after null', true],
		'an answer cut off': ['broken connection', true],
	};

	it.each(Object.entries(EXPECTED))('%s is what its name says', async (name, [answer, acts]) => {
		const [payout] = preparePayouts(service, 1);
		service.control.setFaultPlan(planOf({ rate: 1, faults: [troubles[name as Trouble]] }));
		expect(await pay(payout!.recipientId)).toMatch(answer);
		expect(transferredTo(service)).toEqual(new Map(acts ? [[payout!.recipientId, [3]]] : []));
		expect(service.requests[0]).toMatchObject({ acted: acts });
	});

	it('hits the n-th request of an operation with the n-th fault of the plan, and what was paid stays known', async () => {
		const faults = Object.values(troubles).filter(({ kind }) => kind !== 'timeout');
		const plan = planOf({ seed: 7, faults });
		const payouts = preparePayouts(service, 60);
		const owned = ownedByMembers(service, service.ids.currencies.stars);
		service.control.setFaultPlan(plan);
		for (const { recipientId } of payouts) await pay(recipientId);
		const wanted = sequence(plan, OPERATION, payouts.length);
		expect(service.requests.map(({ fault }) => fault)).toEqual(wanted.map((fault) => fault?.kind ?? null));
		expect(new Set(wanted).size).toBeGreaterThan(5);
		const paid = transferredTo(service);
		expect(payouts.filter(({ recipientId }) => paid.has(recipientId))).toEqual(
			payouts.filter((_, index) => service.requests[index]?.acted),
		);
		expect(ownedByMembers(service, service.ids.currencies.stars)).toBe(owned);
	});

	it('does not affect other operations, has less priority than a single fault, and ends when faults are cleared', async () => {
		const status = async () => (await pay(service.ids.members.ada)).slice(0, 3);
		service.control.setFaultPlan(planOf({ rate: 1, faults: [troubles['502 before acting']] }));
		expect((await send(service, 'GET', `/api/v1/realms/${service.realmId}`)).status).toBe(200);
		service.control.addFault({ operation: OPERATION, kind: 'status', status: 418, times: 1 });
		expect([await status(), await status()]).toEqual(['418', '502']);
		service.control.clearFaults();
		expect(await status()).toBe('200');
	});

	it('is set over HTTP, and nonsense is refused', async () => {
		const set = (body: unknown) => send(service, 'POST', '/sandbox/fault-plan', { key: null, body });
		expect((await set(planOf({ rate: 1, faults: [troubles['500 before acting']] }))).status).toBe(200);
		expect(await pay(service.ids.members.ada)).toMatch(/^500/);
		const nonsense = [
			planOf({ operation: 'flyAway' }),
			planOf({ rate: 2 }),
			planOf({ faults: [] }),
			planOf({ faults: [{ kind: 'cut', when: 'before' }] }),
			planOf({ faults: [{ kind: 'redirect' }] }),
			planOf({ faults: [{ kind: 'drop', weight: 0 }] }),
		];
		for (const plan of nonsense) expect((await set(plan)).status).toBe(400);
		expect((await send(service, 'DELETE', '/sandbox/faults', { key: null })).status).toBe(204);
		expect(await pay(service.ids.members.ada)).toMatch(/^200/);
	});
});
