// Falls with nodes/RewardsEngagement/shared/batch.ts.

import { Batch, Mutex } from '../../nodes/RewardsEngagement/shared/batch';

/** Work that a test can end, and that records its input. */
function manualWork() {
	const given: Array<readonly string[]> = [];
	let end = () => {};
	const work = async (items: readonly string[]) => {
		given.push(items);
		await new Promise<void>((resolve) => (end = resolve));
		return items.map((item) => item.toUpperCase());
	};
	return { given, work, end: () => end() };
}

const settled = async () => await new Promise((resolve) => setImmediate(resolve));

describe('a batch', () => {
	it('works on all items together that come before its turn, and gives each its own result', async () => {
		const { given, work, end } = manualWork();
		const batch = new Batch<string, string>(new Mutex());
		const results = Promise.all(['a', 'b', 'c'].map(async (item) => await batch.add(item, work)));
		await settled();
		end();
		expect(await results).toEqual(['A', 'B', 'C']);
		await settled();
		expect(given).toEqual([['a', 'b', 'c']]);
	});

	it('works on what comes meanwhile at its next turn', async () => {
		const { given, work, end } = manualWork();
		const batch = new Batch<string, string>(new Mutex());
		const first = batch.add('a', work);
		await settled();
		const others = Promise.all([batch.add('b', work), batch.add('c', work)]);
		await settled();
		expect(given).toEqual([['a']]);
		end();
		expect(await first).toBe('A');
		await settled();
		end();
		expect(await others).toEqual(['B', 'C']);
		expect(given).toEqual([['a'], ['b', 'c']]);
	});

	it('waits for the work of others that takes mutex with it', async () => {
		const { given, work, end } = manualWork();
		const mutex = new Mutex();
		let goOn = () => {};
		const other = mutex.run(async () => await new Promise<void>((resolve) => (goOn = resolve)));
		const batch = new Batch<string, string>(mutex);
		const results = [batch.add('a', work)];
		await settled();
		results.push(batch.add('b', work));
		expect(given).toEqual([]);
		goOn();
		await other;
		await settled();
		end();
		expect(await Promise.all(results)).toEqual(['A', 'B']);
		expect(given).toEqual([['a', 'b']]);
	});

	it('leaves an item that does not go with those before it to the next turn, and keeps the order', async () => {
		const { given, work, end } = manualWork();
		const batch = new Batch<string, string>(new Mutex(), (item, others) => !others.includes(item));
		const results = Promise.all(['a', 'b', 'a', 'c'].map(async (item) => await batch.add(item, work)));
		await settled();
		end();
		await settled();
		expect(given).toEqual([
			['a', 'b'],
			['a', 'c'],
		]);
		end();
		expect(await results).toEqual(['A', 'B', 'A', 'C']);
	});

	it('fails for all of its items alike, and not for those that come later', async () => {
		let isBroken = true;
		const batch = new Batch<string, string>(new Mutex());
		const work = async (items: readonly string[]) => {
			if (isBroken) throw new Error(`broken for ${items.join()}`);
			return await Promise.resolve([...items]);
		};
		const failed = await Promise.allSettled([batch.add('a', work), batch.add('b', work)]);
		expect(failed.map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
			'Error: broken for a,b',
			'Error: broken for a,b',
		]);
		isBroken = false;
		expect(await batch.add('c', work)).toBe('c');
	});
});

describe('work that takes mutex', () => {
	it('is done one piece at a time, in the order in which it comes', async () => {
		const mutex = new Mutex();
		const log: string[] = [];
		const results = ['a', 'b', 'c'].map(async (name) =>
			mutex.run(async () => {
				log.push(`${name} begins`);
				await settled();
				log.push(`${name} ends`);
				return name;
			}),
		);
		expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
		expect(log).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
	});

	it('fails by itself, and holds up nothing that comes after it', async () => {
		const mutex = new Mutex();
		const failing = mutex.run(async () => await Promise.reject(new Error('No')));
		const next = mutex.run(async () => await Promise.resolve('next'));
		await expect(failing).rejects.toThrow('No');
		expect(await next).toBe('next');
	});
});
