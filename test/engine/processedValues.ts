import { DataDeduplicationService } from 'n8n-core';

/** n8n's store of processed values without its database: one row a node or workflow, read and written back whole. */
export const processedValues = new Map<string, string[]>();

/** Set to let the store refuse. */
export const store: { failure?: Error } = {};

const rowOf = (scope: string, workflowId: string | undefined, nodeId: string) =>
	scope === 'node' ? `${workflowId} ${nodeId}` : `${workflowId}`;

void DataDeduplicationService.init({
	checkProcessedAndRecord: async (items, scope, { workflow, node }) => {
		if (store.failure) throw store.failure;
		const row = rowOf(scope, workflow.id, node!.id);
		const known = processedValues.get(row) ?? [];
		const fresh = items.filter((item) => !known.includes(String(item)));
		processedValues.set(row, [...known, ...fresh.map(String)]);
		return { new: fresh, processed: items.filter((item) => !fresh.includes(item)) };
	},
	removeProcessed: async (items, scope, { workflow, node }) => {
		if (store.failure) throw store.failure;
		const row = rowOf(scope, workflow.id, node!.id);
		processedValues.set(
			row,
			(processedValues.get(row) ?? []).filter((value) => !items.includes(value)),
		);
	},
	clearAllProcessedItems: async () => {},
	getProcessedDataCount: async () => 0,
});
