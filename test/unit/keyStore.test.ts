// Falls with nodes/RewardsEngagement/idempotency/keyStore.ts.

import { setTimeout as pause } from 'node:timers/promises';

import type { Outcome } from '../../nodes/RewardsEngagement/errors';
import {
	KeyStore as Journal,
	LiveKeys,
	type Claim,
	type Ending,
	type KeyData,
} from '../../nodes/RewardsEngagement/idempotency/keyStore';
import {
	marked,
	noteOf,
	NotRecorded,
	printed,
	SETTLE_MS,
	type ProcessedData,
} from '../../nodes/RewardsEngagement/host/processedData';
import { Random, SEED } from '../harness/random';

const random = new Random(SEED);

/** A row as in n8n: it is read as a whole, and later written back as a whole. So the last of several writers wins. */
class Row implements ProcessedData {
	values: string[] = [];

	/** Each call rewrites the whole row. */
	calls: Array<'record' | 'remove'> = [];

	constructor(private readonly gap: () => number = () => 0) {}

	async record(values: string[]): Promise<string[]> {
		this.calls.push('record');
		const read = [...this.values];
		await pause(this.gap());
		const fresh = values.filter((value) => !read.includes(value));
		this.values = [...read, ...fresh];
		return fresh;
	}

	async remove(values: string[]): Promise<void> {
		this.calls.push('remove');
		const read = [...this.values];
		await pause(this.gap());
		this.values = read.filter((value) => !values.includes(value));
	}
}

/** The rows of a node. */
class Rows {
	readonly keys: Row;

	readonly notes: Row;

	constructor(gap?: () => number) {
		this.keys = new Row(gap);
		this.notes = new Row(gap);
	}

	get values(): string[] {
		return [...this.keys.values, ...this.notes.values];
	}

	/** Returns and clears the calls of each row. */
	takeCalls(): string[][] {
		const rows = [this.keys, this.notes];
		const calls = rows.map((row) => row.calls);
		for (const row of rows) row.calls = [];
		return calls;
	}
}

/** A process with its memory of a node's keys. It may reach the rows in several ways. */
class KeyStore {
	private readonly process = new LiveKeys();

	private of(data: KeyData, isShared: boolean) {
		return new Journal(data, isShared, this.process);
	}

	claim = async (claims: readonly Claim[], data: KeyData, isShared = false) =>
		await this.of(data, isShared).claim(claims);

	settle = async (endings: readonly Ending[], data: KeyData, isShared = false) =>
		await this.of(data, isShared).settle(endings);

	look = async (key: string, data: KeyData, isShared = false) => await this.of(data, isShared).look(key);

	release = async (key: string, data: KeyData, isShared = false) =>
		await this.of(data, isShared).release(key);

	confirm = async (key: string, data: KeyData, isShared = false) =>
		await this.of(data, isShared).confirm(key);

	isLive = (key: string) => this.process.live.has(key);
}

const SHARED = true;
const claim = async (keys: KeyStore, key: string, data: KeyData, isShared = false) =>
	(await keys.claim([{ key }], data, isShared))[0];
/** A key whose request was applied. */
async function settleNew(data: KeyData, key: string, fingerprint?: string): Promise<void> {
	const keys = new KeyStore();
	await keys.claim([{ key, fingerprint }], data);
	await keys.settle([{ key, fingerprint, outcome: 'applied' }], data);
}

const valuesIn = (store: ProcessedData) => (store instanceof Row ? store.values : []);
const outcomes: Record<string, Outcome> = { b: 'notApplied', d: 'unknown' };
const settle = async (keys: KeyStore, key: string, outcome: Outcome, data: KeyData, isShared = false) =>
	await keys.settle([{ key, outcome }], data, isShared);

describe('a key', () => {
	it('is claimed once, and is done when its request was applied', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		expect(await claim(keys, 'a', row)).toBe('mine');
		await settle(keys, 'a', 'applied', row);
		expect(await claim(keys, 'a', row)).toBe('done');
		expect(await claim(keys, 'a', row)).toBe('done');
		expect(row.values).toEqual(['a']);
	});

	it('stays open when nobody knows what became of its request, after a restart too', async () => {
		const row = new Rows();
		await claim(new KeyStore(), 'a', row);
		expect(await claim(new KeyStore(), 'a', row)).toBe('open');
		const keys = new KeyStore();
		await settle(keys, 'a', 'unknown', row);
		expect(await claim(keys, 'a', row)).toBe('open');
	});

	it('is free again when its request surely was not applied', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		await claim(keys, 'a', row);
		await settle(keys, 'a', 'notApplied', row);
		expect(row.values).toEqual([]);
		expect(await claim(keys, 'a', row)).toBe('mine');
	});

	it('is freed by hand, open or done, and says how it stood', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		expect(await keys.release('a', row)).toBe('none');
		await claim(new KeyStore(), 'a', row);
		expect(await keys.release('a', row)).toBe('open');
		expect(await claim(keys, 'a', row)).toBe('mine');
		await settle(keys, 'a', 'applied', row);
		expect(await keys.release('a', row)).toBe('done');
		expect(await claim(keys, 'a', row)).toBe('mine');
	});

	it('is not freed by hand under an item that claims or settles it just then', async () => {
		const [row, keys] = [new Rows(() => 5), new KeyStore()];
		const claimed = [claim(keys, 'a', row), keys.release('a', row)];
		expect(await Promise.all(claimed)).toEqual(['mine', 'inUse']);
		expect(row.values).toEqual(['a', noteOf('a')]);
		const settled = [keys.release('a', row), settle(keys, 'a', 'applied', row)];
		expect(await Promise.all(settled)).toEqual(['inUse', undefined]);
		expect(row.values).toEqual(['a']);
	});

	it('is done by hand where it is open, is not made where it is not there, and says how it stood', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		expect(await keys.confirm('a', row)).toBe('none');
		expect(row.values).toEqual([]);
		await claim(new KeyStore(), 'a', row);
		expect(await keys.confirm('a', row)).toBe('open');
		expect(row.values).toEqual(['a']);
		expect(await claim(keys, 'a', row)).toBe('done');
		expect(await keys.confirm('a', row)).toBe('done');
		expect(row.values).toEqual(['a']);
		expect(await keys.release('a', row)).toBe('done');
		expect(await claim(keys, 'a', row)).toBe('mine');
	});

	it('is done by hand also where n8n has forgotten the key, and holds the note that it is open', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		row.notes.values = [noteOf('a')];
		expect(await keys.confirm('a', row)).toBe('open');
		expect(await claim(keys, 'a', row)).toBe('done');
	});

	it('that is done by hand is still that of its request', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		await new KeyStore().claim([{ key: 'a', fingerprint: 'x' }], row);
		expect(await keys.confirm('a', row)).toBe('open');
		expect(await keys.claim([{ key: 'a', fingerprint: 'y' }], row)).toEqual(['conflict']);
		expect(await keys.claim([{ key: 'a', fingerprint: 'x' }], row)).toEqual(['done']);
	});

	it('is not done by hand under an item that claims or settles it just then', async () => {
		const [row, keys] = [new Rows(() => 5), new KeyStore()];
		const claimed = [claim(keys, 'a', row), keys.confirm('a', row)];
		expect(await Promise.all(claimed)).toEqual(['mine', 'inUse']);
		const settled = [keys.confirm('a', row), settle(keys, 'a', 'notApplied', row)];
		expect(await Promise.all(settled)).toEqual(['inUse', undefined]);
		expect(row.values).toEqual([]);
	});

	it('is neither claimed nor freed while it is being marked as done by hand', async () => {
		const [row, keys] = [new Rows(() => 5), new KeyStore()];
		await claim(new KeyStore(), 'a', row);
		const work = [keys.confirm('a', row), keys.release('a', row), claim(keys, 'a', row)];
		expect(await Promise.all(work)).toEqual(['open', 'inUse', 'open']);
		expect(await claim(keys, 'a', row)).toBe('done');
	});

	it.each(['keys', 'notes'] as const)(
		'stays open where the store fails while it is marked as done by hand: its %s',
		async (part) => {
			const [row, keys] = [new Rows(), new KeyStore()];
			await claim(new KeyStore(), 'a', row);
			const broken = async () => await Promise.reject(new Error('database is locked'));
			const store: ProcessedData = {
				record: part === 'keys' ? broken : row.notes.record.bind(row.notes),
				remove: broken,
			};
			await expect(keys.confirm('a', { keys: row.keys, notes: row.notes, [part]: store })).rejects.toThrow(
				'locked',
			);
			expect(await claim(keys, 'a', row)).toBe('open');
			expect(await keys.release('a', row)).toBe('open');
		},
	);

	it('is claimed by one of many that come at the same moment in one process', async () => {
		const [row, keys] = [new Rows(() => 5), new KeyStore()];
		const states = await Promise.all(Array.from({ length: 20 }, async () => await claim(keys, 'a', row)));
		expect(states.filter((state) => state === 'mine')).toHaveLength(1);
		expect(states.filter((state) => state === 'open')).toHaveLength(19);
	});

	it('is not sent under when the store cannot be written', async () => {
		const broken: ProcessedData = {
			record: async () => await Promise.reject(new NotRecorded(new Error('database is locked'))),
			remove: async () => {},
		};
		for (const data of [
			{ keys: broken, notes: new Row() },
			{ keys: new Row(), notes: broken },
		]) {
			await expect(claim(new KeyStore(), 'a', data)).rejects.toThrow('database is locked');
			expect([...valuesIn(data.keys), ...valuesIn(data.notes)]).toEqual([]);
		}
	});
});

describe('a key that could not be recorded at the first try', () => {
	/** Rows that fail once for keys, either before or after taking effect. */
	const failingOnce = (isCarriedOut: boolean) => {
		const rows = new Rows();
		const record = rows.keys.record.bind(rows.keys);
		const fail = () => {
			rows.keys.record = async (values) => {
				rows.keys.record = record;
				if (isCarriedOut) await record(values);
				return await Promise.reject(new Error('connection lost'));
			};
		};
		return { rows, fail };
	};
	const CLAIM = { key: 'a', fingerprint: 'x' };

	it('is recorded at the next', async () => {
		const { rows, fail } = failingOnce(false);
		fail();
		expect(await new KeyStore().claim([CLAIM], rows)).toEqual(['mine']);
	});

	it('is open, and not done, when that try may have recorded it: nothing was sent under it', async () => {
		const { rows, fail } = failingOnce(true);
		fail();
		expect(await new KeyStore().claim([CLAIM], rows)).toEqual(['open']);
		expect(rows.values).toEqual(['a', printed('a', 'x'), noteOf('a')]);
		expect(await new KeyStore().claim([CLAIM], rows)).toEqual(['open']);
	});

	it('is open when it was only looked at, as nobody knows whether it was there before', async () => {
		const { rows, fail } = failingOnce(true);
		fail();
		expect(await new KeyStore().look('a', rows)).toBe('open');
		expect(await new KeyStore().look('a', rows)).toBe('open');
	});

	it('is open, and not done, when all tries failed and one may have recorded it', async () => {
		const { rows } = failingOnce(true);
		const record = rows.keys.record.bind(rows.keys);
		rows.keys.record = async (values) => {
			await record(values);
			return await Promise.reject(new Error('connection lost'));
		};
		await expect(claim(new KeyStore(), 'a', rows)).rejects.toThrow('connection lost');
		rows.keys.record = record;
		expect(await claim(new KeyStore(), 'a', rows)).toBe('open');
	});

	it('stands as it does when that try surely recorded nothing', async () => {
		const { rows } = failingOnce(false);
		await settleNew(rows, 'done');
		const record = rows.keys.record.bind(rows.keys);
		rows.keys.record = async () => {
			rows.keys.record = record;
			return await Promise.reject(new NotRecorded(new Error('busy')));
		};
		expect(await new KeyStore().claim([{ key: 'done' }, { key: 'new' }], rows)).toEqual(['done', 'mine']);
		expect(rows.notes.values).toEqual([noteOf('new')]);
	});

	it('was used for another request, if it was', async () => {
		const { rows, fail } = failingOnce(false);
		await settleNew(rows, 'a', 'x');
		fail();
		expect(await new KeyStore().claim([{ key: 'a', fingerprint: 'y' }], rows)).toEqual(['conflict']);
		expect(rows.values).toEqual(['a', printed('a', 'x')]);
	});
});

describe('many keys at a time', () => {
	it('are claimed in one write, each as it stands', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		await claim(keys, 'done', row);
		await settle(keys, 'done', 'applied', row);
		await claim(keys, 'open', row);
		await keys.claim([{ key: 'other', fingerprint: 'one' }], row);
		const claims = [
			{ key: 'done' },
			{ key: 'new', fingerprint: 'x' },
			{ key: 'open' },
			{ key: 'other', fingerprint: 'two' },
		];
		expect(await keys.claim(claims, row)).toEqual(['done', 'mine', 'open', 'conflict']);
		expect(row.values.sort()).toEqual(
			['done', 'new', printed('new', 'x'), noteOf('new'), 'open', noteOf('open')].concat([
				'other',
				printed('other', 'one'),
				noteOf('other'),
			]),
		);
	});

	it('are settled in one, and keep their fingerprint when they are done', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		const claims = ['a', 'b', 'c'].map((key) => ({ key, fingerprint: 'x' }));
		await keys.claim(claims, row);
		expect(keys.isLive('a')).toBe(true);
		const outcomes: Outcome[] = ['applied', 'notApplied', 'unknown'];
		await keys.settle(
			claims.map((one, index) => ({ ...one, outcome: outcomes[index]! })),
			row,
		);
		expect(row.keys.values).toEqual(['a', printed('a', 'x'), 'c', printed('c', 'x')]);
		expect(row.notes.values).toEqual([noteOf('c')]);
		expect(keys.isLive('a')).toBe(false);
	});

	it('stay open where n8n forgot the key, and not that it is open', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		await keys.claim([{ key: 'a', fingerprint: 'x' }], row);
		row.keys.values = [];
		expect(await new KeyStore().claim([{ key: 'a', fingerprint: 'x' }], row)).toEqual(['open']);
		expect(row.values).toEqual([noteOf('a')]);
	});

	it('leave nothing behind where the store fails once while it forgets', async () => {
		const row = new Rows();
		await settleNew(row, 'done');
		const remove = row.notes.remove.bind(row.notes);
		row.notes.remove = async (values) => {
			row.notes.remove = remove;
			return await Promise.reject(new Error(`no place to forget ${values.length}`));
		};
		expect(await new KeyStore().claim([{ key: 'done' }, { key: 'new' }], row)).toEqual(['done', 'mine']);
		expect(row.values).toEqual(['done', 'new', noteOf('new')]);
	});
});

describe('where several processes share the store', () => {
	it('puts a key back that another process has written over while its request was sent', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		const claims = [{ key: 'a', fingerprint: 'x' }];
		expect(await keys.claim(claims, row, SHARED)).toEqual(['mine']);
		row.keys.values = [];
		await keys.settle([{ ...claims[0]!, outcome: 'applied' }], row, SHARED);
		expect(row.values).toEqual(['a', printed('a', 'x')]);
		expect(await new KeyStore().claim(claims, row, SHARED)).toEqual(['done']);
	});

	it('looks again where a part of what was written had to be put back', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		const claims = [{ key: 'a', fingerprint: 'x' }];
		await keys.claim(claims, row, SHARED);
		row.keys.values = row.keys.values.filter((value) => value !== 'a');
		row.takeCalls();
		await keys.settle([{ ...claims[0]!, outcome: 'applied' }], row, SHARED);
		expect(row.takeCalls()).toEqual([
			['record', 'record'],
			['remove', 'remove'],
		]);
	});

	it('waits before it looks again, so that it sees who writes over what was put back, and looks six times at most', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		await keys.claim([{ key: 'a' }], row, SHARED);
		const looks: number[] = [];
		row.keys.record = async (values) => {
			looks.push(performance.now());
			return await Promise.resolve(values);
		};
		await settle(keys, 'a', 'applied', row, SHARED);
		expect(looks).toHaveLength(6);
		const gaps = looks.slice(1).map((look, index) => look - (looks[index] ?? 0));
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(SETTLE_MS);
	});

	it('leaves a key open that others write over again and again', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		const claims = ['a', 'b'].map((key) => ({ key }));
		expect(await keys.claim(claims, row, SHARED)).toEqual(['mine', 'mine']);
		row.keys.record = async (values) => await Promise.resolve(values.filter((value) => value === 'a'));
		await keys.settle(
			claims.map((one) => ({ ...one, outcome: 'applied' as const })),
			row,
			SHARED,
		);
		expect(row.notes.values).toEqual([noteOf('a')]);
	});

	it('is claimed by exactly one of two that write at the same moment', async () => {
		for (let round = 0; round < 10; round++) {
			const row = new Rows(() => 5 + random.below(20));
			const states = await Promise.all(
				[1, 2].map(async () => await claim(new KeyStore(), `a${round}`, row, SHARED)),
			);
			expect(states.sort()).toEqual(['mine', 'open']);
		}
	}, 60_000);

	it('leaves nothing but the key behind once it is done', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		expect(await claim(keys, 'a', row, SHARED)).toBe('mine');
		expect(row.values).toEqual(['a', noteOf('a')]);
		await settle(keys, 'a', 'applied', row, SHARED);
		expect(row.values).toEqual(['a']);
		expect(await claim(new KeyStore(), 'a', row, SHARED)).toBe('done');
		expect(row.values).toEqual(['a']);
	});

	it('finds a key done by which another claim has been held up just now', async () => {
		const row = new Rows(() => 2);
		await settleNew(row, 'a');
		const states = await Promise.all(
			[0, 60].map(async (delay) => {
				await pause(delay);
				return await claim(new KeyStore(), 'a', row, SHARED);
			}),
		);
		expect(states).toEqual(['done', 'done']);
		expect(row.values).toEqual(['a']);
	});

	it('is not looked at by one process as if it were there while another claims it', async () => {
		for (let round = 0; round < 5; round++) {
			const row = new Rows(() => random.below(10));
			const [mine, looked] = await Promise.all([
				claim(new KeyStore(), 'a', row, SHARED),
				new KeyStore().look('a', row, SHARED),
			]);
			expect([mine, looked]).not.toContain('done');
			// When two processes overwrite each other's note at every look, the note belongs to neither, and stays.
			const free = ['mine', 'open'];
			expect(mine === 'mine' ? ['open'] : free).toContain(await claim(new KeyStore(), 'a', row, SHARED));
		}
	}, 60_000);

	it('is not sent under when other processes keep writing older rows over the claim', async () => {
		const forgetful: ProcessedData = { record: async (values) => values, remove: async () => {} };
		expect(await claim(new KeyStore(), 'a', { keys: new Row(), notes: forgetful }, SHARED)).toBe('open');
	});

	/**
	 * Makes another process, which read the row earlier, write it back at the next removal, or at the removal of this
	 * value.
	 */
	const writesBack = (row: Row, value?: string) => {
		const remove = row.remove.bind(row);
		row.remove = async (values) => {
			if (value !== undefined && !values.includes(value)) return await remove(values);
			row.remove = remove;
			const before = [...row.values];
			await remove(values);
			row.values = before;
		};
	};

	it('stays free when another process writes it back after its request was refused', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		const claims = [{ key: 'a', fingerprint: 'x' }];
		await keys.claim(claims, row, SHARED);
		writesBack(row.keys);
		await keys.settle([{ ...claims[0]!, outcome: 'notApplied' }], row, SHARED);
		expect(row.values).toEqual([]);
		expect(await new KeyStore().claim(claims, row, SHARED)).toEqual(['mine']);
	});

	it('does not count as done before it is sure that it is free', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		await claim(keys, 'a', row, SHARED);
		writesBack(row.keys);
		const settled = settle(keys, 'a', 'notApplied', row, SHARED);
		await pause(SETTLE_MS / 2);
		expect(row.values).toEqual(['a', noteOf('a')]);
		await settled;
	});

	it('stays free when another process writes it back after it was released or looked at', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		await settleNew(row, 'a');
		writesBack(row.keys);
		// The look itself records a value, and that is the first removal.
		expect(await keys.look('b', row, SHARED)).toBe('none');
		writesBack(row.keys);
		expect(await keys.release('a', row, SHARED)).toBe('done');
		expect(row.values).toEqual([]);
	});

	it('is done, and not open, when another process writes back that it is open', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		await claim(keys, 'a', row, SHARED);
		writesBack(row.notes);
		await settle(keys, 'a', 'applied', row, SHARED);
		expect(row.values).toEqual(['a']);
		expect(await claim(new KeyStore(), 'a', row, SHARED)).toBe('done');
	});

	it('is done by hand for all processes, whatever another one writes back meanwhile', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		const other = new KeyStore();
		await claim(other, 'a', row, SHARED);
		await settle(other, 'a', 'unknown', row, SHARED);
		writesBack(row.notes, noteOf('a'));
		expect(await keys.confirm('a', row, SHARED)).toBe('open');
		expect(row.values).toEqual(['a']);
		expect(await claim(other, 'a', row, SHARED)).toBe('done');
		expect(await keys.confirm('a', row, SHARED)).toBe('done');
	});

	it('is done by hand also where another process has written over it', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		await claim(new KeyStore(), 'a', row, SHARED);
		row.keys.values = [];
		expect(await keys.confirm('a', row, SHARED)).toBe('open');
		expect(await claim(new KeyStore(), 'a', row, SHARED)).toBe('done');
	});

	it('is not made by hand where nothing was sent under it', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		expect(await keys.confirm('a', row, SHARED)).toBe('none');
		expect(row.values).toEqual([]);
		expect(await claim(new KeyStore(), 'a', row, SHARED)).toBe('mine');
	});

	it('leaves an open key as it is, also for another request', async () => {
		const row = new Rows();
		await new KeyStore().claim([{ key: 'a', fingerprint: 'x' }], row, SHARED);
		const before = row.values;
		expect(await new KeyStore().claim([{ key: 'a', fingerprint: 'y' }], row, SHARED)).toEqual(['open']);
		expect(row.values).toEqual(before);
	});
});

describe('a key that is only looked at', () => {
	/** Keys of each state, and a row that contains them. */
	const known = async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		await keys.claim(
			[
				{ key: 'done', fingerprint: 'x' },
				{ key: 'open', fingerprint: 'x' },
			],
			row,
		);
		await keys.settle([{ key: 'done', fingerprint: 'x', outcome: 'applied' }], row);
		row.takeCalls();
		return { row, keys, before: [...row.values] };
	};

	it('is said to be done, open or not there, and stays as it was', async () => {
		const { row, keys, before } = await known();
		expect(await keys.look('done', row)).toBe('done');
		expect(await keys.look('open', row)).toBe('open');
		expect(await keys.look('none', row)).toBe('none');
		expect(row.values).toEqual(before);
		// For an open key nothing was added.
		expect(row.takeCalls()).toEqual([
			['record', 'record', 'record', 'remove'],
			['record', 'remove', 'record', 'record', 'remove'],
		]);
	});

	it('that is not there is not removed when it is released', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		expect(await keys.release('a', row)).toBe('none');
		expect(row.takeCalls()).toEqual([
			['record', 'remove'],
			['record', 'remove'],
		]);
	});
});

describe('the rows are written no more often than they must', () => {
	it('each once for a claim of new keys, the notes once more for one that is done, the keys not for settling', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		await claim(keys, 'a', row);
		expect(row.takeCalls()).toEqual([['record'], ['record']]);
		await settle(keys, 'a', 'unknown', row);
		expect(row.takeCalls()).toEqual([[], []]);
		await settle(keys, 'a', 'applied', row);
		expect(row.takeCalls()).toEqual([[], ['remove']]);
		await claim(keys, 'a', row);
		expect(row.takeCalls()).toEqual([['record'], ['record', 'remove']]);
		await claim(keys, 'b', row);
		row.takeCalls();
		await settle(keys, 'b', 'notApplied', row);
		expect(row.takeCalls()).toEqual([['remove'], ['remove']]);
		await claim(keys, 'c', row);
		row.takeCalls();
		await keys.settle([{ key: 'c', outcome: 'applied' }], row);
		expect(row.takeCalls()).toEqual([[], ['remove']]);
	});

	it('the keys not at all where others hold them all', async () => {
		const row = new Rows();
		await claim(new KeyStore(), 'a', row, SHARED);
		row.takeCalls();
		expect(await claim(new KeyStore(), 'a', row, SHARED)).toBe('open');
		expect(row.takeCalls()[0]).toEqual([]);
	});

	it('nothing is removed from the keys where none could be recorded', async () => {
		const row = new Rows();
		row.keys.record = async () => await Promise.reject(new Error('database is locked'));
		await expect(claim(new KeyStore(), 'a', row)).rejects.toThrow('database is locked');
		expect(row.takeCalls()[0]).toEqual([]);
	});

	it('among several processes the notes are looked at once more, and settling looks at the keys', async () => {
		const [row, keys] = [new Rows(), new KeyStore()];
		await claim(keys, 'a', row, SHARED);
		expect(row.takeCalls()).toEqual([['record'], ['record', 'record', 'remove']]);
		await settle(keys, 'a', 'applied', row, SHARED);
		expect(row.takeCalls()).toEqual([['record'], ['remove', 'remove']]);
		await claim(keys, 'b', row, SHARED);
		row.takeCalls();
		await settle(keys, 'b', 'notApplied', row, SHARED);
		expect(row.takeCalls()).toEqual([['remove', 'remove'], ['remove']]);
	});
});

it('only a key that was won is live', async () => {
	const row = new Rows();
	await claim(new KeyStore(), 'a', row);
	const keys = new KeyStore();
	await claim(keys, 'a', row);
	expect(keys.isLive('a')).toBe(false);
});

describe('of two processes that claim at the same moment', () => {
	/** Rows where another process overwrites our notes with its own just after ours. */
	const overwritten = (theirs: (ours: string[]) => string[]) => {
		const rows = new Rows();
		const record = rows.notes.record.bind(rows.notes);
		let isFirst = true;
		rows.notes.record = async (values) => {
			const fresh = await record(values);
			if (isFirst) rows.notes.values = theirs(rows.notes.values);
			isFirst = false;
			return fresh;
		};
		return rows;
	};

	it('the one whose note was written over finds it open, and leaves only what the other wrote', async () => {
		const theirs = [noteOf('a'), 'their mark'];
		const row = overwritten(() => [...theirs]);
		const keys = new KeyStore();
		expect(await claim(keys, 'a', row, SHARED)).toBe('open');
		expect(row.keys.values).toEqual([]);
		expect(row.notes.values).toEqual(theirs);
		expect(keys.isLive('a')).toBe(false);
	});

	it('each key of several is decided by itself', async () => {
		const row = overwritten((ours) => ours.filter((value) => !/^b/.test(value)).concat(noteOf('b')));
		await settleNew(row, 'c');
		const claims = ['a', 'b', 'c'].map((key) => ({ key }));
		expect(await new KeyStore().claim(claims, row, SHARED)).toEqual(['mine', 'open', 'done']);
		expect(row.keys.values).toEqual(['c', 'a']);
		expect(row.notes.values.sort()).toEqual([noteOf('a'), noteOf('b')]);
	});

	it('it looks five times where older rows come back over both, and then leaves it open', async () => {
		let records = 0;
		const removed: string[] = [];
		const restless: ProcessedData = {
			record: async (values) => await Promise.resolve((records++, values)),
			remove: async (values) => await Promise.resolve(void removed.push(...values)),
		};
		const keys = new Row();
		expect(await claim(new KeyStore(), 'a', { keys, notes: restless }, SHARED)).toBe('open');
		expect(records).toBe(6);
		expect(removed).toEqual([expect.stringContaining(marked('a', ''))]);
		expect(keys.values).toEqual([]);
	});

	it('it has it where only the first look came upon an older row', async () => {
		const row = overwritten(() => []);
		expect(await claim(new KeyStore(), 'a', row, SHARED)).toBe('mine');
		expect(row.values).toEqual(['a', noteOf('a')]);
	});
});

/** Sends with two batches of keys, and records which of them may have been applied. */
async function sendAll(data: KeyData, isShared: boolean, sent: Set<string>): Promise<void> {
	const keys = new KeyStore();
	for (const batch of ['done a b', 'c d'].map((words) => words.split(' '))) {
		const claims = batch.map((key) => ({ key, fingerprint: 'f' }));
		const states = await keys.claim(claims, data, isShared).catch(() => []);
		const mine = claims.filter((_claim, index) => states[index] === 'mine');
		const endings = mine.map((one) => ({ ...one, outcome: outcomes[one.key] ?? 'applied' }));
		for (const { key, outcome } of endings) if (outcome !== 'notApplied') sent.add(key);
		const record = async () => await keys.settle(endings, data, isShared);
		await record().catch(record);
	}
}

/** The keys that another process treats wrongly: it would send them again, or take them for sent. */
async function foundAfter(rows: Rows, isShared: boolean, sent: ReadonlySet<string>) {
	const all = ['done', 'a', 'b', 'c', 'd'].map((key) => ({ key, fingerprint: 'f' }));
	const states = await new KeyStore().claim(all, rows, isShared);
	const isSent = (key: string) => key === 'done' || sent.has(key);
	const wrong = all.filter(({ key }, index) => states[index] === (isSent(key) ? 'mine' : 'done'));
	return { states, wrong };
}

describe('whenever the store fails once', () => {
	async function failAt(call: number, isCarriedOut: boolean, isShared: boolean): Promise<void> {
		const rows = new Rows();
		await settleNew(rows, 'done', 'f');
		let left = call;
		const before = async <T>(work: () => Promise<T>) => {
			if (left-- !== 0) return await work();
			if (isCarriedOut) await work();
			throw new Error('connection lost');
		};
		const failing = (row: Row): ProcessedData => ({
			record: async (values) => await before(async () => await row.record(values)),
			remove: async (values) => await before(async () => await row.remove(values)),
		});
		const sent = new Set<string>();
		await sendAll({ keys: failing(rows.keys), notes: failing(rows.notes) }, isShared, sent);
		const { wrong } = await foundAfter(rows, isShared, sent);
		expect({ call, isCarriedOut, wrong }).toEqual({ call, isCarriedOut, wrong: [] });
	}

	it.each([false, true])(
		'what was sent is not free, and what was not sent does not count as done (shared: %s)',
		async (isShared) => {
			const fails = [...Array(24).keys()].flatMap((call) =>
				[false, true].map(async (isCarriedOut) => await failAt(call, isCarriedOut, isShared)),
			);
			await Promise.all(fails);
		},
		60_000,
	);
});

describe('whenever the process ends', () => {
	/** Rows that answer this many calls and then never again. The last call may still take effect. */
	class Ending implements KeyData {
		readonly keys: ProcessedData;

		readonly notes: ProcessedData;

		/** Resolves at the end. */
		readonly end: Promise<void>;

		private tellEnd = () => {};

		constructor(
			rows: Rows,
			private calls: number,
			private readonly isCarriedOut: boolean,
		) {
			this.keys = this.mortal(rows.keys);
			this.notes = this.mortal(rows.notes);
			this.end = new Promise((resolve) => (this.tellEnd = resolve));
		}

		private mortal(row: Row): ProcessedData {
			return {
				record: async (values) => await this.before(() => row.record(values)),
				remove: async (values) => await this.before(() => row.remove(values)),
			};
		}

		private async before<T>(work: () => Promise<T>): Promise<T> {
			this.calls -= 1;
			if (this.calls >= 0) return await work();
			if (this.calls === -1 && this.isCarriedOut) await work();
			this.tellEnd();
			return await new Promise<never>(() => {});
		}
	}

	/** Runs up to the end. Then another process asks for all keys. */
	async function endAfter(calls: number, isCarriedOut: boolean, isShared: boolean): Promise<void> {
		const rows = new Rows();
		const data = new Ending(rows, calls, isCarriedOut);
		const sent = new Set<string>();
		await settleNew(rows, 'done', 'f');
		await Promise.race([sendAll(data, isShared, sent), data.end]);
		const { states, wrong } = await foundAfter(rows, isShared, sent);
		expect({ calls, isCarriedOut, wrong }).toEqual({ calls, isCarriedOut, wrong: [] });
		if (calls > 30) expect(states).toEqual(['done', 'done', 'mine', 'done', 'open']);
	}

	it.each([false, true])(
		'what was sent is not free, and what was not sent does not count as done (shared: %s)',
		async (isShared) => {
			const ends = [...Array(16).keys(), 100].flatMap((calls) =>
				[false, true].map(async (isCarriedOut) => await endAfter(calls, isCarriedOut, isShared)),
			);
			await Promise.all(ends);
		},
		60_000,
	);
});
