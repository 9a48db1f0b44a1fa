import { setTimeout as pause } from 'node:timers/promises';

import type { INodeParameters } from 'n8n-workflow';

import { jsonOf, type Reply } from '../../harness/http/receiver';
import { byId } from '../../harness/workflows/nodes';
import { nodeOfAnotherProcess, runAsWorker } from '../anotherProcess';
import { runGraph, runNode, type RunOptions } from '../engine';
import { NODE, START } from '../nodeTypes';
import { processedValues, store } from '../processedValues';
import { useReceiver } from '../receiver';

const MEMBER = '1a'.repeat(12);

/** Requests that have no response yet, and the highest number of them. */
let underWay = 0;
let width = 0;
/** The response to a request, by its number from 1. By default the payment is made. */
let reply: (number: number) => Promise<Reply> | Reply | undefined;
/** How often the number of open keys in n8n's store rose, and by how many keys. And how often it fell. */
let claims: number[];
let settled: number[];
/** All writes of n8n's store. */
let writes: number;
/** The highest number of open keys while a request was on its way. */
let mostOpen: number;
let open = 0;

const receiver = useReceiver(async ({ body }) => {
	width = Math.max(width, ++underWay);
	mostOpen = Math.max(mostOpen, open);
	const number = receiver.received.length;
	const { updates } = JSON.parse(String(body)) as { updates?: object[] };
	const paid = updates
		? { success: true, updates: updates.map((row) => ({ ...row, newBalance: 5 })) }
		: { id: 'x', serviceId: MEMBER, balance: number };
	const said = await reply(number);
	underWay--;
	return said ?? { body: paid };
});
beforeEach(() => {
	[underWay, width, open, writes, mostOpen] = [0, 0, 0, 0, 0];
	[claims, settled] = [[], []];
	reply = () => undefined;
	store.written = (row) => {
		writes++;
		const now = (processedValues.get(row) ?? []).filter((value) => value.endsWith('\u0000open')).length;
		if (now > open) claims.push(now - open);
		if (now < open) settled.push(open - now);
		open = now;
	};
});
afterEach(() => delete store.written);

const KEYED = { repeatProtection: 'key', idempotencyKey: '=order {{ $json.order }}' };
const orders = (count: number) => Array.from({ length: count }, (_order, order) => ({ order }));
const parametersOf = (changes: INodeParameters): INodeParameters => ({
	resource: 'member',
	operation: 'updateBalance',
	serviceId: byId(MEMBER),
	currencyId: byId(''),
	amount: 5,
	...KEYED,
	...changes,
});
const pay = async (
	input: RunOptions['input'],
	parameters: INodeParameters = {},
	more: Partial<RunOptions> = {},
) =>
	await runNode({
		credential: receiver.credential(),
		parameters: parametersOf(parameters),
		input,
		onError: 'continueErrorOutput',
		mode: 'trigger',
		...more,
	});
const amountOf = (index: number) => jsonOf<{ amount: number }>(receiver.received[index]!).amount;

describe('the keys of many payments', () => {
	it('are claimed 25 at a time, each time with one write, and settled with one', async () => {
		const { items } = await pay(orders(60));
		expect(items).toHaveLength(60);
		expect([claims, settled, mostOpen]).toEqual([[25, 25, 10], [25, 25, 10], 25]);
		expect(writes).toBe(3 + 3);
	});

	it('of an event too', async () => {
		const input = orders(60).map(({ order }) => ({ eventId: 'e1', amount: order + 1 }));
		const amount = '={{ $json.amount }}';
		await pay(input, { amount, repeatProtection: 'automatic' }, { isTriggered: true });
		expect([claims, settled]).toEqual([
			[25, 25, 10],
			[25, 25, 10],
		]);
	});

	it('without an event too, equal payments among them', async () => {
		const parameters = parametersOf({ repeatProtection: 'automatic' });
		const { of } = await runGraph({
			credential: receiver.credential(),
			input: orders(60),
			nodes: { Start: { type: START }, Pay: { type: NODE, parameters } },
			connections: { Start: [['Pay']] },
			mode: 'trigger',
			executionId: '1',
		});
		expect(of('Pay').items).toHaveLength(60);
		expect([claims, settled, mostOpen]).toEqual([[25, 25, 10], [25, 25, 10], 25]);
		expect(writes).toBe(3 + 3);
	});

	it('of a bulk request are claimed together', async () => {
		const members = orders(250).map(({ order }) => ({ order, to: String(order).padStart(24, '0') }));
		const { items } = await pay(members, {
			operation: 'updateBalances',
			serviceId: byId('={{ $json.to }}'),
			currencyId: byId('3c'.repeat(12)),
		});
		expect(items).toHaveLength(250);
		expect([claims, receiver.received.length]).toEqual([[100, 100, 50], 3]);
	});

	it('are claimed 25 at a time for 40 requests at a time too, and all of a claim are under way together', async () => {
		let go = () => {};
		const all = new Promise<void>((resolve) => (go = resolve));
		reply = async (number) => {
			if (number === 25) go();
			// Without 25 at a time, the first would wait forever.
			await Promise.race([all, pause(5_000)]);
			return { body: { id: 'x', serviceId: MEMBER, balance: 5 } };
		};
		const { items } = await pay(orders(100), { options: { concurrency: 40 } });
		expect(items).toHaveLength(100);
		expect([width, claims, mostOpen]).toEqual([25, [25, 25, 25, 25], 25]);
	});

	it.each([1, 13, 25, 26, 40, 60])(
		'are open for at most 25 payments, if n8n is killed at request %i, and the others go on',
		async (last) => {
			const killed = new AbortController();
			let left = new Map<string, string[]>();
			reply = async (number) => {
				if (number !== last) return undefined!;
				left = new Map([...processedValues].map(([row, values]) => [row, [...values]]));
				killed.abort();
				return await new Promise<never>(() => {});
			};
			await pay(orders(60), {}, { signal: killed.signal });
			const paid = receiver.received.length;
			expect(paid).toBe(last);
			await pause(50);
			processedValues.clear();
			for (const [row, values] of left) processedValues.set(row, values);
			reply = () => undefined;
			const { items, errorItems } = await pay(orders(60), {}, { nodeType: nodeOfAnotherProcess(NODE) });
			// Those of the windows before are done, and all of the window that was being sent is open.
			const done = 25 * Math.floor((last - 1) / 25);
			const unknown = Math.min(25, 60 - done);
			expect(items.filter(({ json }) => json.skipped)).toHaveLength(done);
			expect(errorItems.map(({ json }) => json.details)).toEqual(
				Array.from({ length: unknown }, () => expect.objectContaining({ outcome: 'unknown' }) as unknown),
			);
			expect(receiver.received.length - paid).toBe(60 - done - unknown);
		},
	);

	it('that were claimed and not used are free again, if a failure stops the run', async () => {
		reply = (number) => (number === 3 ? { status: 403 } : undefined);
		const { error } = await pay(orders(60), {}, { onError: 'stopWorkflow' });
		expect(error).toBeDefined();
		expect([claims, settled, open]).toEqual([[25], [25], 0]);
		reply = () => undefined;
		const { items } = await pay(orders(60));
		expect(items.map(({ json }) => json.skipped ?? false)).toEqual(
			Array.from({ length: 60 }, (_order, order) => order < 2),
		);
		expect(receiver.received).toHaveLength(3 + 58);
	});

	it('are not claimed at all once the run is canceled', async () => {
		const canceled = new AbortController();
		reply = (number) => {
			if (number === 25) canceled.abort();
			return undefined;
		};
		await pay(orders(60), {}, { signal: canceled.signal });
		await pause(50);
		expect(claims).toEqual([25]);
		expect(receiver.received).toHaveLength(25);
	});
});

describe('a key that several items have', () => {
	const pairs = (...all: Array<[order: string, amount: number]>) =>
		all.map(([order, amount]) => ({ order, amount }));
	const amount = { amount: '={{ $json.amount }}' };

	it('ends what is claimed together, so the second item sees the result of the first', async () => {
		const { items } = await pay(pairs(['a', 5], ['b', 6], ['a', 5], ['c', 7]), amount);
		// The second claim of the key finds it done, and claims only the one after it.
		expect(claims).toEqual([2, 1]);
		expect(items[2]?.json).toMatchObject({
			skipped: true,
			firstRun: { execution: 'this', runIndex: 0, itemIndex: 0, json: { balance: 1 } },
		});
		expect([0, 1, 2].map(amountOf)).toEqual([5, 6, 7]);
	});

	it('is free for the second item, if the first was refused', async () => {
		reply = (number) => (number === 1 ? { status: 403 } : undefined);
		const { items, errorItems } = await pay(pairs(['a', 5], ['b', 6], ['a', 5], ['c', 8]), amount);
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
		expect(items.map(({ json }) => json.skipped ?? false)).toEqual([false, false, false]);
		expect([0, 1, 2, 3].map(amountOf)).toEqual([5, 6, 5, 8]);
	});

	it('is open for the second item, if the outcome of the first is unknown', async () => {
		reply = (number) => (number === 1 ? { status: 502 } : undefined);
		const { errorItems } = await pay(pairs(['a', 5], ['b', 6], ['a', 5]), {
			...amount,
			options: { retries: 0 },
		});
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(errorItems[1]?.json.error).toBe(
			'Not sent: an earlier request with this key may have been applied',
		);
		expect(receiver.received).toHaveLength(2);
	});

	it('is sent once for forty requests at a time', async () => {
		const input = Array.from({ length: 120 }, (_item, index) => ({ order: index % 3, amount: 5 }));
		const { items } = await pay(input, { ...amount, options: { concurrency: 40 } });
		expect(items.filter(({ json }) => json.skipped)).toHaveLength(117);
		expect(receiver.received).toHaveLength(3);
	});
});

describe('in queue mode', () => {
	runAsWorker();

	it('the keys of many payments are claimed 100 at a time', async () => {
		const { items } = await pay(orders(250));
		expect(items).toHaveLength(250);
		expect([claims, mostOpen, open]).toEqual([[100, 100, 50], 100, 0]);
	});
});
