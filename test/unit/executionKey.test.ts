// Falls with nodes/RewardsEngagement/idempotency/executionKey.ts.

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { ExecutionData } from '../../nodes/RewardsEngagement/idempotency/executionData';
import { claimExecution, isExecutionKey } from '../../nodes/RewardsEngagement/idempotency/executionKey';
import { KeyStore } from '../../nodes/RewardsEngagement/idempotency/keyStore';
import { fullKey } from '../../nodes/RewardsEngagement/idempotency/keyWords';
import { workflowContext } from './workflowContext';

let nodes = 0;

/** A node with its data in n8n. */
class PayingNode {
	readonly values = new Set<string>();
	readonly id = `paying ${nodes++}`;
	readonly warnings: string[] = [];
	/** The database's errors while nothing can be recorded or removed. */
	broken: { record?: string; remove?: string } = {};

	/** An attempt at an execution: its context, its data in n8n, and its end. */
	attempt({ executionId = '1', stored = {}, workflowId = 'w', mode = 'trigger', retryOf }: Attempt = {}) {
		const handlers: Array<() => Promise<void>> = [];
		const helpers = {
			checkProcessedAndRecord: async (values: string[]) => {
				if (this.broken.record) throw new Error(this.broken.record);
				const fresh = values.filter((value) => !this.values.has(value));
				for (const value of fresh) this.values.add(value);
				return await Promise.resolve({ new: fresh, processed: [] });
			},
			removeProcessed: async (values: string[]) => {
				if (this.broken.remove) throw new Error(this.broken.remove);
				for (const value of values) this.values.delete(value);
				await Promise.resolve();
			},
			getProcessedDataCount: async () => await Promise.resolve(this.values.size),
		};
		const hooks = {
			retryOf,
			addHandler: (_hook: string, handler: () => Promise<void>) => void handlers.push(handler),
		};
		const context = workflowContext({ id: this.id, name: 'Pay' }, (node) => ({
			helpers,
			getNode: () => node,
			getWorkflow: () => ({ id: workflowId }),
			getContext: () => stored,
			getMode: () => mode,
			getExecutionId: () => executionId ?? undefined,
			instanceSettings: { instanceType: 'main' },
			additionalData: { hooks },
			logger: { warn: (words: string) => void this.warnings.push(words) },
		})) as unknown as IExecuteFunctions;
		const data = ExecutionData.of(context, 0);
		return {
			context,
			data,
			claim: async () => await claimExecution(context, data),
			end: async () => {
				for (const handler of handlers.splice(0)) await handler();
			},
		};
	}

	/** The recorded keys without their notes. */
	get fullKeys(): string[] {
		return [...this.values].filter((value) => /@[0-9a-f]{12}$/.test(value)).sort();
	}

	/** The same without the parts that separate them from keys of other nodes. */
	get keys(): string[] {
		return this.fullKeys.map((key) => key.replace(/@.*$/, ''));
	}
}

interface Attempt {
	executionId?: string | null;
	stored?: IDataObject;
	workflowId?: string;
	mode?: 'trigger' | 'manual' | 'retry';
	retryOf?: string;
}

const retry = (executionId: string, retryOf: string | undefined, stored: IDataObject = {}): Attempt => ({
	executionId,
	retryOf,
	stored,
	mode: 'retry',
});
const refusal = async (work: Promise<unknown>) =>
	await work.then(
		() => undefined,
		(error: { told: unknown }) => error.told,
	);
const INTERRUPTED = {
	message: 'Not sent: an earlier attempt at this execution may have sent this item',
	outcome: 'unknown',
};

describe('the key of an execution', () => {
	it('is open while the execution runs, and free once it has ended', async () => {
		const node = new PayingNode();
		const { context, claim, end } = node.attempt();
		await claim();
		expect(node.keys).toEqual(['execution 1, part 1']);
		const [key = ''] = node.fullKeys;
		expect(await KeyStore.of(context).look(key)).toBe('open');
		expect(isExecutionKey(context, key)).toBe(true);
		await end();
		expect([...node.values]).toEqual([]);
	});

	it('stays open, and is in use no more, where the execution is cancelled while it claims', async () => {
		const node = new PayingNode();
		const { context, claim, end } = node.attempt();
		await Promise.all([claim(), end()]);
		const [key = ''] = node.fullKeys;
		expect(await KeyStore.of(context).look(key)).toBe('open');
		expect(KeyStore.of(context).isLive(key)).toBe(false);
	});

	it('that could not be recorded leaves nothing to do at the end', async () => {
		const node = new PayingNode();
		node.broken = { record: 'disk full' };
		const { claim, end } = node.attempt();
		await refusal(claim());
		await end();
		expect(node.warnings).toEqual([]);
	});

	it('stays in use while its attempt runs, also once a retry of it has ended', async () => {
		const node = new PayingNode();
		const { context, claim } = node.attempt();
		await claim();
		const [key = ''] = node.fullKeys;
		const retried = node.attempt(retry('2', '1'));
		await refusal(retried.claim());
		await retried.end();
		expect(KeyStore.of(context).isLive(key)).toBe(true);
	});

	it('is one for each part of it, which a wait begins', async () => {
		const node = new PayingNode();
		const stored = {};
		const first = node.attempt({ stored });
		await first.claim();
		await first.end();
		const second = node.attempt({ stored: JSON.parse(JSON.stringify(stored)) as IDataObject });
		await second.claim();
		expect(node.keys).toEqual(['execution 1, part 2']);
		await second.end();
		expect([...node.values]).toEqual([]);
	});

	it.each<Attempt>([{ mode: 'manual' }, { executionId: null }, { workflowId: '' }])(
		'is not needed where nobody can retry it: %o',
		async (attempt) => {
			const node = new PayingNode();
			const { data, claim } = node.attempt(attempt);
			await claim();
			expect([...node.values]).toEqual([]);
			expect(data.saved).toMatchObject({ parts: 0 });
			expect(data.saved.execution).toBeUndefined();
		},
	);

	it('belongs to its node, and not to another', async () => {
		const node = new PayingNode();
		const { context, claim } = node.attempt();
		await claim();
		const [key = ''] = node.fullKeys;
		expect(isExecutionKey(new PayingNode().attempt().context, key)).toBe(false);
		expect(isExecutionKey(context, `order ${key}`)).toBe(false);
		const scope = { nodeId: node.id, baseUrl: '', realmId: '' };
		expect(isExecutionKey(context, fullKey('execution 1, part 1', scope))).toBe(false);
	});

	it('lets nothing be sent where it could not be recorded', async () => {
		const node = new PayingNode();
		const { data, claim } = node.attempt();
		node.broken = { record: 'database is locked' };
		expect(await refusal(claim())).toMatchObject({
			message: 'Not sent: n8n could not record the key',
			outcome: 'notApplied',
		});
		expect(data.saved.parts).toBe(0);
		node.broken = {};
		await claim();
		expect(node.keys).toEqual(['execution 1, part 1']);
	});
});

describe('a retry', () => {
	it('of an attempt that ended claims the keys of the first and one of its own, and keeps them', async () => {
		const node = new PayingNode();
		const stored = {};
		const first = node.attempt({ stored });
		await first.claim();
		await first.end();
		// n8n passes the saved data of the first attempt to the retry.
		const again = node.attempt(retry('2', '1', stored));
		await again.claim();
		const keys = ['execution 1, part 1', 'execution 1, part 2', 'execution 2, part 2'];
		expect(node.keys).toEqual(keys);
		const [, key = ''] = node.fullKeys;
		expect(await KeyStore.of(again.context).release(key)).toBe('inUse');
		await again.end();
		expect(node.keys).toEqual(keys);
		expect(await KeyStore.of(again.context).look(key)).toBe('open');
		expect(await KeyStore.of(again.context).release(key)).toBe('open');
	});

	it('of an attempt that n8n did not live to save sends nothing, and keeps a key of its own', async () => {
		const node = new PayingNode();
		await node.attempt().claim();
		const { context, data, claim, end } = node.attempt(retry('2', '1'));
		expect(await refusal(claim())).toMatchObject({ ...INTERRUPTED, idempotencyKey: node.fullKeys[0] });
		expect(node.keys).toEqual(['execution 1, part 1', 'execution 2, part 1']);
		expect(data.saved).toMatchObject({ execution: '1', parts: 0 });
		await end();
		const [, own = ''] = node.fullKeys;
		expect(KeyStore.of(context).isLive(own)).toBe(false);
		expect(await refusal(node.attempt(retry('3', '2')).claim())).toMatchObject(INTERRUPTED);
	});

	it('of the first attempt sends nothing once another retry of it may have', async () => {
		const node = new PayingNode();
		const stored = {};
		const first = node.attempt({ stored });
		await first.claim();
		await first.end();
		const saved = JSON.stringify(stored);
		const load = () => JSON.parse(saved) as IDataObject;
		const second = node.attempt(retry('2', '1', load()));
		await second.claim();
		await second.end();
		expect(await refusal(node.attempt(retry('3', '1', load())).claim())).toMatchObject(INTERRUPTED);
	});

	it('of a retry is an attempt at the same execution', async () => {
		const node = new PayingNode();
		const stored = {};
		for (const attempt of [{ stored }, retry('2', '1', stored)]) {
			const { claim, end } = node.attempt(attempt);
			await claim();
			await end();
		}
		node.values.clear();
		await node.attempt(retry('3', '2', stored)).claim();
		expect(node.keys).toEqual([
			...[1, 2, 3].map((part) => `execution 1, part ${part}`),
			'execution 3, part 3',
		]);
	});

	it('of the first attempt sends nothing once a retry of a retry may have, though a person freed the retry', async () => {
		const node = new PayingNode();
		const load = (stored: object) => JSON.parse(JSON.stringify(stored)) as IDataObject;
		const stored = {};
		const first = node.attempt({ stored });
		await first.claim();
		await first.end();
		const ofFirst = load(stored);
		const second = node.attempt(retry('2', '1', stored));
		await second.claim();
		await second.end();
		for (const key of node.fullKeys) await KeyStore.of(second.context).release(key);
		const third = node.attempt(retry('3', '2', stored));
		await third.claim();
		await third.end();
		expect(await refusal(node.attempt(retry('4', '1', ofFirst)).claim())).toMatchObject(INTERRUPTED);
	});

	it('of a retry whose data was lost sends nothing', async () => {
		const node = new PayingNode();
		const second = node.attempt(retry('2', '1'));
		await second.claim();
		await second.end();
		expect(await refusal(node.attempt(retry('3', '2')).claim())).toMatchObject(INTERRUPTED);
	});

	it('of which n8n does not say what it repeats sends nothing, unless its data says it', async () => {
		const node = new PayingNode();
		const { data, claim } = node.attempt(retry('2', undefined));
		const problem = await refusal(claim());
		expect(problem).toMatchObject(INTERRUPTED);
		expect((problem as { idempotencyKey?: string }).idempotencyKey).toBeUndefined();
		expect([...node.values]).toEqual([]);
		expect(data.saved.execution).toBeUndefined();
		const stored = {};
		const first = node.attempt({ stored });
		await first.claim();
		await first.end();
		await node.attempt(retry('2', undefined, stored)).claim();
		expect(node.keys).toEqual(['execution 1, part 1', 'execution 1, part 2', 'execution 2, part 2']);
	});
});
