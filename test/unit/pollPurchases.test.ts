// Falls with nodes/RewardsEngagement/pollTrigger/pollers/purchases.ts.

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../nodes/RewardsEngagement/api/client';
import { Problem } from '../../nodes/RewardsEngagement/errors';
import { purchaseFinalized, purchaseMade } from '../../nodes/RewardsEngagement/pollTrigger/pollers/purchases';
import type { Poller, PolledEvent } from '../../nodes/RewardsEngagement/pollTrigger/poller';
import { sizeOf } from '../harness/size';

/** The number of random scenes for each poller. */
const RUNS = sizeOf(60, 1_000);
const MINUTE_MS = 60_000;
const START = Date.parse('2026-01-01T00:00:00Z');

interface Purchase {
	id: string;
	made: number;
	finalized?: number;
}

type Order = 'oldest first' | 'newest first' | 'in no order';
type Paging = 'by number' | 'by cursor';

/** A service that lists a few purchases per page, in a special order. */
class Shop {
	now = START;
	requests = 0;
	purchases: Purchase[] = [];

	constructor(
		private readonly order: Order,
		private readonly paging: Paging,
		private readonly size: number,
		private readonly refusesUnknown: boolean,
	) {}

	buy(): Purchase {
		const purchase = { id: `p${this.made++}`, made: this.now };
		this.purchases.push(purchase);
		return purchase;
	}

	finalize(purchase: Purchase): void {
		purchase.finalized ??= this.now;
	}

	private made = 0;

	readonly client = {
		send: async ({ query }: { query: Record<string, unknown> }) =>
			await Promise.resolve({
				status: 200,
				headers: { date: new Date(this.now).toUTCString() },
				body: this.answer(query),
			}),
	} as unknown as Client;

	private answer({ page, after }: Record<string, unknown>): object {
		this.requests++;
		const all = [...this.purchases].sort((one, other) => this.placeOf(one) - this.placeOf(other));
		if (this.paging === 'by number') {
			const number = Number(page ?? 1);
			const data = all.slice((number - 1) * this.size, number * this.size).map(written);
			return { data, meta: { page: number, totalPages: Math.max(Math.ceil(all.length / this.size), 1) } };
		}
		const place = all.findIndex(({ id }) => id === after);
		if (after !== undefined && place < 0) {
			if (this.refusesUnknown) throw refused();
			return { data: [], meta: { hasNextPage: false } };
		}
		const rest = all.slice(place + 1);
		const data = rest.slice(0, this.size);
		return {
			data: data.map(written),
			meta: { hasNextPage: rest.length > this.size, endCursor: data.at(-1)?.id },
		};
	}

	private placeOf({ id }: Purchase): number {
		const number = Number(id.slice(1));
		if (this.order === 'in no order') return (number * 7_919) % 10_007;
		return this.order === 'oldest first' ? number : -number;
	}
}

const written = ({ id, made, finalized }: Purchase): IDataObject => ({
	id,
	createdAt: new Date(made).toISOString(),
	isFinalized: finalized !== undefined,
	finalizedAt: finalized === undefined ? null : new Date(finalized).toISOString(),
});

const refused = () =>
	new Problem({
		message: 'No such place',
		advice: 'Begin anew.',
		status: 404,
		outcome: 'notApplied',
	});

/** A polling node with time for a number of pages, and its output. */
class PollTrigger {
	emitted: string[] = [];
	private position: IDataObject | undefined;

	constructor(
		private readonly poller: Poller,
		private readonly shop: Shop,
	) {}

	async poll(pages: number, maxEvents: number): Promise<void> {
		let asked = 0;
		const client = {
			send: async (...given: Parameters<Client['send']>) => {
				asked++;
				return await this.shop.client.send(...given);
			},
		} as unknown as Client;
		const { events, position, failure } = await this.poller.read(this.position, {
			client,
			realmId: 'r',
			name: 'purchases',
			maxEvents,
			latest: 0,
			hasTime: () => asked < pages,
			now: new Date(this.shop.now).toISOString(),
		});
		expect(failure).toBeUndefined();
		expect(events.length).toBeLessThanOrEqual(maxEvents);
		// In the form that n8n stores between two polls.
		this.position = this.poller.schema.parse(JSON.parse(JSON.stringify(position)));
		this.emitted.push(...events.map(idOf));
	}
}

const idOf = ({ data }: PolledEvent): string => (data.purchase as { id: string }).id;

const step = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({ does: fc.constant('buy' as const), count: fc.integer({ min: 1, max: 4 }) }),
	},
	{ weight: 4, arbitrary: fc.record({ does: fc.constant('finalize' as const), which: fc.nat(10_000) }) },
	{
		weight: 5,
		arbitrary: fc.record({ does: fc.constant('poll' as const), pages: fc.integer({ min: 1, max: 4 }) }),
	},
	{
		weight: 1,
		arbitrary: fc.record({ does: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 30 }) }),
	},
	{ weight: 1, arbitrary: fc.record({ does: fc.constant('remove' as const), which: fc.nat(10_000) }) },
);

const scene = fc.record({
	order: fc.constantFrom<Order>('oldest first', 'newest first', 'in no order'),
	paging: fc.constantFrom<Paging>('by number', 'by cursor'),
	refusesUnknown: fc.boolean(),
	old: fc.integer({ min: 0, max: 150 }),
	size: fc.integer({ min: 3, max: 15 }),
	maxEvents: fc.integer({ min: 1, max: 8 }),
	steps: fc.array(step, { minLength: 5, maxLength: 40 }),
});

describe.each([
	['made', purchaseMade],
	['finalized', purchaseFinalized],
] as const)('Purchases that were %s', (what, poller) => {
	it('are each emitted once, however the list is paged and however little time a poll has', async () => {
		await fc.assert(
			fc.asyncProperty(scene, async ({ order, paging, refusesUnknown, old, size, maxEvents, steps }) => {
				const shop = new Shop(order, paging, size, refusesUnknown);
				for (let number = 0; number < old; number++) shop.buy();
				shop.now += 60 * MINUTE_MS;
				const trigger = new PollTrigger(poller as unknown as Poller, shop);
				await trigger.poll(2, 0);
				const expected: string[] = [];
				const note = (purchase: Purchase) => expected.push(purchase.id);
				for (const one of steps) {
					shop.now += 5_000;
					if (one.does === 'buy')
						for (let number = 0; number < one.count; number++) {
							shop.now += 10;
							const purchase = shop.buy();
							if (what === 'made') note(purchase);
						}
					if (one.does === 'finalize') {
						const purchase = shop.purchases[one.which % Math.max(shop.purchases.length, 1)];
						if (purchase && purchase.finalized === undefined) {
							shop.finalize(purchase);
							if (what === 'finalized') note(purchase);
						}
					}
					// A purchase that is removed before it was found is lost to any reader. So only old ones are
					// removed.
					if (one.does === 'remove') {
						const gone = shop.purchases.find(
							({ id }) => trigger.emitted.includes(id) || !expected.includes(id),
						);
						const isSafe = gone !== undefined && (what === 'made' || gone.finalized !== undefined);
						if (isSafe) shop.purchases.splice(shop.purchases.indexOf(gone), 1);
					}
					if (one.does === 'wait') shop.now += one.minutes * MINUTE_MS;
					if (one.does === 'poll') await trigger.poll(one.pages, maxEvents);
				}
				// Each poll reads at least one new page or one event.
				const pages = Math.ceil(shop.purchases.length / size);
				for (let number = 0; number < 3 * pages + expected.length + 6; number++) {
					shop.now += 5_000;
					await trigger.poll(2, maxEvents);
				}
				expect([...trigger.emitted].sort()).toEqual(expected.sort());
			}),
			{ numRuns: RUNS },
		);
	});
});

it.each([
	['counts its pages from zero', (page: number) => page - 1, 0],
	['says of each page that it is the first', () => 1, 1],
])('all pages are read of a service that %s', async (_what, said, first) => {
	const asked: unknown[] = [];
	const send = async ({ query }: { query: Record<string, unknown> }) => {
		asked.push(query.page);
		const number = Number(query.page ?? first) - first + 1;
		const data = [{ id: `p${number}`, createdAt: new Date(START + number).toISOString() }];
		const meta = { page: said(number), totalPages: 3 + first };
		return await Promise.resolve({ headers: { date: new Date(START).toUTCString() }, body: { data, meta } });
	};
	const position = { done: START, seen: {}, past: START };
	const reading = { client: { send }, realmId: 'r', maxEvents: 9, hasTime: () => true };
	const { events } = await purchaseMade.read(position, reading as never);
	expect(asked.slice(0, 3)).toEqual([undefined, first + 1, first + 2]);
	expect(events.map(idOf).slice(0, 3)).toEqual(['p1', 'p2', 'p3']);
});

it('a long list with the newest first is not read to its end for what is new', async () => {
	const shop = new Shop('newest first', 'by number', 100, true);
	for (let number = 0; number < 10_000; number++) {
		shop.now += 1_000;
		shop.buy();
	}
	const trigger = new PollTrigger(purchaseMade as unknown as Poller, shop);
	await trigger.poll(2, 100);
	shop.now += MINUTE_MS;
	const { id } = shop.buy();
	const before = shop.requests;
	await trigger.poll(20, 100);
	expect([trigger.emitted, shop.requests - before]).toEqual([[id], 1]);
});
