import { setTimeout as pause } from 'node:timers/promises';

import type { IExecuteFunctions } from 'n8n-workflow';

import { MAX_CLAIMED_AHEAD, RunKeys } from '../../nodes/RewardsEngagement/idempotency/runKeys';

/** n8n's row of one node, which takes some time to be written, and counts how often it is. */
class Row {
	values = new Set<string>();

	writes = 0;

	/** Milliseconds. */
	gap = 0;

	contextOf(nodeId: string): IExecuteFunctions {
		const write = async (change: () => void) => {
			this.writes++;
			await pause(this.gap);
			change();
		};
		const helpers = {
			checkProcessedAndRecord: async (values: string[]) => {
				const fresh = values.filter((value) => !this.values.has(value));
				await write(() => fresh.forEach((value) => this.values.add(value)));
				return { new: fresh, processed: [] };
			},
			removeProcessed: async (values: string[]) => {
				await write(() => values.forEach((value) => this.values.delete(value)));
			},
		};
		const stored = {};
		return {
			helpers,
			getNode: () => ({ id: nodeId }),
			getWorkflow: () => ({ id: 'w' }),
			getContext: () => stored,
			getWorkflowDataProxy: () => ({ $runIndex: 0 }),
			instanceSettings: { instanceType: 'main' },
			logger: { warn: () => {} },
		} as unknown as IExecuteFunctions;
	}
}

let nodes = 0;
const runOf = (row: Row, count: number, keyOf = (index: number) => `key ${index}`) => {
	const keys = new RunKeys(row.contextOf(`node ${nodes++}`));
	const items = Array.from({ length: count }, (_item, index) =>
		keys.expect({ itemIndex: index, isNumbered: false, fingerprint: 'f', keyOf: () => keyOf(index) }),
	);
	return { keys, items };
};
const json = () => ({});

it('writes the keys of many items at a time where writing takes long', async () => {
	const row = new Row();
	row.gap = 10;
	const { keys, items } = runOf(row, 300);
	for (const once of items) await once(async () => await Promise.resolve(), json);
	await keys.close();
	expect(row.writes).toBeLessThan(30);
	expect(row.values.size).toBe(600);
});

it('writes the key of one item at a time where sending takes longer', async () => {
	const row = new Row();
	const { keys, items } = runOf(row, 4);
	let claimed = 0;
	for (const once of items) {
		await once(async () => {
			claimed = Math.max(claimed, [...row.values].filter((value) => value.endsWith('is open')).length);
			await pause(300);
		}, json);
	}
	await keys.close();
	expect(claimed).toBe(1);
});

it('has every key recorded as open before its request is sent, and never claims too many ahead', async () => {
	const row = new Row();
	row.gap = 3;
	const { keys, items } = runOf(row, 200);
	let most = 0;
	for (const [index, once] of items.entries()) {
		await once(async () => {
			expect(row.values).toContain(`key ${index} is open`);
			const open = [...row.values].filter((value) => value.endsWith('is open'));
			most = Math.max(most, open.length);
			await Promise.resolve();
		}, json);
	}
	await keys.close();
	expect(most).toBeGreaterThan(1);
	expect(most).toBeLessThanOrEqual(MAX_CLAIMED_AHEAD);
});

it('frees what was claimed ahead and not sent, when the run stops', async () => {
	const row = new Row();
	row.gap = 5;
	const { keys, items } = runOf(row, 100);
	for (const once of items.slice(0, 10)) await once(async () => await Promise.resolve(), json);
	expect(row.values.size).toBeGreaterThan(30);
	await keys.close();
	expect([...row.values].sort()).toEqual(
		Array.from({ length: 10 }, (_item, index) => [`key ${index}`, `key ${index} for f`])
			.flat()
			.sort(),
	);
});

it('sends once for two items under one key, also where both are on their way', async () => {
	const row = new Row();
	const { keys, items } = runOf(row, 40, (index) => `key ${index % 2}`);
	let sent = 0;
	const results = await Promise.all(
		items.map(async (once) => await once(async () => void (sent++, await pause(5)), json)),
	);
	await keys.close();
	expect(sent).toBe(2);
	expect(results.filter(({ wasDone }) => wasDone)).toHaveLength(38);
	expect(row.values).not.toContain('key 0 is open');
});
