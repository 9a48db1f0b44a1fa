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
