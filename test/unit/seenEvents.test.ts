import { setTimeout as pause } from 'node:timers/promises';

import { MOST_VALUES, SeenEvents } from '../../nodes/RewardsEngagement/webhook/seenEvents';

/**
 * A row as n8n keeps it for a trigger: every call reads it whole, and some time later writes it back whole, so that
 * the last of several writers wins (n8n, `deduplication-helper.js`). The first writers may find no row and collide.
 */
class Row {
	values?: string[];

	calls = 0;

	/** Milliseconds from reading to writing. */
	constructor(private readonly gap: () => number = () => 0) {}

	readonly store = async (values: string[]): Promise<{ new: string[] }> => {
		this.calls++;
		const read = this.values && [...this.values];
		await pause(this.gap());
		if (!read && this.values) throw new Error('UNIQUE constraint failed');
		const known = new Set(read);
		const fresh = values.filter((value) => !known.has(value));
		this.values = [...(read ?? []), ...fresh].slice(-MOST_VALUES);
		return { new: fresh };
	};
}

const only = false;
const shared = true;

describe('within one process', () => {
	it('takes an event once', async () => {
		const [row, seen] = [new Row(), new SeenEvents()];
		expect(await seen.claim('a', row.store, only)).toBe(true);
		expect(await seen.claim('a', row.store, only)).toBe(false);
		expect(seen.has('a')).toBe(true);
	});

	it('takes one of many twins that come at the same moment', async () => {
		const [row, seen] = [new Row(() => 5), new SeenEvents()];
		const taken = await Promise.all(Array.from({ length: 50 }, () => seen.claim('a', row.store, only)));
		expect(taken.filter(Boolean)).toHaveLength(1);
	});

	it('shares one read and one write among all events that wait', async () => {
		const [row, seen] = [new Row(() => 5), new SeenEvents()];
		const taken = await Promise.all(
			Array.from({ length: 300 }, (_, n) => seen.claim(`${n}`, row.store, only)),
		);
		expect(taken.every(Boolean)).toBe(true);
		expect(row.calls).toBeLessThanOrEqual(3);
	});

	it('remembers across a restart, in the store', async () => {
		const row = new Row();
		await new SeenEvents().claim('a', row.store, only);
		expect(await new SeenEvents().claim('a', row.store, only)).toBe(false);
		expect(await new SeenEvents().claim('b', row.store, only)).toBe(true);
	});

	it('puts its recent events back when they were overwritten', async () => {
		const [row, seen] = [new Row(), new SeenEvents()];
		await seen.claim('a', row.store, only);
		row.values = ['of somebody else'];
		await seen.claim('b', row.store, only);
		expect(row.values).toEqual(expect.arrayContaining(['a', 'b', 'of somebody else']));
	});

	it('tries again when the store refuses, and reports it when it keeps refusing', async () => {
		const row = new Row();
		let refusals = 2;
		const flaky = async (values: string[]) => {
			if (refusals-- > 0) throw new Error('busy');
			return await row.store(values);
		};
		expect(await new SeenEvents().claim('a', flaky, only)).toBe(true);
		const seen = new SeenEvents();
		refusals = Infinity;
		await expect(seen.claim('b', flaky, only)).rejects.toThrow('busy');
		refusals = 0;
		expect(await seen.claim('b', flaky, only)).toBe(true);
	});
});

describe('between processes that share the store', () => {
	const processes = (count: number) => Array.from({ length: count }, () => new SeenEvents());

	it('takes twins of the same moment once, whoever wins', async () => {
		for (let round = 0; round < 5; round++) {
			const row = new Row(() => Math.random() * 40);
			await new SeenEvents().claim('to make the row', row.store, only);
			const taken = await Promise.all(processes(4).map((seen) => seen.claim('a', row.store, shared)));
			expect(taken.filter(Boolean)).toHaveLength(1);
		}
	});

	it('takes twins once when the row does not exist yet', async () => {
		const row = new Row(() => Math.random() * 20);
		const taken = await Promise.all(processes(3).map((seen) => seen.claim('a', row.store, shared)));
		expect(taken.filter(Boolean)).toHaveLength(1);
	});

	it('loses none and doubles none of many events, each delivered to every process at once', async () => {
		const row = new Row(() => Math.random() * 30);
		const workers = processes(3);
		const events = Array.from({ length: 60 }, (_, number) => `${number}`);
		const taken = new Map(events.map((id) => [id, 0]));
		await Promise.all(
			events.flatMap((id) =>
				workers.map(async (seen) => {
					await pause(Math.random() * 300);
					if (await seen.claim(id, row.store, shared)) taken.set(id, taken.get(id)! + 1);
				}),
			),
		);
		expect([...taken.values()].filter((times) => times !== 1)).toEqual([]);
	});
});
