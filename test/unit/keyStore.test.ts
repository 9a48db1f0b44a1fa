import { setTimeout as pause } from 'node:timers/promises';

import type { Outcome } from '../../nodes/RewardsEngagement/errors/outcome';
import { KeyStore } from '../../nodes/RewardsEngagement/idempotency/keyStore';
import type { ProcessedData } from '../../nodes/RewardsEngagement/idempotency/processedData';

/** A row as n8n keeps it: read whole, and some time later written back whole, so that the last of several writers wins. */
class Row implements ProcessedData {
	values: string[] = [];

	constructor(private readonly gap: () => number = () => 0) {}

	async record(values: string[]): Promise<string[]> {
		const read = [...this.values];
		await pause(this.gap());
		const fresh = values.filter((value) => !read.includes(value));
		this.values = [...read, ...fresh];
		return fresh;
	}

	async remove(values: string[]): Promise<void> {
		const read = [...this.values];
		await pause(this.gap());
		this.values = read.filter((value) => !values.includes(value));
	}
}

const claim = async (keys: KeyStore, key: string, row: ProcessedData, mark?: string) =>
	(await keys.claim([{ key }], row, mark))[0];
const settle = async (keys: KeyStore, key: string, outcome: Outcome, row: ProcessedData, mark?: string) =>
	await keys.settle([{ key, outcome }], row, mark);

describe('a key', () => {
	it('is claimed once, and is done when its request was applied', async () => {
		const [row, keys] = [new Row(), new KeyStore()];
		expect(await claim(keys, 'a', row)).toBe('mine');
		await settle(keys, 'a', 'applied', row);
		expect(await claim(keys, 'a', row)).toBe('done');
		expect(await claim(keys, 'a', row)).toBe('done');
		expect(row.values).toEqual(['a']);
	});

	it('stays open when nobody knows what became of its request, after a restart too', async () => {
		const row = new Row();
		await claim(new KeyStore(), 'a', row);
		expect(await claim(new KeyStore(), 'a', row)).toBe('open');
		const keys = new KeyStore();
		await settle(keys, 'a', 'unknown', row);
		expect(await claim(keys, 'a', row)).toBe('open');
	});

	it('is free again when its request surely was not applied', async () => {
		const [row, keys] = [new Row(), new KeyStore()];
		await claim(keys, 'a', row);
		await settle(keys, 'a', 'notApplied', row);
		expect(row.values).toEqual([]);
		expect(await claim(keys, 'a', row)).toBe('mine');
	});

	it('is freed by hand, open or done, and says how it stood', async () => {
		const [row, keys] = [new Row(), new KeyStore()];
		expect(await keys.release('a', row)).toBe('none');
		await claim(keys, 'a', row);
		expect(await keys.release('a', row)).toBe('open');
		expect(await claim(keys, 'a', row)).toBe('mine');
		await settle(keys, 'a', 'applied', row);
		expect(await keys.release('a', row)).toBe('done');
		expect(await claim(keys, 'a', row)).toBe('mine');
	});

	it('is claimed by one of many that come at the same moment in one process', async () => {
		const [row, keys] = [new Row(() => 5), new KeyStore()];
		const standings = await Promise.all(Array.from({ length: 20 }, async () => await claim(keys, 'a', row)));
		expect(standings.filter((standing) => standing === 'mine')).toHaveLength(1);
		expect(standings.filter((standing) => standing === 'open')).toHaveLength(19);
	});

	it('is not sent under when the store cannot be written', async () => {
		const broken: ProcessedData = {
			record: async () => await Promise.reject(new Error('database is locked')),
			remove: async () => {},
		};
		await expect(claim(new KeyStore(), 'a', broken)).rejects.toThrow('database is locked');
	});
});

describe('many keys at a time', () => {
	it('are claimed in one write, each as it stands', async () => {
		const [row, keys] = [new Row(), new KeyStore()];
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
			['done', 'new', 'new for x', 'new is open', 'open', 'open is open'].concat([
				'other',
				'other for one',
				'other is open',
			]),
		);
	});

	it('are settled in one, and keep their fingerprint when they are done', async () => {
		const [row, keys] = [new Row(), new KeyStore()];
		const claims = ['a', 'b', 'c'].map((key) => ({ key, fingerprint: 'x' }));
		await keys.claim(claims, row);
		expect(keys.isLive('a')).toBe(true);
		const outcomes: Outcome[] = ['applied', 'notApplied', 'unknown'];
		await keys.settle(
			claims.map((one, index) => ({ ...one, outcome: outcomes[index]! })),
			row,
		);
		expect(row.values).toEqual(['a', 'a for x', 'c', 'c for x', 'c is open']);
		expect(keys.isLive('a')).toBe(false);
	});

	it('are forgotten by n8n before what says that they are open', async () => {
		const [row, keys] = [new Row(), new KeyStore()];
		await keys.claim([{ key: 'a', fingerprint: 'x' }], row);
		expect(row.values).toEqual(['a', 'a for x', 'a is open']);
	});
});

describe('where several processes share the store', () => {
	it('puts a key back that another process has written over while its request was sent', async () => {
		const [row, keys] = [new Row(), new KeyStore()];
		const claims = [{ key: 'a', fingerprint: 'x' }];
		expect(await keys.claim(claims, row, 'one')).toEqual(['mine']);
		row.values = [];
		await keys.settle([{ ...claims[0]!, outcome: 'applied' }], row, 'one');
		expect(row.values).toEqual(['a', 'a for x']);
		expect(await new KeyStore().claim(claims, row, 'two')).toEqual(['done']);
	});

	it('is claimed by exactly one of two that write at the same moment', async () => {
		for (let round = 0; round < 10; round++) {
			const row = new Row(() => 5 + Math.random() * 20);
			const standings = await Promise.all(
				['one', 'two'].map(async (mark) => await claim(new KeyStore(), `a${round}`, row, mark)),
			);
			expect(standings.sort()).toEqual(['mine', 'open']);
		}
	}, 60_000);

	it('leaves nothing but the key behind once it is done', async () => {
		const [row, keys] = [new Row(), new KeyStore()];
		expect(await claim(keys, 'a', row, 'one')).toBe('mine');
		await settle(keys, 'a', 'applied', row, 'one');
		expect(row.values).toEqual(['a']);
		expect(await claim(new KeyStore(), 'a', row, 'two')).toBe('done');
		expect(row.values).toEqual(['a']);
	});

	it('is not sent under when other processes keep writing older rows over the claim', async () => {
		const forgetful: ProcessedData = { record: async (values) => values, remove: async () => {} };
		expect(await claim(new KeyStore(), 'a', forgetful, 'one')).toBe('open');
	});
});
