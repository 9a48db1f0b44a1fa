import { setTimeout as pause } from 'node:timers/promises';

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

describe('a key', () => {
	it('is claimed once, and is done when its request was applied', async () => {
		const [row, keys] = [new Row(), new KeyStore()];
		expect(await keys.claim('a', row)).toBe('mine');
		await keys.settle('a', 'applied', row);
		expect(await keys.claim('a', row)).toBe('done');
		expect(await keys.claim('a', row)).toBe('done');
		expect(row.values).toEqual(['a']);
	});

	it('stays open when nobody knows what became of its request, after a restart too', async () => {
		const row = new Row();
		await new KeyStore().claim('a', row);
		expect(await new KeyStore().claim('a', row)).toBe('open');
		const keys = new KeyStore();
		await keys.settle('a', 'unknown', row);
		expect(await keys.claim('a', row)).toBe('open');
	});

	it('is free again when its request surely was not applied', async () => {
		const [row, keys] = [new Row(), new KeyStore()];
		await keys.claim('a', row);
		await keys.settle('a', 'notApplied', row);
		expect(row.values).toEqual([]);
		expect(await keys.claim('a', row)).toBe('mine');
	});

	it('is freed by hand, open or done, and says whether it was there', async () => {
		const [row, keys] = [new Row(), new KeyStore()];
		expect(await keys.release('a', row)).toBe(false);
		await keys.claim('a', row);
		expect(await keys.release('a', row)).toBe(true);
		expect(await keys.claim('a', row)).toBe('mine');
		await keys.settle('a', 'applied', row);
		expect(await keys.release('a', row)).toBe(true);
		expect(await keys.claim('a', row)).toBe('mine');
	});

	it('is claimed by one of many that come at the same moment in one process', async () => {
		const [row, keys] = [new Row(() => 5), new KeyStore()];
		const standings = await Promise.all(Array.from({ length: 20 }, async () => await keys.claim('a', row)));
		expect(standings.filter((standing) => standing === 'mine')).toHaveLength(1);
		expect(standings.filter((standing) => standing === 'open')).toHaveLength(19);
	});

	it('is not sent under when the store cannot be written', async () => {
		const broken: ProcessedData = {
			record: async () => await Promise.reject(new Error('database is locked')),
			remove: async () => {},
		};
		await expect(new KeyStore().claim('a', broken)).rejects.toThrow('database is locked');
	});
});

describe('where several processes share the store', () => {
	it('is claimed by exactly one of two that write at the same moment', async () => {
		for (let round = 0; round < 10; round++) {
			const row = new Row(() => 5 + Math.random() * 20);
			const standings = await Promise.all(
				['one', 'two'].map(async (mark) => await new KeyStore().claim(`a${round}`, row, mark)),
			);
			expect(standings.sort()).toEqual(['mine', 'open']);
		}
	}, 60_000);

	it('leaves nothing but the key behind once it is done', async () => {
		const [row, keys] = [new Row(), new KeyStore()];
		expect(await keys.claim('a', row, 'one')).toBe('mine');
		await keys.settle('a', 'applied', row, 'one');
		expect(row.values).toEqual(['a']);
		expect(await new KeyStore().claim('a', row, 'two')).toBe('done');
		expect(row.values).toEqual(['a']);
	});

	it('is not sent under when other processes keep writing older rows over the claim', async () => {
		const forgetful: ProcessedData = { record: async (values) => values, remove: async () => {} };
		expect(await new KeyStore().claim('a', forgetful, 'one')).toBe('open');
	});
});
