import { DataDeduplicationService } from 'n8n-core';
import { Workflow, type IDataDeduplicator } from 'n8n-workflow';

const MEMORY = Symbol.for('n8n-nodes-rewards-engagement, memory of form 1');
const REGISTERED = Symbol.for('rewards-engagement.processedValues');

/**
 * n8n's store of processed values without its database. It has one row per node or workflow, which is read and
 * written as a whole. It is as fast as n8n's (n8n, `deduplication-helper.js`), so that measurements do not measure
 * this file.
 */
export const processedValues = new (class extends Map<string, string[]> {
	private readonly memories = new Set<Map<string, Map<string, unknown>>>();

	/** What the processes know of the rows goes with them, also if a test has loaded a node as another process. */
	override clear(): void {
		super.clear();
		const memory = (Workflow as { [MEMORY]?: Map<string, Map<string, unknown>> })[MEMORY];
		if (memory) this.memories.add(memory);
		for (const known of this.memories) known.get('journals')?.clear();
	}
})();

/** Settings that make the store refuse or wait like a database, or that report a written row and then fail. */
export const store: {
	failure?: Error;
	wait?: (row: string) => Promise<void>;
	written?: (row: string) => void | Promise<void>;
} = {};

/** n8n keeps a hash of the value's bytes, and a text has no bytes for half an emoji. */
const keptOf = (value: unknown) => Buffer.from(String(value)).toString();

const rowOf = (scope: string, workflowId: string | undefined, nodeId: string) =>
	scope === 'node' ? `${workflowId} ${nodeId}` : `${workflowId}`;

const manager: IDataDeduplicator = {
	checkProcessedAndRecord: async (items, scope, { workflow, node }, { maxEntries = Infinity }) => {
		if (store.failure) throw store.failure;
		const row = rowOf(scope, workflow.id, node!.id);
		await store.wait?.(row);
		const values = processedValues.get(row) ?? [];
		const known = new Set(values);
		const isKnown = (item: unknown) => known.has(keptOf(item));
		const fresh = items.filter((item) => !isKnown(item));
		processedValues.set(row, [...values, ...fresh.map(keptOf)].slice(-maxEntries));
		await store.written?.(row);
		return { new: fresh, processed: items.filter(isKnown) };
	},
	removeProcessed: async (items, scope, { workflow, node }) => {
		if (store.failure) throw store.failure;
		const row = rowOf(scope, workflow.id, node!.id);
		await store.wait?.(row);
		const removed = new Set(items.map(keptOf));
		processedValues.set(
			row,
			(processedValues.get(row) ?? []).filter((value) => !removed.has(value)),
		);
		await store.written?.(row);
	},
	clearAllProcessedItems: async () => {},
	getProcessedDataCount: async (scope, { workflow, node }) => {
		if (store.failure) throw store.failure;
		return (processedValues.get(rowOf(scope, workflow.id, node!.id)) ?? []).length;
	},
};

/**
 * n8n uses one manager for its whole life, but a worker of Jest runs many suites. So this one passes calls on to the
 * newest.
 */
const registered = globalThis as { [REGISTERED]?: { manager: IDataDeduplicator } };
if (registered[REGISTERED]) registered[REGISTERED].manager = manager;
else {
	const current = (registered[REGISTERED] = { manager });
	void DataDeduplicationService.init({
		checkProcessedAndRecord: async (...args) => await current.manager.checkProcessedAndRecord(...args),
		removeProcessed: async (...args) => await current.manager.removeProcessed(...args),
		clearAllProcessedItems: async (...args) => await current.manager.clearAllProcessedItems(...args),
		getProcessedDataCount: async (...args) => await current.manager.getProcessedDataCount(...args),
	});
}
