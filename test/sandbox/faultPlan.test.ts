import type { FaultPlan } from '../../sandbox/faults/fault';
import { planned, troubles, type Trouble } from '../../sandbox/faults/faultPlan';
import { ownedByMembers, preparePayouts, transferredTo } from '../harness/workflows/payouts';
import { startService, type Service } from '../../sandbox/service';
import { useSteadyClock } from '../harness/clock';
import { abortAfter, send } from './testing';

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

describe('in the service', () => {
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
