import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultRequest } from '../../../sandbox/faults/fault';
import { useSteadyClock } from '../../harness/clock';
import { until } from '../../harness/process/wait';
import { byId } from '../../harness/workflows/nodes';
import { runnerOf } from '../engine';
import { transferToAda } from '../payouts';
import { processedValues } from '../processedValues';
import { useService } from '../sandbox';
import { watchedNode } from '../changedNode';

useSteadyClock();
const service = useService();
beforeEach(() => processedValues.clear());
afterEach(() => jest.restoreAllMocks());

const items = (count: number) => Array.from({ length: count }, (_, number) => ({ number }));
const pause = async (milliseconds: number) =>
	await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const run = runnerOf(service);
const payment = ({ idempotencyKey, ...options }: INodeParameters = {}) =>
	transferToAda(service, {
		...(idempotencyKey === undefined ? {} : { repeatProtection: 'key', idempotencyKey }),
		options,
	});
const read = (options: INodeParameters = {}): INodeParameters => ({
	resource: 'member',
	operation: 'search',
	type: 'username',
	values: '=user{{ $json.number }}',
	options,
});
const fault = (more: Partial<FaultRequest>) =>
	service.control.addFault({ operation: '*', kind: 'rateLimit', ...more });
/** A fault with these headers for the limit. */
const headed = (status: number, headers: Record<string, string>, times = 1) =>
	service.control.addFault({ operation: '*', kind: 'status', status, headers, times });
const details = ({ errorItems }: Awaited<ReturnType<typeof run>>) =>
	errorItems.map(({ json }) => json.details as IDataObject);
const paid = () => service.requests.filter(({ acted }) => acted).length;
/** Runs a payment, cancels it when `isTime` returns true, and waits for the end of the node. */
const cancelled = async (parameters: INodeParameters, isTime: () => boolean, input = items(1)) => {
	const abort = new AbortController();
	const { nodeType, ended } = watchedNode();
	const running = run(parameters, input, { signal: abort.signal, nodeType }).catch(() => undefined);
	await until('the time to cancel', isTime);
	const cancelledAt = Date.now();
	abort.abort();
	await Promise.all([running, ended]);
	expect(Date.now() - cancelledAt).toBeLessThan(1_000);
};
/** Turns of the event loop after which a request waits, or is sent. */
const TURNS = 10;
/** Whether something holds, and has held for a few turns of the event loop. */
const lasting = (isSo: () => boolean) => {
	let turns = 0;
	return () => (turns = isSo() ? turns + 1 : 0) > TURNS;
};
/** Whether the key of a payment is claimed. Its request is next, unless it has to wait. */
const claimed = () => [...processedValues.values()].flat().length > 0;
/** Milliseconds between each request and the next, without what n8n and the service need themselves. */
const gaps = () => {
	const times = service.requests.map(({ at }) => Date.parse(at));
	return times.slice(1).map((time, index) => Math.floor((time - times[index]!) / 200) * 200);
};

describe('a service that asks for a longer wait than anyone has', () => {
	it('ends 30 reads at once, with a true message', async () => {
		fault({ retryAfter: 600 });
		const began = Date.now();
		const result = await run(read(), items(30));
		expect(Date.now() - began).toBeLessThan(5_000);
		expect(result.errorItems.map(({ pairedItem }) => pairedItem)).toEqual(
			items(30).map((_, item) => ({ item })),
		);
		for (const { json } of result.errorItems) {
			expect(json.error).toBe('The service is receiving too many requests');
			expect(json.details).toMatchObject({
				outcome: 'notApplied',
				advice: expect.stringContaining(
					'It asks to wait 600 seconds, which is longer than this request may wait.',
				),
			});
		}
		expect(service.requests.length).toBeLessThanOrEqual(5);
	});

	it('ends 20 executions of one payment each', async () => {
		fault({ retryAfter: 3600 });
		const results = await Promise.all(items(20).map(async () => await run(payment(), items(1))));
		expect(results.flatMap(details).map(({ outcome }) => outcome)).toEqual(items(20).map(() => 'notApplied'));
		expect(service.requests.length).toBeLessThanOrEqual(5);
	});

	it('holds up no other realm and no other service', async () => {
		headed(429, { 'retry-after': '1000000000' });
		expect(details(await run(payment(), items(1)))[0]).toMatchObject({ status: 429 });
		const other = { realmId: service.ids.otherRealm, apiKey: service.keys.otherRealm };
		const elsewhere = await run(read(), items(3), { credential: service.credential(other) });
		expect(elsewhere.errorItems).toEqual([]);
		const baseUrl = service.baseUrl.replace('127.0.0.1', 'localhost');
		const there = await run(read(), items(3), { credential: service.credential({ baseUrl }) });
		expect(there.errorItems).toEqual([]);
	});
});

it('an update that may have been applied stays so when its repeat is refused', async () => {
	const operation = 'member.updateMetadata';
	service.control.addFault({ operation, kind: 'status', status: 500, when: 'after', times: 1 });
	fault({ operation, retryAfter: 3600 });
	const update = {
		resource: 'member',
		operation: 'updateMetadata',
		serviceId: byId(service.ids.members.ada),
		metadata: { slot: 1 },
	};
	const result = await run(update, items(1));
	expect(details(result)[0]).toMatchObject({ outcome: 'unknown', status: 429 });
});

describe('a limit header that makes no sense', () => {
	const now = () => Math.floor(Date.now() / 1000);

	it.each<[string, () => Record<string, string>]>([
		['in milliseconds', () => ({ 'x-ratelimit-reset': String(Date.now() + 700) })],
		[
			'of an hour with a window of a second',
			() => ({ 'x-ratelimit-reset': String(now() + 3600), 'x-ratelimit-window': '1' }),
		],
		['beyond every number', () => ({ 'x-ratelimit-reset': '9'.repeat(30), 'x-ratelimit-window': '1' })],
		['twice', () => ({ 'x-ratelimit-reset': `${now() + 1}, ${now() + 1}` })],
	])('holds nothing up when it is a reset %s', async (_what, reset) => {
		headed(404, { ...reset(), 'x-ratelimit-remaining': '0', 'x-ratelimit-limit': '0' });
		await run(read(), items(1));
		const began = Date.now();
		expect((await run(read(), items(40))).errorItems).toEqual([]);
		expect(Date.now() - began).toBeLessThan(4_000);
	});

	it.each(['0', '-1', '0.0', 'Thu, 01 Jan 1970 00:00:00 GMT', 'soon'])(
		'is no reason to hurry (Retry-After: %s)',
		async (value) => {
			jest.spyOn(Math, 'random').mockReturnValue(0.2);
			headed(429, { 'retry-after': value }, 9);
			await run(read({ retries: 3 }), items(1));
			// A fifth of 1, 2 and 4 s.
			expect(gaps()).toEqual([200, 400, 800]);
		},
	);
});

describe('a cancel', () => {
	it('ends waiting requests at once and frees their keys, and others continue', async () => {
		service.control.addFault({ operation: 'member.search', kind: 'delay', delay: 2_000 });
		const others = [run(read(), items(5)), run(read(), items(5))];
		await until(
			'the others to fill the line',
			lasting(() => service.requests.length === 5),
		);
		await cancelled(payment({ idempotencyKey: 'in line' }), lasting(claimed));
		expect(service.requests.map(({ status }) => status)).toEqual([null, null, null, null, null]);
		for (const { errorItems } of await Promise.all(others)) expect(errorItems).toEqual([]);
		expect(paid()).toBe(service.requests.length);
		expect(service.requests.filter(({ path }) => path.includes('transfer'))).toEqual([]);
		const again = await run(payment({ idempotencyKey: 'in line' }), items(1));
		expect(again.items[0]?.json).toHaveProperty('senderId');
	});

	it.each<[string, () => void]>([
		['for the limit', () => headed(404, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': soon() })],
		['because another was refused', () => headed(429, { 'retry-after': '30' })],
	])('leaves the key of a payment free that waited %s', async (_what, prepare) => {
		prepare();
		await run(read({ retries: 0 }), items(1));
		await cancelled(payment({ idempotencyKey: 'order-1' }), lasting(claimed));
		expect(service.requests).toHaveLength(1);
		jest.advanceTimersByTime(31_000);
		const again = await run(payment({ idempotencyKey: 'order-1' }), items(1));
		expect(again.items[0]?.json).toHaveProperty('senderId');
		expect(paid()).toBe(1);
	});

	it('leaves the key of a payment free that waited before a repeat', async () => {
		fault({ retryAfter: 30, times: 1 });
		const isRefused = () => service.requests.some(({ status }) => status === 429);
		await cancelled(payment({ idempotencyKey: 'order-1' }), lasting(isRefused));
		expect(service.requests).toHaveLength(1);
		jest.advanceTimersByTime(31_000);
		const again = await run(payment({ idempotencyKey: 'order-1' }), items(1));
		expect(again.items[0]?.json).toHaveProperty('senderId');
	});

	it('keeps the key of a payment that was on its way', async () => {
		service.control.addFault({ operation: 'member.transferBalance', kind: 'delay', delay: 400 });
		await cancelled(payment({ idempotencyKey: 'order-1' }), () => service.requests.length === 1);
		service.control.clearFaults();
		const again = await run(payment({ idempotencyKey: 'order-1' }), items(1));
		expect(details(again)[0]).toMatchObject({ outcome: 'unknown' });
	});

	it('lets no further item start, and leaves the keys of those free', async () => {
		service.control.addFault({ operation: 'member.transferBalance', kind: 'delay', delay: 100 });
		const parameters = payment({ idempotencyKey: '=order-{{ $json.number }}', concurrency: 2 });
		await cancelled(parameters, () => service.requests.length >= 4, items(50));
		const sent = service.requests.length;
		expect(sent).toBeLessThanOrEqual(6);
		await pause(300);
		expect(service.requests).toHaveLength(sent);
		service.control.clearFaults();
		const again = await run(parameters, items(50));
		// A person must check the payments that n8n broke off on their way. The others are paid now.
		expect(again.errorItems.length).toBeLessThanOrEqual(4);
		expect(paid()).toBeLessThanOrEqual(50);
		expect(paid()).toBeGreaterThanOrEqual(48);
	});

	function soon(): string {
		return String(Math.floor(Date.now() / 1000) + 30);
	}
});

describe('a request that gets no response', () => {
	// A synchronization reads a whole collection.
	it.each([
		['get', 30],
		['sync', 600],
	])('of activation.%s is given up after %d seconds', async (operation, seconds) => {
		fault({ kind: 'timeout' });
		const activationId = byId(service.ids.activation);
		const parameters = { resource: 'activation', operation, activationId, options: { retries: 0 } };
		let hasEnded = false;
		const running = run(parameters, items(1)).finally(() => (hasEnded = true));
		await until('the request', () => service.requests.length === 1);
		await jest.advanceTimersByTimeAsync(seconds * 1000 - 5_000);
		expect(hasEnded).toBe(false);
		await jest.advanceTimersByTimeAsync(5_000);
		expect((await running).errorItems[0]?.json.error).toContain('The service did not respond in time');
	});
});

describe('Maximum Total Wait', () => {
	it('ends the wait for a turn behind other executions', async () => {
		service.control.addFault({ operation: 'member.search', kind: 'delay', delay: 1_500 });
		const others = run(read(), items(5));
		await until('the others to be on their way', () => service.requests.length === 5);
		const began = Date.now();
		const late = await run(payment({ maximumTotalWaitSeconds: 0.3 }), items(1));
		expect(Date.now() - began).toBeLessThan(1_000);
		expect(late.errorItems[0]?.json).toMatchObject({
			error: 'Not sent: this request waited too long in the queue',
			details: { outcome: 'notApplied', advice: expect.stringContaining('Maximum Total Wait (Seconds)') },
		});
		expect((await others).errorItems).toEqual([]);
	});

	it('counts every wait of a request together', async () => {
		fault({ retryAfter: 1 });
		const others = run(read({ maximumTotalWaitSeconds: 2.5, retries: 50 }), items(8));
		const began = Date.now();
		const late = await run(payment({ maximumTotalWaitSeconds: 2.5, retries: 50 }), items(1));
		expect(Date.now() - began).toBeLessThan(4_000);
		expect(details(late)[0]).toMatchObject({ outcome: 'notApplied' });
		expect(details(await others)).toHaveLength(8);
	});

	it('of 0 fails no item because of its own run', async () => {
		service.control.addFault({ operation: 'member.search', kind: 'delay', delay: 30 });
		expect((await run(read({ maximumTotalWaitSeconds: 0 }), items(40))).errorItems).toEqual([]);
	});
});
