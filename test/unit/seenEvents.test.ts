// Falls with nodes/RewardsEngagement/events/seenEvents.ts.

import { setTimeout as pause } from 'node:timers/promises';

import { marked, noteOf, type ProcessedData } from '../../nodes/RewardsEngagement/host/processedData';
import {
	MAX_VALUES,
	SeenEvents,
	type Claimant,
	type EventClaim,
} from '../../nodes/RewardsEngagement/events/seenEvents';
import { Random, SEED } from '../harness/random';

const random = new Random(SEED);

/**
 * A row as n8n stores it for a trigger. Every call reads it as a whole, and later writes it back as a whole. So the
 * last of several writers wins (n8n, `deduplication-helper.js`). The first writers may find no row and collide.
 */
class Row {
	values?: string[];

	calls = 0;

	/** Milliseconds from reading to writing. */
	constructor(private readonly gap: () => number = () => 0) {}

	async remove(values: string[]): Promise<void> {
		this.calls++;
		const read = [...(this.values ?? [])];
		await pause(this.gap());
		this.values = read.filter((value) => !values.includes(value));
	}

	async record(values: string[]): Promise<string[]> {
		this.calls++;
		const read = this.values && [...this.values];
		await pause(this.gap());
		if (!read && this.values) throw new Error('UNIQUE constraint failed');
		const known = new Set(read);
		const fresh = values.filter((value) => !known.has(value));
		this.values = [...(read ?? []), ...fresh].slice(-MAX_VALUES);
		return fresh;
	}
}

let executions = 0;

/** An execution that claims, in the only process or in one of several. */
const only = (store: ProcessedData, untilFinished = false): Claimant => ({
	store,
	execution: `${executions++}`,
	isShared: false,
	untilFinished,
});
const shared = (store: ProcessedData, untilFinished = false): Claimant => ({
	...only(store, untilFinished),
	isShared: true,
});

const isMine = (state: EventClaim) => state === 'mine';

describe('within one process', () => {
	it('takes an event once', async () => {
		const [row, seen] = [new Row(), new SeenEvents()];
		expect(await seen.claim('a', only(row))).toBe('mine');
		expect(await seen.claim('a', only(row))).toBe('taken');
		expect(seen.has('a')).toBe(true);
	});

	it('takes one of many twins that come at the same moment', async () => {
		const [row, seen] = [new Row(() => 5), new SeenEvents()];
		const taken = await Promise.all(Array.from({ length: 50 }, () => seen.claim('a', only(row))));
		expect(taken.filter(isMine)).toHaveLength(1);
	});

	it('shares one read and one write among all events that wait', async () => {
		const [row, seen] = [new Row(() => 5), new SeenEvents()];
		const taken = await Promise.all(Array.from({ length: 300 }, (_, n) => seen.claim(`${n}`, only(row))));
		expect(taken.every(isMine)).toBe(true);
		expect(row.calls).toBeLessThanOrEqual(3);
	});

	it('remembers across a restart, in the store', async () => {
		const row = new Row();
		await new SeenEvents().claim('a', only(row));
		expect(await new SeenEvents().claim('a', only(row))).toBe('taken');
		expect(await new SeenEvents().claim('b', only(row))).toBe('mine');
	});

	it('puts its recent events back when they were overwritten', async () => {
		const [row, seen] = [new Row(), new SeenEvents()];
		await seen.claim('a', only(row));
		row.values = ['of somebody else'];
		await seen.claim('b', only(row));
		expect(row.values).toEqual(expect.arrayContaining(['a', 'b', 'of somebody else']));
	});

	it.each([false, true])(
		'loses none that a try has recorded which failed (until finished: %p)',
		async (untilFinished) => {
			const row = new Row();
			await new SeenEvents().claim('earlier', only(row));
			let fails = true;
			const flaky: ProcessedData = {
				record: async (values) => {
					const fresh = await row.record(values);
					if (!fails) return fresh;
					fails = false;
					throw new Error('connection lost');
				},
				remove: async (values) => await row.remove(values),
			};
			const seen = new SeenEvents();
			expect(await seen.claim('a', only(flaky, untilFinished))).toBe('mine');
			expect(await seen.claim('a', only(flaky, untilFinished))).toBe('taken');
		},
	);

	it('tries again when the store refuses, and reports it when it keeps refusing', async () => {
		const row = new Row();
		let refusals = 2;
		const flaky: ProcessedData = {
			record: async (values) => {
				if (refusals-- > 0) throw new Error('busy');
				return await row.record(values);
			},
			remove: async (values) => await row.remove(values),
		};
		expect(await new SeenEvents().claim('a', only(flaky))).toBe('mine');
		const seen = new SeenEvents();
		refusals = Infinity;
		await expect(seen.claim('b', only(flaky))).rejects.toThrow('busy');
		refusals = 0;
		expect(await seen.claim('b', only(flaky))).toBe('mine');
	});
});

describe('an event that counts only when its workflow has ended well', () => {
	const begun = async (row: Row, seen: SeenEvents, kind: typeof only) => {
		const claimant = kind(row, true);
		await seen.claim('a', claimant);
		return claimant;
	};

	it.each([
		['alone', only],
		['among others', shared],
	])('is taken once it has (%s)', async (_where, kind) => {
		const [row, seen] = [new Row(), new SeenEvents()];
		const claimant = await begun(row, seen, kind);
		expect(seen.isRunning('a')).toBe(true);
		await seen.finish('a', true, claimant);
		expect([seen.isRunning('a'), seen.has('a')]).toEqual([false, true]);
		expect(await new SeenEvents().claim('a', kind(row, true))).toBe('taken');
		expect(await new SeenEvents().claim('a', kind(row, true))).toBe('taken');
	});

	it.each([
		['alone', only],
		['among others', shared],
	])('is free to come again when it has not (%s)', async (_where, kind) => {
		const [row, seen] = [new Row(), new SeenEvents()];
		await seen.finish('a', false, await begun(row, seen, kind));
		expect(await seen.claim('a', kind(row, true))).toBe('mine');
	});

	it('shares one write among all events that end at the same moment', async () => {
		const [row, seen] = [new Row(() => 5), new SeenEvents()];
		const claimants = Array.from({ length: 100 }, () => only(row, true));
		await Promise.all(claimants.map((claimant, n) => seen.claim(`${n}`, claimant)));
		const callsBefore = row.calls;
		await Promise.all(claimants.map((claimant, n) => seen.finish(`${n}`, n % 2 === 0, claimant)));
		expect(row.calls - callsBefore).toBeLessThanOrEqual(2);
		expect(row.values).toEqual(claimants.flatMap((_claimant, n) => (n % 2 === 0 ? [`${n}`] : [])));
	});

	it('is free to come again when the only process died meanwhile', async () => {
		const row = new Row();
		await begun(row, new SeenEvents(), only);
		const seen = new SeenEvents();
		const again = only(row, true);
		expect(await seen.claim('a', again)).toBe('mine');
		await seen.finish('a', true, again);
		expect(await new SeenEvents().claim('a', only(row, true))).toBe('taken');
	});

	it('is run again by the same execution when one of several processes died meanwhile', async () => {
		const row = new Row();
		const claimant = await begun(row, new SeenEvents(), shared);
		expect(await new SeenEvents().claim('a', shared(row, true))).toBe('unsettled');
		expect(await new SeenEvents().claim('a', claimant)).toBe('mine');
	});

	it('is unsettled as long as one of several processes may be running it, and taken afterwards', async () => {
		const [row, seen] = [new Row(), new SeenEvents()];
		const claimant = await begun(row, seen, shared);
		expect(await seen.claim('a', shared(row, true))).toBe('unsettled');
		expect(await new SeenEvents().claim('a', shared(row, true))).toBe('unsettled');
		await seen.finish('a', true, claimant);
		expect(await seen.claim('a', shared(row, true))).toBe('taken');
		expect(await new SeenEvents().claim('a', shared(row, true))).toBe('taken');
		expect(row.values).toEqual(['a', expect.stringMatching(/^a\0 in /)]);
	});

	it('is taken once it has, also when another process wrote an older row back meanwhile', async () => {
		const [row, seen] = [new Row(), new SeenEvents()];
		const claimant = await begun(row, seen, shared);
		const older = [...row.values!];
		const finished = seen.finish('a', true, claimant);
		await pause(20);
		row.values = older;
		await finished;
		expect(await new SeenEvents().claim('a', shared(row, true))).toBe('taken');
	});

	it.each([
		['alone', only],
		['among others', shared],
	])(
		'is taken for another item of the execution that runs it, and unsettled for another one (%s)',
		async (_where, kind) => {
			const [row, seen] = [new Row(), new SeenEvents()];
			const claimant = kind(row, true);
			const other = () => ({ ...kind(row, true), isFreeOnFailure: true });
			const states = [claimant, claimant, other()].map((one) => seen.claim('a', one));
			expect(await Promise.all(states)).toEqual(['mine', 'taken', 'unsettled']);
			expect(await seen.claim('a', claimant)).toBe('taken');
			expect(await seen.claim('a', other())).toBe('unsettled');
			await seen.finish('a', true, claimant);
			expect(await seen.claim('a', other())).toBe('taken');
		},
	);

	it('is unsettled for the twins of the same moment, in the same process and in others', async () => {
		const row = new Row(() => random.below(40));
		await new SeenEvents().claim('to make the row', only(row));
		const [first, second] = [new SeenEvents(), new SeenEvents()];
		const states = await Promise.all(
			[first, first, second, second].map((seen) => seen.claim('a', shared(row, true))),
		);
		expect(states.sort()).toEqual(['mine', 'unsettled', 'unsettled', 'unsettled']);
	});

	it('stays unsettled when an older row was written over its claim and its note', async () => {
		const [row, seen] = [new Row(), new SeenEvents()];
		await seen.claim('an earlier one', shared(row));
		const older = [...row.values!];
		const claim = seen.claim('a', shared(row, true));
		await pause(20);
		row.values = older;
		expect(await claim).toBe('mine');
		expect(await new SeenEvents().claim('a', shared(row, true))).toBe('unsettled');
	});

	it('stays unsettled when an older row was written over both later, and its process claims something else', async () => {
		const [row, seen] = [new Row(), new SeenEvents()];
		await seen.claim('an earlier one', shared(row));
		const older = [...row.values!];
		await seen.claim('a', shared(row, true));
		row.values = older;
		await seen.claim('a later one', shared(row, true));
		expect(await new SeenEvents().claim('a', shared(row, true))).toBe('unsettled');
	});

	it('stays unsettled when one of several processes died meanwhile, however often it comes again', async () => {
		const row = new Row();
		await begun(row, new SeenEvents(), shared);
		const states = [];
		for (let again = 0; again < 3; again++) states.push(await new SeenEvents().claim('a', shared(row, true)));
		expect(states).toEqual(['unsettled', 'unsettled', 'unsettled']);
	});
});

describe('between processes that share the store', () => {
	const processes = (count: number) => Array.from({ length: count }, () => new SeenEvents());

	it('takes twins of the same moment once, whoever wins', async () => {
		for (let round = 0; round < 5; round++) {
			const row = new Row(() => random.below(40));
			await new SeenEvents().claim('to make the row', only(row));
			const taken = await Promise.all(processes(4).map((seen) => seen.claim('a', shared(row))));
			expect(taken.filter(isMine)).toHaveLength(1);
		}
	});

	it('takes twins once when the row does not exist yet', async () => {
		const row = new Row(() => random.below(20));
		const taken = await Promise.all(processes(3).map((seen) => seen.claim('a', shared(row))));
		expect(taken.filter(isMine)).toHaveLength(1);
	});

	it('loses none and doubles none of many events, each delivered to every process at once', async () => {
		const row = new Row(() => random.below(30));
		const workers = processes(3);
		const events = Array.from({ length: 60 }, (_, number) => `${number}`);
		const taken = new Map(events.map((id) => [id, 0]));
		await Promise.all(
			events.flatMap((id) =>
				workers.map(async (seen) => {
					await pause(random.below(300));
					if (isMine(await seen.claim(id, shared(row)))) taken.set(id, taken.get(id)! + 1);
				}),
			),
		);
		expect([...taken.values()].filter((times) => times !== 1)).toEqual([]);
	});
});

describe('the row holds no more than it must', () => {
	it('of one process: the event, and a note while its workflow runs', async () => {
		const [row, seen] = [new Row(), new SeenEvents()];
		await seen.claim('plain', only(row));
		expect(row.values).toEqual(['plain']);
		const claimant = only(row, true);
		await seen.claim('running', claimant);
		expect(row.values).toEqual(['plain', 'running', noteOf('running')]);
		await seen.finish('running', true, claimant);
		expect(row.values).toEqual(['plain', 'running']);
	});

	it('of several: the mark of the execution that has it, and not of one that came too late', async () => {
		const row = new Row();
		const claimant = shared(row, true);
		const seen = new SeenEvents();
		await seen.claim('a', claimant);
		const held = ['a', noteOf('a'), marked('a', claimant.execution)];
		expect(row.values).toEqual(held);
		expect(await new SeenEvents().claim('a', shared(row, true))).toBe('unsettled');
		expect(row.values).toEqual(held);
		await seen.finish('a', false, claimant);
		expect(row.values).toEqual([]);
	});

	it('is written once for events that are new, and not read again for one that this process took', async () => {
		const [row, seen] = [new Row(), new SeenEvents()];
		await seen.claim('a', only(row));
		expect(row.calls).toBe(1);
		await seen.claim('a', only(row));
		expect(row.calls).toBe(1);
		await new SeenEvents().claim('a', only(row));
		expect(row.calls).toBe(2);
	});
});

it('an event without a workflow to wait for is never running', async () => {
	const [row, seen] = [new Row(), new SeenEvents()];
	await seen.claim('a', only(row));
	expect(seen.isRunning('a')).toBe(false);
});

it('an end that the store refuses is reported, and the event no longer runs', async () => {
	const [row, seen] = [new Row(), new SeenEvents()];
	const claimant = only(row, true);
	await seen.claim('a', claimant);
	row.remove = async () => await Promise.reject(new Error('disk full'));
	await expect(seen.finish('a', true, claimant)).rejects.toThrow('disk full');
	expect(seen.isRunning('a')).toBe(false);
});

it('puts back what it took within the last minute, notes of what runs too, and nothing older', async () => {
	let time = 1_800_000_000_000;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => time);
	const [row, seen] = [new Row(), new SeenEvents()];
	await seen.claim('old', only(row));
	time += 1;
	await seen.claim('recent', only(row));
	await seen.claim('running', only(row, true));
	row.values = [];
	time += 60_000;
	await seen.claim('new', only(row));
	clock.mockRestore();
	expect(row.values).toEqual(['new', 'recent', 'running', noteOf('running')]);
});

it('alone puts nothing back more than once a second: each time writes all rows, and a claim needs one', async () => {
	let time = 1_800_000_000_000;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => time);
	const [row, seen] = [new Row(), new SeenEvents()];
	const recorded: string[][] = [];
	const record = row.record.bind(row);
	row.record = async (values) => {
		recorded.push(values);
		return await record(values);
	};
	for (const id of ['a', 'b', 'c']) await seen.claim(id, only(row));
	time += 1_000;
	for (const id of ['d', 'e']) await seen.claim(id, only(row));
	// Even after the clock was set back, it must still do so.
	time -= 3_600_000;
	await seen.claim('f', only(row));
	clock.mockRestore();
	const all = ['a', 'b', 'c', 'd', 'e'];
	expect(recorded).toEqual([['a'], ['b', 'a'], ['c'], ['d', 'a', 'b', 'c'], ['e'], ['f', ...all]]);
});

it('vouches for its latest 10,000 events', async () => {
	const [row, seen] = [new Row(), new SeenEvents()];
	const claimAll = async (names: string[]) =>
		await Promise.all(names.map(async (name) => await seen.claim(name, only(row))));
	await claimAll(Array.from({ length: 10_000 }, (_, n) => `${n}`));
	expect(seen.has('0')).toBe(true);
	await claimAll(['one more']);
	expect([seen.has('0'), seen.has('1'), seen.has('one more')]).toEqual([false, true, true]);
	// n8n's stored data still contains the oldest event.
	expect(await seen.claim('0', only(row))).toBe('taken');
});

it('takes an event that it cannot decide on: one that may come twice is better than one that is lost', async () => {
	let records = 0;
	const restless: ProcessedData = {
		record: async (values) => await Promise.resolve((records++, values)),
		remove: async () => {},
	};
	expect(await new SeenEvents().claim('a', shared(restless))).toBe('mine');
	expect(records).toBe(6);
});

describe('twins in one batch', () => {
	const both = async (seen: SeenEvents, claimant: () => Claimant) =>
		await Promise.all([seen.claim('a', claimant()), seen.claim('a', claimant())]);

	it('that count on receipt: the second is taken, among several processes too, and nothing says that it is open', async () => {
		const row = new Row();
		expect(await both(new SeenEvents(), () => shared(row))).toEqual(['mine', 'taken']);
		expect(row.values).not.toContain(noteOf('a'));
	});

	it('whose earlier run died with the only process: the second is taken', async () => {
		const row = new Row();
		await new SeenEvents().claim('a', only(row, true));
		expect(await both(new SeenEvents(), () => only(row, true))).toEqual(['mine', 'taken']);
	});
});

it('a new event among several processes is decided by two looks at the store', async () => {
	const row = new Row();
	expect(await new SeenEvents().claim('a', shared(row))).toBe('mine');
	expect(row.calls).toBe(2);
});

it('vouches for no more than the last five hundred events', async () => {
	const [row, seen] = [new Row(), new SeenEvents()];
	const ids = Array.from({ length: 501 }, (_, index) => `${index}`);
	await Promise.all(ids.map(async (id) => await seen.claim(id, only(row))));
	row.values = [];
	await seen.claim('next', only(row));
	expect(row.values).not.toContain('0');
	expect(row.values).toContain('1');
});
