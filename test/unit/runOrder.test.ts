// Falls with nodes/RewardsEngagement/run/run.ts.

import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outcomesOf, pairedOf, run, Service, wordsOf, type Running, withKnownWaits } from './nodeRun';
import { turnsDuring } from './turns';

let service: Service;
const random = withKnownWaits(0.02);
beforeEach(() => (service = new Service()));

const named = (...names: string[]) => names.map((name) => ({ thing: name, amount: 1 }));
const upTo = (count: number) => Array.from({ length: count }, (_item, index) => index);
const numbered = (count: number) => named(...upTo(count).map((index) => `t${index}`));
const numbersOf = (lines: readonly string[]) => lines.map((line) => Number(/t(\d+)$/.exec(line)?.[1]));
const goingOn = { node: { onError: 'continueRegularOutput' } } as const;
const byKey = { repeatProtection: 'key', idempotencyKey: '={{ $json.thing.trim() }}' };
const runOf = async (operation: string, input: IDataObject[], more: Partial<Running> = {}) =>
	await run({ service, operation, input, ...more });

describe('what comes out', () => {
	it('is in the order of the items, whoever is answered first', async () => {
		service.answer = ({ line }) => ({ delay: { a: 30, b: 15 }[line.at(-1) as 'a' | 'b'] ?? 1 });
		const ran = await runOf('get', named('a', 'b', 'c'));
		expect(ran.items).toEqual(['a', 'b', 'c'].map((id, item) => ({ json: { id }, pairedItem: { item } })));
		expect(ran.hints).toEqual([]);
	});

	it('belongs to its item, be it many records or none', async () => {
		const found = { many: [{ id: 'm1' }, { id: 'm2' }], none: [], one: [{ id: 'o' }] };
		service.answer = ({ line }) => ({ body: { data: found[line.split('/').at(-1) as 'one'] } });
		const ran = await runOf('list', named('many', 'none', 'one'));
		expect(wordsOf(ran)).toEqual(['m1', 'm2', 'o']);
		expect(pairedOf(ran)).toEqual([0, 0, 2]);
	});
});

describe('all items are read and checked before the first is sent', () => {
	it.each(['get', 'update', 'pay', 'award'])('also those that %s', async (operation) => {
		await runOf(operation, numbered(120));
		expect(service.log.slice(0, 120)).toEqual(upTo(120).map((index) => `read ${index}`));
		expect(service.asked.length).toBeGreaterThan(0);
	});

	it.each(['get', 'update', 'pay', 'award'])(
		'so nothing is sent if an item to %s is wrong and stops the run, and the rest is not read',
		async (operation) => {
			const { error } = await runOf(operation, named('a', '', 'c'));
			expect(error?.message).toMatch(/^"Thing" is an expression that returned no value/);
			expect(error).toMatchObject({ context: { itemIndex: 1 } });
			expect(service.log).toEqual(['read 0', 'read 1']);
		},
	);

	it('and before amounts are asked for', async () => {
		const spent: unknown[] = [];
		const options = { maximumAmount: '5' };
		await runOf('pay', named('a', ''), { options, spent });
		expect(spent).toEqual([]);
		await runOf('pay', named('a', 'b'), { options, spent });
		expect(spent).toEqual(['a', 'b']);
	});
});

describe('requests', () => {
	it('of payments to one record go out side by side only where a person says so', async () => {
		service.answer = () => ({ delay: 10 });
		await runOf('pay', named('a', 'a'));
		expect(service.width).toBe(1);
		await runOf('pay', named('a', 'a'), { options: { concurrency: 2 } });
		expect(service.width).toBe(2);
	});

	it('of updates go out side by side, but one after the other for one record', async () => {
		const open = new Set<string>();
		const together: string[] = [];
		service.answer = ({ line }) => {
			const record = line.toLowerCase();
			if (open.has(record)) together.push(line);
			open.add(record);
			const delay = line.endsWith('/b') ? 2 : 10;
			setTimeout(() => open.delete(record), delay - 1);
			return { delay };
		};
		const amounts = () => service.asked.map(({ body }) => (body as { amount: number }).amount);
		const input = named('a', 'A', 'b', 'a', 'a', 'b').map((item, amount) => ({
			...item,
			amount: amount + 1,
		}));
		const ran = await runOf('update', input);
		expect(pairedOf(ran)).toEqual(upTo(6));
		expect(amounts().slice(0, 2)).toEqual([1, 3]);
		expect(service.width).toBe(2);
		service.asked.length = 0;
		await runOf('update', input, { options: { concurrency: 2 } });
		expect(amounts().filter((amount) => ![3, 6].includes(amount))).toEqual([1, 2, 4, 5]);
		expect(together).toEqual([]);
	});

	it('that waited before a repeat leave one place, and not two', async () => {
		random().mockReturnValue(0);
		const tried = new Set<string>();
		service.answer = ({ line }) => {
			const [number = 0] = numbersOf([line]);
			const isFirst = !tried.has(line);
			tried.add(line);
			if (number < 3 && isFirst) return { status: 408 };
			return { delay: number < 12 ? 1 : 300 };
		};
		const ran = await runOf('get', numbered(45), { options: { maximumTotalWaitSeconds: 0.15 }, ...goingOn });
		expect(wordsOf(ran)).toEqual(numbered(45).map(({ thing }) => thing));
	});

	it('that wait before a repeat leave their place to others', async () => {
		random().mockReturnValue(0.2);
		service.answer = ({ line }, count) =>
			count <= 5 ? { status: 503 } : { delay: /t[0-4]$/.test(line) ? 1 : 5 };
		const ran = await runOf('get', numbered(8));
		expect(ran.items).toHaveLength(8);
		expect(numbersOf(service.lines).slice(0, 8)).toEqual(upTo(8));
	});

	it.each([
		['update', 1],
		['pay', 1],
		['pay', 2],
	])('to %s, %i at a time, end at the first that fails', async (operation, concurrency) => {
		service.answer = ({ line }) => (line.endsWith('/t1') ? { status: 404 } : undefined);
		const { error, items } = await runOf(operation, numbered(9), { options: { concurrency } });
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(items).toEqual([]);
		expect(service.asked.length).toBeLessThan(2 + concurrency);
	});
});

describe('keys are claimed with one write', () => {
	/** The keys in n8n's store at each request. */
	const claimedAt = async (operation: string, input: IDataObject[], more: Partial<Running> = {}) => {
		const kept = new Set<string>();
		const seen: string[][] = [];
		service.answer = () => {
			const keys = [...kept].flatMap((value) => /^(\w+)@/.exec(value)?.[1] ?? []);
			seen.push([...new Set(keys)]);
			return undefined;
		};
		const ran = await runOf(operation, input, { parameters: byKey, kept, ...more });
		return { seen, ran };
	};
	const sizes = (seen: string[][]) => seen.map(({ length }) => length);

	it.each([
		['25', false, [25, 50, 60]],
		['100 if other processes share the store', true, [60]],
	])('for %s', async (_count, isWorker, expected) => {
		const { seen } = await claimedAt('pay', numbered(60), { isWorker });
		expect(seen).toHaveLength(60);
		expect([...new Set(sizes(seen))]).toEqual(expected);
	});

	it('for no more where more may be sent at a time', async () => {
		const { seen } = await claimedAt('pay', numbered(40), { options: { concurrency: 40 } });
		expect([...new Set(sizes(seen))]).toEqual([25, 40]);
	});

	it('up to a key that is already among them', async () => {
		const equal = await claimedAt('pay', named('a', 'b', 'a', 'c'));
		expect(equal.seen).toEqual([
			['a', 'b'],
			['a', 'b'],
			['a', 'b', 'c'],
		]);
		expect(jsonOf(equal.ran)[2]).toMatchObject({ skipped: true });
	});

	it('no longer once the run has stopped', async () => {
		const kept = new Set<string>();
		const add = jest.spyOn(kept, 'add');
		service.answer = ({ line }) => ({ status: line.endsWith('/t3') ? 404 : 200 });
		await runOf('pay', numbered(60), { parameters: byKey, kept });
		const claimed = add.mock.calls.flatMap(([value]) => /^(t\d+)@/.exec(value)?.[1] ?? []);
		expect(new Set(claimed).size).toBe(25);
		// Those of payments that were not sent are free again.
		expect([...kept].join()).not.toMatch(/t[3-9]@/);
	});

	it('but not those of items that are only shown', async () => {
		const input = named('a', 'shown', 'b').map((item) => ({ ...item, dry: item.thing === 'shown' }));
		const { seen, ran } = await claimedAt('pay', input, { options: { dryRun: '={{ $json.dry }}' } });
		expect(new Set(seen.flat())).toEqual(new Set(['a', 'b']));
		expect(jsonOf(ran)[1]).toMatchObject({ dryRun: true });
	});
});

describe('a cancel', () => {
	const cancelling = (isTime: (line: string) => boolean) => {
		const abort = new AbortController();
		service.answer = ({ line }) => {
			if (isTime(line)) setTimeout(() => abort.abort(), 3);
			return { delay: isTime(line) ? 20 : 1 };
		};
		return abort.signal;
	};

	it('leaves open what is on its way, and gives nothing for what was not begun', async () => {
		const signal = cancelling((line) => line.endsWith('t1'));
		const ran = await runOf('pay', numbered(4), { signal, ...goingOn });
		expect(pairedOf(ran)).toEqual([0, 1]);
		expect(outcomesOf(ran)).toEqual([undefined, 'unknown']);
		expect(numbersOf(service.lines)).toEqual([0, 1]);
	});

	it('gives nothing for an update that waits in line, and what came of those around it', async () => {
		const signal = cancelling((line) => line.endsWith('/a'));
		const ran = await runOf('update', named('a', 'a', 'b'), { signal, ...goingOn });
		expect(pairedOf(ran)).toEqual([0, 2]);
		expect(outcomesOf(ran)).toEqual(['unknown', undefined]);
	});

	it('says of what waits before a repeat that it was not applied', async () => {
		const abort = new AbortController();
		random().mockReturnValue(0.9);
		service.answer = () => {
			setTimeout(() => abort.abort(), 3);
			return { status: 429 };
		};
		const ran = await runOf('pay', numbered(2), { signal: abort.signal, ...goingOn });
		expect(outcomesOf(ran)).toEqual(['notApplied']);
		expect(service.asked).toHaveLength(1);
	});

	it.each(['pay', 'get', 'award'])('while items are read lets no %s be sent', async (operation) => {
		const abort = new AbortController();
		const onRead = (itemIndex: number) => void (itemIndex === 2 && abort.abort());
		const options = operation === 'pay' ? { maximumAmount: '1' } : {};
		const ran = await runOf(operation, numbered(5), { signal: abort.signal, onRead, options, ...goingOn });
		expect(service.log).toEqual(['read 0', 'read 1', 'read 2']);
		expect(ran.items).toEqual([]);
	});
});

describe('others have their turn', () => {
	const credential = async () => await Promise.reject(new Error('It is gone'));
	const turnsOf = async (operation: string, thing: string, more: Partial<Running> = {}) =>
		await turnsDuring(
			async () => await runOf(operation, named(...Array.from({ length: 60 }, () => thing)), more),
		);

	it('among items that are read, and those that are told the same', async () => {
		expect(await turnsOf('pay', '', goingOn)).toBeGreaterThanOrEqual(118);
		expect(await turnsOf('get', 'a', { credential, ...goingOn })).toBeGreaterThanOrEqual(118);
	});

	it('among the results of a long list', async () => {
		expect((await turnsOf('note', 'some')) - (await turnsOf('note', 'nothing'))).toBeGreaterThanOrEqual(59);
	});

	it('among many that are begun at a time, of which none is lost', async () => {
		const lost: unknown[] = [];
		const note = (reason: unknown) => void lost.push(reason);
		process.on('unhandledRejection', note);
		expect(await turnsOf('noteMany', 'nothing')).toBeGreaterThanOrEqual(60);
		process.off('unhandledRejection', note);
		expect(lost).toEqual([]);
	});
});
