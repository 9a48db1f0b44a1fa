// Falls with nodes/RewardsEngagement/once/journal.ts and nodes/RewardsEngagement/resources/idempotencyKey/settleByHand.ts.

import type { IExecuteFunctions } from 'n8n-workflow';

import { paymentsOf } from '../../nodes/RewardsEngagement/once/journals';
import { fullKey } from '../../nodes/RewardsEngagement/once/key';
import { confirmKey, releaseKey } from '../../nodes/RewardsEngagement/resources/idempotencyKey/settleByHand';

const TYPE = 'n8n-nodes-rewards-engagement.rewardsEngagement';
const where = { baseUrl: 'https://service.example', realmId: 'r' };

interface Node {
	id?: string;
	name?: string;
	type: string;
}

/** A workflow with the data of each of its nodes in n8n. */
class Workflow {
	readonly values = new Map<string, Set<string>>();
	onRecord: (nodeId: string) => void = () => {};

	constructor(readonly nodes: Record<string, Node>) {}
}

/** n8n's context of a node. */
class Context {
	readonly instanceSettings = { instanceType: 'main' };
	readonly additionalData = { hooks: { addHandler: () => {} } };
	readonly helpers: unknown;

	constructor(
		readonly workflow: Workflow,
		private readonly node: Node,
	) {
		const { id = '' } = node;
		const rowOf = () => {
			const row = workflow.values.get(id) ?? new Set();
			workflow.values.set(id, row);
			return row;
		};
		this.helpers = {
			checkProcessedAndRecord: async (values: string[]) => {
				workflow.onRecord(id);
				const fresh = values.filter((value) => !rowOf().has(value));
				for (const value of fresh) rowOf().add(value);
				return await Promise.resolve({ new: fresh, processed: [] });
			},
			removeProcessed: async (values: string[]) => {
				for (const value of values) rowOf().delete(value);
				await Promise.resolve();
			},
		};
	}

	getNode = () => this.node;
	getWorkflow = () => ({ id: 'w' });
	getMode = () => 'trigger';
	getExecutionId = () => '1';
	getContext = () => ({});
	getParentNodes = () => [{ id: `${this.node.id} before`, name: 'Before', type: TYPE }];
}

let workflows = 0;
/** A workflow with a node that settles keys, and others. The name of each is its part of the ID. */
function workflowOf(types: Record<string, string> = { pay: TYPE }) {
	const prefix = `workflow ${workflows++}`;
	const nodes = Object.fromEntries(
		Object.entries({ settle: TYPE, ...types }).map(([name, type]) => [
			name,
			{ id: `${prefix} ${name}`, name, type },
		]),
	);
	const workflow = new Workflow(nodes);
	const contextOf = (name: string) =>
		new Context(workflow, nodes[name] as Node) as unknown as IExecuteFunctions;
	/** Makes a node use the key for these words. */
	const use = async (name: string, words: string, outcome?: 'applied' | 'unknown') => {
		const journal = paymentsOf(contextOf(name));
		const key = fullKey(words, { ...where, nodeId: nodes[name]?.id ?? '' });
		await journal.claim([{ key }]);
		if (outcome) await journal.settle([{ key, outcome }]);
		return key;
	};
	const look = async (name: string, key: string) => await paymentsOf(contextOf(name)).look(key);
	return { workflow, contextOf, use, look };
}

const REASON =
	'No node of this workflow used this key. Enter the key as an item shows it under "idempotencyKey", including the part after the @.';
const notFound = (idempotencyKey: string) => ({ status: 'not_found', idempotencyKey, reason: REASON });

describe('a key is released', () => {
	it.each([
		['unknown', 'pending'],
		['applied', 'completed'],
	] as const)('that another node has, whose request is %s', async (outcome, status) => {
		const { contextOf, use, look } = workflowOf();
		const key = await use('pay', 'order 1', outcome);
		const released = { released: true, status, idempotencyKey: key };
		expect(await releaseKey(contextOf('settle'), key, where)).toEqual(released);
		expect(await look('pay', key)).toBe('mine');
	});

	it('that this node has itself, or one that is a tool', async () => {
		const { contextOf, use } = workflowOf({ tool: `${TYPE}Tool` });
		for (const name of ['settle', 'tool']) {
			const key = await use(name, name, 'unknown');
			expect(await releaseKey(contextOf('settle'), key, where)).toMatchObject({ released: true });
		}
	});

	it('by its words alone, in the realm that they are for', async () => {
		const { contextOf, use } = workflowOf();
		const key = await use('pay', 'order 1', 'unknown');
		const other = { ...where, realmId: 'another' };
		expect(await releaseKey(contextOf('settle'), 'order 1', other)).toEqual({
			released: false,
			...notFound('order 1'),
		});
		expect(await releaseKey(contextOf('settle'), 'order 1', where)).toEqual({
			released: true,
			status: 'pending',
			idempotencyKey: key,
		});
	});

	it('whichever way its accents are written', async () => {
		const { contextOf, use } = workflowOf();
		const key = await use('pay', 'café', 'unknown');
		expect(await releaseKey(contextOf('settle'), key.normalize('NFD'), where)).toMatchObject({
			released: true,
			idempotencyKey: key,
		});
	});

	it('of no node of another kind', async () => {
		const types = { trigger: `${TYPE}Trigger`, set: 'n8n-nodes-base.set', like: 'x.ofrewardsEngagement' };
		const { contextOf, use } = workflowOf(types);
		for (const name of Object.keys(types)) {
			const key = await use(name, name, 'unknown');
			expect(await releaseKey(contextOf('settle'), key, where)).toEqual({
				released: false,
				...notFound(key),
			});
		}
	});

	it('of this node alone where n8n does not show the others, or a node has no ID', async () => {
		const { workflow, contextOf, use } = workflowOf();
		const context = contextOf('settle');
		const hidden = await use('pay', 'order 1', 'unknown');
		const key = await use('settle', 'order 2', 'unknown');
		workflow.nodes.pay = { type: TYPE };
		expect(await releaseKey(context, hidden, where)).toMatchObject({ released: false });
		for (const name of Object.keys(workflow.nodes)) delete workflow.nodes[name];
		expect(await releaseKey(context, hidden, where)).toMatchObject({ released: false });
		expect(await releaseKey(context, key, where)).toMatchObject({ released: true });
	});

	it('only when its words stand for one alone', async () => {
		const { contextOf, use, look } = workflowOf();
		const keys = [await use('settle', 'order 1', 'unknown'), await use('pay', 'order 1', 'applied')];
		const message = `Several keys of this workflow start with this text: ${keys.join(', ')}`;
		for (const [work, done] of [
			[releaseKey, 'released'],
			[confirmKey, 'confirmed'],
		] as const) {
			await expect(work(contextOf('settle'), 'order 1', where)).rejects.toMatchObject({
				message,
				told: { advice: `Enter one of them in full. Nothing was ${done}.` },
			});
		}
		expect([await look('settle', keys[0]!), await look('pay', keys[1]!)]).toEqual(['open', 'done']);
		expect(await releaseKey(contextOf('settle'), keys[1]!, where)).toMatchObject({ released: true });
	});

	it('not while a request is being sent under it', async () => {
		const { contextOf, use } = workflowOf();
		const key = await use('pay', 'order 1');
		for (const text of ['order 1', key])
			await expect(releaseKey(contextOf('settle'), text, where)).rejects.toThrow('still being sent');
		for (const [work, done] of [
			[releaseKey, 'released'],
			[confirmKey, 'confirmed'],
		] as const) {
			await expect(work(contextOf('settle'), key, where)).rejects.toMatchObject({
				message: `Key not ${done}: its request is still being sent`,
				told: { advice: 'Wait until that run has ended, then check the key again.' },
			});
		}
	});

	it.each([
		['released', releaseKey],
		['confirmed', confirmKey],
	] as const)('or %s, not when a request takes it meanwhile', async (done, work) => {
		const { workflow, contextOf, use } = workflowOf();
		const key = await use('pay', 'order 1', 'unknown');
		const journal = paymentsOf(contextOf('pay'));
		let claimed: Promise<unknown> | undefined;
		// The key is released and taken again after the look.
		workflow.onRecord = (nodeId) => {
			if (nodeId.includes('pay')) claimed ??= Promise.all([journal.release(key), journal.claim([{ key }])]);
		};
		const settling = work(contextOf('settle'), key, where);
		await expect(settling).rejects.toThrow(`Key not ${done}`);
		expect(await claimed).toEqual(['open', ['mine']]);
	});
});

describe('a key is confirmed', () => {
	it('that is open, so that it is done from then on', async () => {
		const { contextOf, use, look } = workflowOf();
		const key = await use('pay', 'order 1', 'unknown');
		const confirmed = { confirmed: true, status: 'pending', idempotencyKey: key };
		expect(await confirmKey(contextOf('settle'), 'order 1', where)).toEqual(confirmed);
		expect(await look('pay', key)).toBe('done');
	});

	it('once', async () => {
		const { contextOf, use } = workflowOf();
		const key = await use('pay', 'order 1', 'applied');
		expect(await confirmKey(contextOf('settle'), key, where)).toEqual({
			confirmed: false,
			status: 'completed',
			idempotencyKey: key,
			reason: 'This key is done already, so nothing was changed. Later runs skip its item.',
		});
	});

	it('only where it is there, and is not made', async () => {
		const { workflow, contextOf } = workflowOf();
		const confirmed = await confirmKey(contextOf('settle'), 'order 1', where);
		expect(confirmed).toEqual({ confirmed: false, ...notFound('order 1') });
		expect([...workflow.values.values()].flatMap((row) => [...row])).toEqual([]);
	});
});

it.each([
	['released', releaseKey],
	['confirmed', confirmKey],
] as const)('a key is not %s that was freed behind the look at it', async (done, work) => {
	const { workflow, contextOf, use } = workflowOf();
	const key = await use('pay', 'order 1', 'unknown');
	const journal = paymentsOf(contextOf('pay'));
	let freed: Promise<unknown> | undefined;
	workflow.onRecord = (nodeId) => {
		if (nodeId.includes('pay')) freed ??= journal.release(key);
	};
	const { reason, ...settled } = { reason: REASON, ...(await work(contextOf('settle'), key, where)) };
	expect(settled).toEqual({ [done]: false, status: 'not_found', idempotencyKey: key });
	expect(reason).toBe(REASON);
	expect(await freed).toBe('open');
});
