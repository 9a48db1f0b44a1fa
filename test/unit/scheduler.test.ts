// Falls with nodes/RewardsEngagement/run/runItems.ts and nodes/RewardsEngagement/run/scheduler.ts.

import type { IDataObject } from 'n8n-workflow';

import { gates } from '../../nodes/RewardsEngagement/api/gate';
import { Registry } from '../../nodes/RewardsEngagement/declare/registry';
import { jsonOf, outcomesOf, pairedOf, registryWith, run, Service, wordsOf, type Running } from './nodeRun';
import { turnsDuring } from './turns';

let service: Service;
let random: jest.SpyInstance;
beforeEach(() => {
	service = new Service();
	gates.clear();
	random = jest.spyOn(Math, 'random').mockReturnValue(0.02);
});
afterEach(() => random.mockRestore());

const named = (...names: string[]) => names.map((name) => ({ thing: name, amount: 1 }));
const numbered = (count: number) => named(...Array.from({ length: count }, (_item, index) => `t${index}`));
const goingOn = { node: { onError: 'continueRegularOutput' } } as const;
/** The status or delay of the response, by the end of the request line. */
const answering = (answers: Record<string, number | { delay?: number; status?: number; body?: unknown }>) => {
	service.answer = ({ line }) => {
		const found = Object.entries(answers).find(([end]) => line.endsWith(end))?.[1];
		return typeof found === 'number' ? { status: found } : found;
	};
};
const runOf = async (operation: string, input: IDataObject[], more: Partial<Running> = {}) =>
	await run({ service, operation, input, ...more });
const numbersOf = (lines: readonly string[]) => lines.map((line) => Number(/t(\d+)$/.exec(line)?.[1]));
const upTo = (count: number) => Array.from({ length: count }, (_item, index) => index);

describe('what comes out', () => {
	it('is in the order of the items, in whatever order the answers come', async () => {
		answering({ '/a': { delay: 30 }, '/b': { delay: 15 } });
		const ran = await runOf('get', named('a', 'b', 'c'));
		expect(ran.items).toEqual([
			{ json: { id: 'a' }, pairedItem: { item: 0 } },
			{ json: { id: 'b' }, pairedItem: { item: 1 } },
			{ json: { id: 'c' }, pairedItem: { item: 2 } },
		]);
		expect(service.lines).toEqual(['GET /things/a', 'GET /things/b', 'GET /things/c']);
		expect(ran.hints).toEqual([]);
	});

	it('belongs to its item, be it many records or none', async () => {
		answering({
			'/many': { body: { data: [{ id: 'm1' }, { id: 'm2' }] } },
			'/none': { body: { data: [] } },
			'/one': { body: { data: [{ id: 'o' }] } },
		});
		const ran = await runOf('list', named('many', 'none', 'one'));
		expect(wordsOf(ran)).toEqual(['m1', 'm2', 'o']);
		expect(pairedOf(ran)).toEqual([0, 0, 2]);
	});

	it('is nothing where nothing came in', async () => {
		expect(await runOf('pay', [])).toEqual({ items: [], hints: [] });
		expect(service.log).toEqual([]);
	});

	it('is of each operation that an item chooses', async () => {
		const input = named('a', 'b', 'c').map((item, index) => ({
			...item,
			does: ['get', 'note', 'update'][index],
		}));
		const ran = await runOf('={{ $json.does.trim() }}', input);
		expect(jsonOf(ran)).toEqual([{ id: 'a' }, { noted: 'b' }, { id: 'c' }]);
	});
});

describe('an item that fails', () => {
	it('gives its error where the node goes on, beside the results of the others', async () => {
		answering({ '/b': 404 });
		const ran = await runOf('get', named('a', 'b', 'c'), goingOn);
		expect(wordsOf(ran)).toEqual(['a', expect.stringContaining('not'), 'c']);
		expect(pairedOf(ran)).toEqual([0, 1, 2]);
		expect(ran.items[1]?.json.details).toMatchObject({ outcome: 'notApplied', status: 404 });
	});

	it('takes the error output where there is one', async () => {
		answering({ '/b': 404 });
		const ran = await runOf('get', named('a', 'b'), { node: { onError: 'continueErrorOutput' } });
		expect(ran.items.map(({ error }) => error !== undefined)).toEqual([false, true]);
	});

	it('gives its error to an agent, which would not hear of it otherwise', async () => {
		answering({ '/a': 404 });
		const type = 'n8n-nodes-rewards-engagement.rewardsEngagementTool';
		const ran = await runOf('get', named('a'), { node: { type } });
		expect(outcomesOf(ran)).toEqual(['notApplied']);
	});

	it('stops the run: nothing after it is sent, or even read', async () => {
		answering({ '/b': 404 });
		const { error, items } = await runOf('update', named('a', 'b', 'c', 'd'), {
			options: { concurrency: 1 },
		});
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(items).toEqual([]);
		expect(service.log).toEqual(['read 0', 'read 1', 'send PUT /things/a', 'read 2', 'send PUT /things/b']);
	});

	it('stops the run with the first of those that failed, as the items go', async () => {
		answering({ '/a': { delay: 20, status: 404 }, '/b': 403, '/c': { delay: 40, status: 403 } });
		const { error } = await runOf('get', named('a', 'b', 'c'));
		expect(error).toMatchObject({ httpCode: '404', context: { itemIndex: 0 } });
	});

	it('that cannot be read stops reads when it is its turn', async () => {
		const { error } = await runOf('get', named('a', '', 'c'));
		expect(error?.message).toMatch(/^"Thing" is an expression that returned no value/);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		// The first item may be on its way then.
		expect(['', 'GET /things/a']).toContain(service.lines.join());
	});

	it('says itself what is wrong with it, once', async () => {
		const ran = await runOf('pay', named('a', '', 'c'), goingOn);
		expect(wordsOf(ran)).toEqual(['a', expect.stringMatching(/^"Thing" is an expression/), 'c']);
		expect(outcomesOf(ran)[1]).toBe('notApplied');
		expect(service.lines).toEqual(['POST /payments/a', 'POST /payments/c']);
	});

	it('has the rest of the run told by a note: what was applied, and what a retry would do', async () => {
		answering({ '/t1': 404, '/t2': 404, '/t3': 404 });
		const noteOf = async (operation: string, count: number, more: Partial<Running> = {}) =>
			(await runOf(operation, numbered(4).slice(count), more)).error?.description ?? '';
		const keyed = { parameters: { repeatProtection: 'key', idempotencyKey: '={{ $json.thing.trim() }}' } };
		expect(await noteOf('pay', 0)).toMatch(
			/One other item was applied before the run stopped\. A retry of this execution would apply it a second time\. Run only the remaining items\. To make retries safe, set "Repeat Protection" to "By Key" first\.$/,
		);
		expect(await noteOf('pay', 1)).not.toMatch(/carried out|retry/);
		expect(await noteOf('get', 0)).toMatch(
			/One other item was applied before the run stopped\. To keep the results, set "On Error" to continue\.$/,
		);
		expect(await noteOf('pay', 0, keyed)).toMatch(
			/One other item was applied before the run stopped\. A retry of this execution skips it\. To keep the results, set "On Error" to continue\.$/,
		);
		answering({ '/t1': { delay: 10, status: 404 } });
		expect(await noteOf('get', 0)).toMatch(/ 3 other items were applied/);
		answering({ '/t3': 404 });
		expect(await noteOf('update', 0)).toMatch(/ 3 other items were applied before the run stopped\. To/);
	});

	it('is not told as applied where nothing was sent for it', async () => {
		const kept = new Set<string>();
		const keyed = { parameters: { repeatProtection: 'key', idempotencyKey: '={{ $json.thing.trim() }}' } };
		const more = { ...keyed, kept, node: { id: 'told' } };
		await runOf('pay', named('a'), more);
		answering({ '/c': 404 });
		const { error } = await runOf('pay', named('a', 'b', 'c'), more);
		expect(error?.description).toMatch(/One other item was applied before the run stopped/);
		expect((await runOf('pay', named('a', 'c'), more)).error?.description).not.toMatch(/applied before/);
	});

	it('is counted where nobody knows whether it was applied', async () => {
		answering({ '/b': 500, '/c': 404 });
		const { hints } = await runOf('pay', named('a', 'b', 'c'), goingOn);
		expect(hints).toMatchObject([
			{ message: expect.stringContaining('one item may have been applied'), type: 'warning' },
		]);
	});
});

describe('items of unknown outcome', () => {
	/** Stops a run whose items are sent in parallel, with these responses. */
	const stoppedBy = async (answers: Parameters<typeof answering>[0], count: number) => {
		answering(answers);
		const { error } = await runOf('pay', numbered(count), { options: { concurrency: count } });
		return { itemIndex: error?.context?.itemIndex, words: error?.description ?? '' };
	};
	const after = (delay: number, status: number) => ({ delay, status });

	it('stop the run before one that surely was not applied, whichever of them fails first', async () => {
		const [early, late] = [after(5, 404), after(60, 500)];
		expect(await stoppedBy({ t0: early, t1: late }, 2)).toMatchObject({ itemIndex: 1 });
		expect(await stoppedBy({ t0: after(60, 404), t1: after(5, 500) }, 2)).toMatchObject({ itemIndex: 1 });
		expect(await stoppedBy({ t0: late, t1: early }, 2)).toMatchObject({ itemIndex: 0 });
		expect(await stoppedBy({ t0: after(5, 500), t1: after(60, 404) }, 2)).toMatchObject({ itemIndex: 0 });
	});

	it('stop the run with the first of them, and it names the others in order', async () => {
		const ending = (others: string) =>
			`The outcome of ${others} is unknown too. Check the service before you run the items again.`;
		const two = await stoppedBy({ t0: after(60, 500), t1: after(5, 500) }, 2);
		expect(two).toMatchObject({ itemIndex: 0, words: expect.stringContaining(ending('item 1')) });
		const three = await stoppedBy({ t0: after(30, 500), t1: after(60, 500), t2: after(5, 500) }, 3);
		expect(three).toMatchObject({ itemIndex: 0, words: expect.stringContaining(ending('items 1 and 2')) });
		const four = await stoppedBy({ t0: 500, t1: 500, t2: 500, t3: 500 }, 4);
		expect(four).toMatchObject({ itemIndex: 0, words: expect.stringContaining(ending('items 1, 2 and 3')) });
	});

	it('are named only where there are others, and before what was applied', async () => {
		expect((await stoppedBy({ t0: after(5, 404), t1: after(60, 500) }, 2)).words).not.toContain(
			'unknown too',
		);
		const { words } = await stoppedBy({ t1: 500, t2: after(60, 500) }, 3);
		expect(words).toContain('The outcome of item 2 is unknown too. Check the service before you run');
		expect(words).toContain('you run the items again. One other item was applied before the run stopped.');
	});
});

describe('two nodes with one ID', () => {
	const nodes = { Rewards: { id: 'one', name: 'Rewards' }, Copy: { id: 'one', name: 'Copy' } };
	const message = 'The nodes "Rewards" and "Copy" have the same ID';

	it('send nothing that a repeat would double, as one would take what the other sent for its own', async () => {
		const { error } = await runOf('pay', named('a'), { nodes, node: { id: 'one' } });
		expect(error?.message).toContain(message);
		expect(error?.description).toContain(
			'Copy one of them, paste it, and delete the original: the copy gets its own ID. Nothing was sent.',
		);
		const ran = await runOf('pay', named('a', 'b'), { nodes, node: { id: 'one', ...goingOn.node } });
		expect(wordsOf(ran)).toEqual([expect.stringContaining(message), expect.stringContaining(message)]);
		expect(outcomesOf(ran)).toEqual(['notApplied', 'notApplied']);
		expect(service.log).toEqual([]);
	});

	it('do all else', async () => {
		expect(jsonOf(await runOf('update', named('a'), { nodes, node: { id: 'one' } }))).toEqual([{ id: 'a' }]);
	});
});

describe('the answer to an item that is refused', () => {
	const refused = { status: 404, body: { error: 'No', pin: '1234', note: 'n' } };
	const withPin = (sensitive: string[]) => {
		const { operations } = registryWith().resources.thing!;
		return new Registry({
			thing: { name: 'Thing', description: 'A thing', default: 'get', operations, sensitive },
		});
	};
	const answerOf = async (sensitive: string[], type: string) => {
		service.answer = () => refused;
		const node = { type: `n8n-nodes-rewards-engagement.${type}`, ...goingOn.node };
		const ran = await runOf('get', named('a'), { node, registry: withPin(sensitive) });
		return (jsonOf(ran)[0]?.details as IDataObject).answer;
	};

	it('reaches an agent without its sensitive fields, and a workflow with them', async () => {
		const hidden = await answerOf(['pin'], 'rewardsEngagementTool');
		expect(hidden).toMatchObject({ error: 'No', note: 'n' });
		expect(JSON.stringify(hidden)).not.toContain('1234');
		expect(await answerOf(['pin'], 'rewardsEngagement')).toEqual(refused.body);
	});

	it('reaches an agent in full where none of its fields is sensitive', async () => {
		expect(await answerOf([], 'rewardsEngagementTool')).toEqual(refused.body);
	});
});

describe('a credential that cannot be read', () => {
	const credential = async () => await Promise.reject(new Error('It is gone'));

	it('stops the run before anything is sent', async () => {
		const { error } = await runOf('get', named('a', 'b'), { credential });
		expect(error).toMatchObject({
			message: 'It is gone',
			description: 'Nothing was sent.',
			context: { itemIndex: 0 },
		});
	});

	it('is told to each item where the node goes on', async () => {
		const ran = await runOf('pay', named('a', 'b'), { credential, ...goingOn });
		expect(wordsOf(ran)).toEqual(['It is gone', 'It is gone']);
		expect(outcomesOf(ran)).toEqual(['notApplied', 'notApplied']);
		expect(ran.hints).toEqual([]);
		expect(service.log).toEqual([]);
	});
});

describe('what a repeat would double', () => {
	it('is sent one by one, in order, and not before all items were read', async () => {
		answering({ '/a': { delay: 20 } });
		await runOf('pay', named('a', 'b', 'c'));
		expect(service.log).toEqual([
			'read 0',
			'read 1',
			'read 2',
			'send POST /payments/a',
			'send POST /payments/b',
			'send POST /payments/c',
		]);
		expect(service.width).toBe(1);
	});

	it('is not sent at all where an item cannot be read that stops the run, and the rest is not read', async () => {
		const { error } = await runOf('pay', named('a', '', 'c'));
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(service.log).toEqual(['read 0', 'read 1']);
	});

	it('lets all items be checked before the first is sent, whichever of them it is', async () => {
		const input = [
			{ thing: 'a', does: 'get' },
			{ thing: 'b', does: 'nothing' },
			{ thing: 'c', does: 'pay', amount: 0 },
		];
		const operation = '={{ $json.does.trim() }}';
		expect((await runOf(operation, input.slice(0, 2))).error?.message).toMatch(/has no operation "nothing"/);
		expect(['', 'GET /things/a']).toContain(service.lines.join());
		service = new Service();
		const { error } = await runOf(operation, input);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(service.lines).toEqual([]);
		expect(outcomesOf(await runOf(operation, input, goingOn)).slice(1)).toEqual(['notApplied', 'notApplied']);
		expect(service.lines).toEqual(['GET /things/a']);
	});

	it('lets all items be checked before the first is sent, whichever of them has its resource', async () => {
		const input = [
			{ thing: 'a', of: 'other' },
			{ thing: 'b', of: 'thing', amount: 0 },
		];
		const parameters = { resource: '={{ $json.of.trim() }}' };
		await runOf('pay', input.slice(0, 1), { parameters });
		expect(service.lines).toEqual(['GET /things/a']);
		const { error } = await runOf('pay', input, { parameters });
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(service.lines).toHaveLength(1);
	});

	it('is sent side by side for one record too where a person says so', async () => {
		service.answer = () => ({ delay: 10 });
		await runOf('pay', named('a', 'a'), { options: { concurrency: 2 } });
		expect(service.width).toBe(2);
	});

	it('is sent side by side where a person says so', async () => {
		answering({ t0: { delay: 10 }, t1: { delay: 10 }, t2: { delay: 10 } });
		await runOf('pay', numbered(7), { options: { concurrency: 3 } });
		expect(service.width).toBe(3);
		expect(numbersOf(service.lines)).toEqual(upTo(7));
	});

	it('is not sent after what stopped the run, and on the way beside it', async () => {
		answering({ '/t1': 404 });
		const { error } = await runOf('pay', numbered(9), { options: { concurrency: 2 } });
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(service.asked.length).toBeLessThan(4);
	});

	it.each(['={{ $json.thing.trim() }}', 'one'])(
		'is sent once under a key that is %s',
		async (idempotencyKey) => {
			const kept = new Set<string>();
			const parameters = { repeatProtection: 'key', idempotencyKey };
			const node = { id: `keyed by ${idempotencyKey}`, ...goingOn.node };
			const first = await runOf('pay', named('a', 'a'), { parameters, kept, node });
			const again = await runOf('pay', named('a'), { parameters, kept, node });
			expect(jsonOf(first)).toEqual([{ id: 'a' }, expect.objectContaining({ skipped: true })]);
			expect(jsonOf(again)).toEqual([
				expect.objectContaining({ skipped: true, firstRun: { execution: 'earlier' } }),
			]);
			expect(service.lines).toHaveLength(1);
			expect(again.hints).toMatchObject([{ message: expect.stringContaining('skipped one item') }]);
		},
	);
});

describe('limits of what is moved', () => {
	const paying = (...amounts: number[]) => amounts.map((amount, index) => ({ thing: `t${index}`, amount }));

	it('refuse an item that is too high, and let the others go', async () => {
		const kept = new Set<string>();
		const ran = await runOf('pay', paying(2, 9, 3), {
			...goingOn,
			options: { maximumAmount: '5' },
			parameters: { repeatProtection: 'key', idempotencyKey: '={{ $json.thing.trim() }}' },
			kept,
		});
		expect(wordsOf(ran)).toEqual(['t0', expect.stringContaining('"Maximum Amount per Item" (5)'), 't2']);
		expect(outcomesOf(ran)[1]).toBe('notApplied');
		expect(numbersOf(service.lines)).toEqual([0, 2]);
		expect([...kept].join()).not.toContain('t1');
	});

	it('are held against all items before the first is sent', async () => {
		const { error } = await runOf('pay', paying(2, 9, 3), { options: { maximumAmount: '5' } });
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(service.lines).toEqual([]);
	});

	it('are not looked at once an item stops the run', async () => {
		const spent: unknown[] = [];
		await runOf('pay', [...paying(2), { thing: '' }], { options: { maximumAmount: '5' }, spent });
		expect(spent).toEqual([]);
	});

	it('refuse all items together, but for those that are wrong themselves', async () => {
		const ran = await runOf('pay', [...paying(2, 3), { thing: '' }], {
			...goingOn,
			options: { maximumTotal: '4' },
		});
		expect(wordsOf(ran)).toEqual([
			expect.stringContaining('"Maximum Total per Execution" (4)'),
			expect.stringContaining('"Maximum Total per Execution" (4)'),
			expect.stringMatching(/^"Thing" is an expression/),
		]);
		expect(service.lines).toEqual([]);
	});

	it('count in the next run what this one moved, and no more', async () => {
		answering({ '/t1': 404 });
		const [stored, node] = [{}, { id: 'one of two runs', ...goingOn.node }];
		const options = { maximumTotal: '10' };
		await runOf('pay', paying(4, 5), { options, stored, node });
		const next = await runOf('pay', paying(6), { options, stored, node, runIndex: 1 });
		const last = await runOf('pay', paying(1), { options, stored, node, runIndex: 2 });
		expect(wordsOf(next)).toEqual(['t0']);
		expect(wordsOf(last)).toEqual([expect.stringContaining('a total of 11 of the default currency')]);
	});
});

describe('a dry run', () => {
	const keyed = { repeatProtection: 'key', idempotencyKey: '={{ $json.thing.trim() }}' };

	it('shows what would be sent, and the key of each item', async () => {
		const [kept, node] = [new Set<string>(), { id: 'dry' }];
		await runOf('pay', named('b'), { parameters: keyed, kept, node });
		const before = [...kept];
		const ran = await runOf('pay', named('a', 'b', 'a'), {
			parameters: keyed,
			kept,
			node,
			options: { dryRun: true },
		});
		expect(jsonOf(ran)).toMatchObject([
			{ dryRun: true, method: 'POST', path: '/payments/a', body: { amount: 1 } },
			{ dryRun: true, idempotencyKey: expect.stringMatching(/^b@/) as string, path: '/payments/b' },
			{ dryRun: true, idempotencyKey: expect.stringMatching(/^a@/) as string },
		]);
		expect(service.lines).toHaveLength(1);
		expect([...kept]).toEqual(before);
		expect(ran.hints).toMatchObject([{ message: expect.stringContaining('dry run of 3 items') }]);
	});

	it('of some items claims no key for them, while those of the others are claimed ahead', async () => {
		const kept = new Set<string>();
		const seen: string[] = [];
		service.answer = () => void seen.push(...kept);
		const input = named('a', 'shown', 'b', 'c', 'd').map((item) => ({
			...item,
			dry: item.thing === 'shown',
		}));
		await runOf('pay', input, {
			parameters: keyed,
			kept,
			node: { id: 'partly dry' },
			options: { dryRun: '={{ $json.dry }}' },
		});
		expect(service.lines).toHaveLength(4);
		expect(seen.some((value) => value.startsWith('d@'))).toBe(true);
		expect(seen.filter((value) => value.startsWith('shown'))).toEqual([]);
	});

	it('reads no key, and needs no saved workflow', async () => {
		const kept = new Set<string>();
		const size = () => {
			throw new Error('The database is gone');
		};
		Object.defineProperty(kept, 'size', { get: size });
		const options = { dryRun: true };
		const ran = await runOf('pay', named('a'), { parameters: keyed, options, kept, workflowId: '' });
		expect(jsonOf(ran)).toMatchObject([{ dryRun: true, idempotencyKey: expect.any(String) as string }]);
	});
});

describe('reads', () => {
	it('are read a hundred at a time, before the first of these is sent', async () => {
		await runOf('get', numbered(102));
		const { log } = service;
		expect(log.slice(0, 101)).toEqual([...upTo(100).map((index) => `read ${index}`), 'send GET /things/t0']);
		expect(log.filter((line) => line.startsWith('read'))).toHaveLength(102);
		expect(log.indexOf('read 100')).toBeGreaterThan(log.indexOf('send GET /things/t4'));
		expect(log.indexOf('send GET /things/t100')).toBeGreaterThan(log.indexOf('read 101'));
	});

	it('are read no further than there are items', async () => {
		await runOf('get', numbered(2));
		expect(service.log.slice(0, 3)).toEqual(['read 0', 'read 1', 'send GET /things/t0']);
		expect(service.log).toHaveLength(4);
	});

	it('are sent side by side, as the service has room', async () => {
		service.answer = () => ({ delay: 10 });
		await runOf('get', numbered(200));
		expect(service.width).toBeGreaterThanOrEqual(10);
		expect(service.width).toBeLessThanOrEqual(100);
	});

	it('begin with few at a time', async () => {
		service.answer = () => ({ delay: 10 });
		await runOf('get', numbered(5));
		expect(service.width).toBe(5);
		service = new Service();
		gates.clear();
		service.answer = () => ({ delay: 10, status: 404 });
		await runOf('get', numbered(20));
		expect(service.asked).toHaveLength(5);
	});

	it('do not wait for their turn on the time that a request may wait', async () => {
		service.answer = () => ({ delay: 40 });
		const ran = await runOf('get', numbered(40), { options: { maximumTotalWaitSeconds: 0.02 }, ...goingOn });
		expect(wordsOf(ran)).toEqual(numbered(40).map(({ thing }) => thing));
	});

	it('that waited before a repeat leave one place, and not two', async () => {
		random.mockReturnValue(0);
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
		random.mockReturnValue(0.2);
		service.answer = ({ line }, count) =>
			count <= 5 ? { status: 503 } : { delay: /t[0-4]$/.test(line) ? 1 : 5 };
		const ran = await runOf('get', numbered(8));
		expect(ran.items).toHaveLength(8);
		expect(numbersOf(service.lines).slice(0, 8)).toEqual(upTo(8));
	});
});

describe('updates', () => {
	it('of one record are sent in order, and those of others beside them', async () => {
		service.answer = ({ line, body }) => ({
			delay: line.endsWith('/A') || (body as { amount: number }).amount === 1 ? 15 : 1,
		});
		const input = [
			{ thing: 'a', amount: 1 },
			{ thing: 'A', amount: 2 },
			{ thing: 'b', amount: 3 },
			{ thing: 'a', amount: 4 },
		];
		const ran = await runOf('update', input);
		expect(pairedOf(ran)).toEqual([0, 1, 2, 3]);
		expect(service.asked.map(({ body }) => (body as { amount: number }).amount)).toEqual([1, 3, 2, 4]);
		expect(service.width).toBe(2);
	});

	it('of one record wait for the one before them also when they come late', async () => {
		const open = new Set<string>();
		const together: string[] = [];
		service.answer = ({ line }) => {
			if (open.has(line)) together.push(line);
			open.add(line);
			const delay = line.endsWith('/b') ? 2 : 10;
			setTimeout(() => open.delete(line), delay - 1);
			return { delay };
		};
		await runOf('update', named('a', 'a', 'b', 'a', 'a', 'b'), { options: { concurrency: 2 } });
		expect(service.asked).toHaveLength(6);
		expect(together).toEqual([]);
	});

	it('are not read ahead of those before them', async () => {
		await runOf('update', numbered(3), { options: { concurrency: 1 } });
		expect(service.log.slice(0, 4)).toEqual(['read 0', 'read 1', 'send PUT /things/t0', 'read 2']);
	});
});

describe('items that share a request which changes something', () => {
	const awarding = async (input: IDataObject[], more: Partial<Running> = {}) =>
		await runOf('award', input, { parameters: { kind: '={{ $json.kind }}' }, ...more });
	const award = (thing: string, kind = 'k') => ({ thing, kind, amount: 1 });
	const entries = () =>
		service.asked.map(({ line, body }) => {
			const { updates } = body as { updates?: Array<{ thing: string }> };
			return [line.split('/').at(-1), updates?.map(({ thing }) => thing).join('')];
		});

	it('go out together once all were read, and each gets what is said of it', async () => {
		const ran = await awarding([award('a'), award('b'), award('c')]);
		expect(service.log).toEqual(['read 0', 'read 1', 'read 2', 'send PATCH /awards/k']);
		expect(jsonOf(ran)).toEqual(['a', 'b', 'c'].map((thing) => ({ thing, amount: 1 })));
		expect(pairedOf(ran)).toEqual([0, 1, 2]);
	});

	it('go out in requests of so many, whatever lies between them', async () => {
		const items = [award('a'), award('x', 'l'), award('b'), award('c'), award('y', 'l'), award('d')];
		const ran = await awarding(items, { options: { batchSize: 2 } });
		expect(entries()).toEqual([
			['k', 'ab'],
			['l', 'xy'],
			['k', 'cd'],
		]);
		expect(wordsOf(ran)).toEqual(['a', 'x', 'b', 'c', 'y', 'd']);
	});

	it('go out before a request that comes after them', async () => {
		const input = [
			{ ...award('a'), does: 'award' },
			{ ...award('b'), does: 'award' },
			{ ...award('c'), does: 'pay' },
			{ ...award('d'), does: 'award' },
		];
		await awarding(input, {
			parameters: { kind: '={{ $json.kind }}', operation: '={{ $json.does.trim() }}' },
		});
		expect(service.lines).toEqual(['PATCH /awards/k', 'POST /payments/c', 'PATCH /awards/k']);
	});

	it('go out after the reads before them', async () => {
		const input = [
			{ ...award('s'), does: 'get' },
			{ ...award('a'), does: 'award' },
			{ ...award('t'), does: 'get' },
		];
		await awarding(input, {
			parameters: { kind: '={{ $json.kind }}', operation: '={{ $json.does.trim() }}' },
			options: { concurrency: 1 },
		});
		expect(service.lines).toEqual(['GET /things/s', 'PATCH /awards/k', 'GET /things/t']);
	});

	it('name the request that they shared, by its number', async () => {
		service.answer = () => ({ status: 500 });
		const ran = await awarding([award('a'), award('b'), award('c')], {
			...goingOn,
			options: { batchSize: 2 },
		});
		expect(ran.items.map(({ json }) => (json.details as IDataObject).request)).toEqual([
			{ number: 1, items: 2 },
			{ number: 1, items: 2 },
			{ number: 2, items: 1 },
		]);
		expect(outcomesOf(ran)).toEqual(['unknown', 'unknown', 'unknown']);
	});

	it('are not sent after a request that stopped the run', async () => {
		service.answer = () => ({ status: 500 });
		const { error } = await awarding(
			['a', 'b', 'c', 'd', 'e'].map((one) => award(one)),
			{
				options: { batchSize: 2 },
			},
		);
		expect(error).toMatchObject({ context: { itemIndex: 0 } });
		expect(service.asked).toHaveLength(1);
	});

	it('are looked for where one of them is refused, and the run stops at it or goes on', async () => {
		service.answer = ({ body }) => {
			const { updates } = body as { updates: Array<{ thing: string }> };
			return updates.some(({ thing }) => thing === 'b') ? { status: 404 } : undefined;
		};
		const items = ['a', 'b', 'c', 'd'].map((one) => award(one));
		const { error } = await awarding(items);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(error?.description).toContain('One other item was applied');
		expect(entries().map(([, things]) => things)).toEqual(['abcd', 'ab', 'a', 'b']);
		service.asked.length = 0;
		const ran = await awarding(items, goingOn);
		expect(outcomesOf(ran)).toEqual([undefined, 'notApplied', undefined, undefined]);
	});

	it('of a dry run tell which request they would share', async () => {
		const options = { dryRun: true, batchSize: 3 };
		const items = ['a', 'b', 'c', 'd'].map((one) => award(one));
		expect(jsonOf(await awarding(items, { options })).map(({ request }) => request)).toEqual(
			[1, 1, 1, 2].map((number) => ({ number, items: number === 1 ? 3 : 1 })),
		);
		expect(service.asked).toEqual([]);
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

	it('lets nothing more be sent or read', async () => {
		const signal = cancelling((line) => line.endsWith('t1'));
		await runOf('update', numbered(4), { signal, options: { concurrency: 1 }, ...goingOn });
		expect(service.log.filter((line) => line.startsWith('send'))).toHaveLength(2);
		expect(service.log).not.toContain('read 3');
	});

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
		random.mockReturnValue(0.9);
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
		const ran = await runOf(operation, numbered(5), {
			signal: abort.signal,
			onRead,
			...goingOn,
			options: operation === 'pay' ? { maximumAmount: '1' } : {},
		});
		expect(service.log).toEqual(['read 0', 'read 1', 'read 2']);
		expect(ran.items).toEqual([]);
	});
});

describe('another try of n8n', () => {
	const type = 'n8n-nodes-rewards-engagement.rewardsEngagementTool';

	it('sends nothing that an earlier one did', async () => {
		const { signal } = new AbortController();
		const node = { id: 'tried twice', retryOnFail: true };
		answering({ '/b': 404 });
		await runOf('pay', named('a', 'b'), { signal, node });
		answering({});
		const ran = await runOf('pay', named('a', 'b'), { signal, node });
		expect(wordsOf(ran)).toEqual(['a', 'b']);
		expect(service.lines).toEqual(['POST /payments/a', 'POST /payments/b', 'POST /payments/b']);
	});

	it('of a tool is told from another call by its input', async () => {
		const { signal } = new AbortController();
		const node = { id: 'called twice', retryOnFail: true, type };
		const [items, others] = [[{ json: { thing: 'a', amount: 1 } }], [{ json: { thing: 'a', amount: 1 } }]];
		await runOf('pay', [], { signal, node, items });
		await runOf('pay', [], { signal, node, items });
		expect(service.lines).toHaveLength(1);
		await runOf('pay', [], { signal, node, items: others });
		expect(service.lines).toHaveLength(2);
	});
});

describe('others have their turn', () => {
	const turnsOf = async (operation: string, input: IDataObject[], more: Partial<Running> = {}) =>
		await turnsDuring(async () => await runOf(operation, input, more));
	const many = (count: number, more: object) =>
		upTo(count).map(() => ({ thing: 'nothing', amount: 1, ...more }));

	it('now and then among items that ask nothing of the service', async () => {
		expect(await turnsOf('note', many(120, {}))).toBe(4);
		expect(await turnsOf('={{ $json.does.trim() }}', many(120, { does: 'note' }))).toBe(6);
	});

	it('before each of many that are begun at a time, of which none is lost', async () => {
		const lost: unknown[] = [];
		const note = (reason: unknown) => void lost.push(reason);
		process.on('unhandledRejection', note);
		expect(await turnsOf('noteMany', many(120, {}))).toBe(1 + 3 + 120);
		process.off('unhandledRejection', note);
		expect(lost).toEqual([]);
	});

	it('after each result of a long list', async () => {
		expect(await turnsOf('note', named(...upTo(60).map(String)))).toBe(1 + 2 + 60);
	});

	it('between items that are read before anything is sent', async () => {
		const invalid = many(40, { thing: '' });
		expect(await turnsOf('pay', invalid, goingOn)).toBe(1 + 39 + 40 + 1 + 40);
		expect(await turnsOf('get', invalid, goingOn)).toBe(1 + 1 + 40);
	});

	it('between items that are told the same', async () => {
		const credential = async () => await Promise.reject(new Error('It is gone'));
		expect(await turnsOf('get', many(40, {}), { credential, ...goingOn })).toBe(80);
	});
});
