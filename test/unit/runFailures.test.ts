// Falls with nodes/RewardsEngagement/run/run.ts.

import type { IDataObject, INode } from 'n8n-workflow';

import { Registry } from '../../nodes/RewardsEngagement/declare/registry';
import {
	jsonOf,
	outcomesOf,
	registryWith,
	run,
	Service,
	wordsOf,
	type Answer,
	type Running,
	withKnownWaits,
} from './nodeRun';

let service: Service;
withKnownWaits(0.02);
beforeEach(() => (service = new Service()));

const named = (...names: string[]) => names.map((name) => ({ thing: name, amount: 1 }));
const numbered = (count: number) => named(...Array.from({ length: count }, (_item, index) => `t${index}`));
const goingOn = { node: { onError: 'continueRegularOutput' } } as const;
const byKey = { repeatProtection: 'key', idempotencyKey: '={{ $json.thing.trim() }}' };
/** Answers by the end of the request line. A number is a status. */
const answering = (answers: Record<string, number | Answer>) => {
	service.answer = ({ line }) => {
		const found = Object.entries(answers).find(([end]) => line.endsWith(end))?.[1];
		return typeof found === 'number' ? { status: found } : found;
	};
};
const after = (delay: number, status: number) => ({ delay, status });
const runOf = async (operation: string, input: IDataObject[], more: Partial<Running> = {}) =>
	await run({ service, operation, input, ...more });

describe('a run that failures stop', () => {
	const stoppedBy = async (answers: Record<string, number | Answer>, operation = 'pay') => {
		answering(answers);
		const { error } = await runOf(operation, numbered(4), { options: { concurrency: 4 } });
		return { itemIndex: error?.context?.itemIndex, words: error?.description ?? '' };
	};

	it('fails with the first of them, as the items go', async () => {
		const answers = { t1: after(40, 404), t2: after(5, 403), t3: after(60, 403) };
		expect(await stoppedBy(answers)).toMatchObject({ itemIndex: 1 });
		expect(await stoppedBy(answers, 'get')).toMatchObject({ itemIndex: 1 });
	});

	it.each([
		[1, after(5, 404), after(60, 500)],
		[1, after(60, 404), after(5, 500)],
		[0, after(60, 500), after(5, 404)],
		[0, after(5, 500), after(60, 404)],
	])('fails with item %i, whose outcome is unknown, whichever failed first', async (itemIndex, t0, t1) => {
		const stopped = await stoppedBy({ t0, t1 });
		expect(stopped.itemIndex).toBe(itemIndex);
		expect(stopped.words).not.toContain('unknown too');
	});

	it.each([
		['item 1', { t0: after(60, 500), t1: after(5, 500) }],
		['items 1 and 2', { t0: after(30, 500), t1: after(60, 500), t2: after(5, 500) }],
		['items 1, 2 and 3', { t0: 500, t1: 500, t2: 500, t3: 500 }],
	])('names %s of unknown outcome beside the first', async (others, answers) => {
		const { itemIndex, words } = await stoppedBy(answers);
		expect(itemIndex).toBe(0);
		expect(words).toContain(
			`The outcome of ${others} is unknown too. Check the service before you run the items again.`,
		);
	});

	it('names these before it says what was applied', async () => {
		const { words } = await stoppedBy({ t1: 500, t2: after(60, 500), t3: 404 });
		expect(words).toContain('you run the items again. One other item was applied before the run stopped.');
	});

	const applied = (count: number, advice: string) =>
		new RegExp(
			`${count === 1 ? 'One other item was' : `${count} other items were`} applied before the run stopped\\. ${advice}$`,
		);
	const TWICE =
		'A retry of this execution would apply it a second time\\. Run only the remaining items\\. To make retries safe, set "Repeat Protection" to "By Key" first\\.';
	const KEEP = 'To keep the results, set "On Error" to continue\\.';
	const SKIPS = `A retry of this execution skips it\\. ${KEEP}`;
	it.each<[string, string, Partial<Running>, RegExp]>([
		['a payment', 'pay', {}, applied(1, TWICE)],
		['a payment with a key', 'pay', { parameters: byKey }, applied(1, SKIPS)],
		['a read', 'get', {}, applied(3, KEEP)],
		['updates', 'update', {}, applied(3, KEEP)],
	])('says what a retry of %s would do', async (_what, operation, more, words) => {
		answering(operation === 'pay' ? { t1: 404 } : { t1: after(60, 404) });
		const { error } = await runOf(operation, numbered(4), more);
		expect(error?.description).toMatch(words);
	});

	it('counts no payment that was only shown', async () => {
		answering({ '/c': 404 });
		const input = named('a', 'b', 'c').map((item, index) => ({ ...item, dry: index === 0 }));
		const { error } = await runOf('pay', input, { options: { dryRun: '={{ $json.dry }}' } });
		expect(error?.description).toMatch(/One other item was applied before the run stopped/);
	});

	it('says nothing of others if none was applied, or those before it were skipped by their keys', async () => {
		answering({ t0: 404 });
		expect((await runOf('pay', numbered(2))).error?.description).not.toMatch(/applied before|retry/);
		const more = { parameters: byKey, kept: new Set<string>(), node: { id: 'told' } };
		await runOf('pay', named('a'), more);
		answering({ '/c': 404 });
		expect((await runOf('pay', named('a', 'c'), more)).error?.description).not.toMatch(/applied before/);
	});
});

describe('a failed item of a run that goes on', () => {
	it('is an item with its error among the others, and counts for the hints', async () => {
		answering({ '/b': 500, '/c': 404 });
		const ran = await runOf('pay', named('a', 'b', 'c', '', 'd'), goingOn);
		expect(outcomesOf(ran)).toEqual([undefined, 'unknown', 'notApplied', 'notApplied', undefined]);
		expect(jsonOf(ran)[2]).toMatchObject({ details: { outcome: 'notApplied', status: 404 } });
		expect(ran.hints).toMatchObject([
			{ message: expect.stringContaining('one item may have been applied'), type: 'warning' },
		]);
	});

	it('reaches an agent as an item, who would not hear of it otherwise', async () => {
		answering({ '/a': 404 });
		const type = 'n8n-nodes-rewards-engagement.rewardsEngagementTool';
		expect(outcomesOf(await runOf('get', named('a'), { node: { type } }))).toEqual(['notApplied']);
	});

	it('is marked for the Error output of n8n 2.20 and older, and the mark does not survive a copy', async () => {
		answering({ '/b': 404 });
		const itemWith = async (onError: INode['onError']) =>
			(await runOf('get', named('a', 'b'), { node: { onError } })).items[1]!;
		const item = await itemWith('continueErrorOutput');
		expect(item.error).toBeInstanceOf(Error);
		expect('error' in { ...item }).toBe(false);
		// n8n does not copy it on the regular output, and would replace the JSON.
		expect((await itemWith('continueRegularOutput')).error).toBeUndefined();
	});

	it.each([
		['without its sensitive fields to an agent', ['pin'], 'Tool', '[hidden]'],
		['in full to an agent if none of its fields is sensitive', [], 'Tool', '1234'],
		['in full to a workflow', ['pin'], '', '1234'],
	])('gives the answer of the service %s', async (_whom, sensitive, suffix, pin) => {
		service.answer = () => ({ status: 404, body: { error: 'No', pin: '1234', note: 'n' } });
		const { operations } = registryWith().resources.thing!;
		const registry = new Registry({
			thing: { name: 'Thing', description: 'A thing', default: 'get', operations, sensitive },
		});
		const node = { type: `n8n-nodes-rewards-engagement.rewardsEngagement${suffix}`, ...goingOn.node };
		const [given] = jsonOf(await runOf('get', named('a'), { node, registry }));
		expect((given?.details as IDataObject).answer).toEqual({ error: 'No', pin, note: 'n' });
	});
});

describe('two nodes with one ID', () => {
	const nodes = { Rewards: { id: 'one', name: 'Rewards' }, Copy: { id: 'one', name: 'Copy' } };
	const message = 'The nodes "Rewards" and "Copy" have the same ID';

	it('send nothing that a repeat would double, as one would take what the other sent for its own', async () => {
		const { error } = await runOf('pay', named('a'), { nodes, node: { id: 'one' } });
		expect(error?.message).toBe(message);
		expect(error?.description).toBe(
			'Copy one of them, paste it, and delete the original: the copy gets its own ID. Nothing was sent.',
		);
		const ran = await runOf('pay', named('a', 'b'), { nodes, node: { id: 'one', ...goingOn.node } });
		expect(wordsOf(ran)).toEqual([message, message]);
		expect(outcomesOf(ran)).toEqual(['notApplied', 'notApplied']);
		expect(service.lines).toEqual([]);
	});

	it('do all else', async () => {
		expect(jsonOf(await runOf('update', named('a'), { nodes, node: { id: 'one' } }))).toEqual([{ id: 'a' }]);
	});
});

describe('the credential', () => {
	it('that cannot be read stops the run before an item is read', async () => {
		const credential = async () => await Promise.reject(new Error('It is gone'));
		const { error } = await runOf('pay', named('a', 'b'), { credential });
		expect(error).toMatchObject({
			message: 'It is gone',
			description: 'Nothing was sent.',
			context: { itemIndex: 0 },
		});
		const ran = await runOf('pay', named('a', 'b'), { credential, ...goingOn });
		expect(wordsOf(ran)).toEqual(['It is gone', 'It is gone']);
		expect(outcomesOf(ran)).toEqual(['notApplied', 'notApplied']);
		expect(ran.hints).toEqual([]);
		expect(service.log).toEqual([]);
	});

	it.each(['get', 'pay'])('without an address leaves a %s unsent', async (operation) => {
		const credential = async () => await Promise.resolve({ baseUrl: 'nowhere', apiKey: 'key', realmId: 'r' });
		const ran = await runOf(operation, named('a'), { credential, ...goingOn });
		expect(outcomesOf(ran)).toEqual(['notApplied']);
		expect(service.lines).toEqual([]);
	});
});

describe("another try by n8n's Retry On Fail", () => {
	/** The two tries of a run, before and after the service works. */
	const triedTwice = async (operation: string, more: Partial<Running> = {}) => {
		const { signal } = new AbortController();
		const node = { id: `tried ${operation} ${JSON.stringify(more)}`, retryOnFail: true, ...goingOn.node };
		const running = { signal, kept: new Set<string>(), node, ...more };
		answering({ '/b': 404, '/c': 500 });
		await runOf(operation, named('a', 'b', 'c'), running);
		service.asked.length = 0;
		answering({});
		return outcomesOf(await runOf(operation, named('a', 'b', 'c'), { ...running, workflowId: 'w' }));
	};
	const sent = () => service.lines.map((line) => line.at(-1)).join('');

	it.each([
		['payments', {}],
		['payments with a key', { parameters: byKey }],
	])('sends %s again only if they were not applied', async (_what, more) => {
		expect(await triedTwice('pay', more)).toEqual([undefined, undefined, 'unknown']);
		expect(sent()).toBe('b');
	});

	it('sends updates again', async () => {
		expect(await triedTwice('update')).toEqual([undefined, undefined, undefined]);
		expect(sent()).toBe('abc');
	});

	it('sends payments whose keys could not be claimed before', async () => {
		expect(await triedTwice('pay', { parameters: byKey, workflowId: '' })).toEqual([
			undefined,
			undefined,
			undefined,
		]);
		expect(sent()).toBe('abc');
	});

	it('shows a dry run anew', async () => {
		await triedTwice('pay', { parameters: byKey, options: { dryRun: true } });
		expect(sent()).toBe('');
	});
});
