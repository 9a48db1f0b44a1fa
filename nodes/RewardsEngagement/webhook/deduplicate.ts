import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { deduplicationOf } from './options';
import { MOST_VALUES, SeenEvents } from './seenEvents';

/** One for every trigger of this process, by workflow and node. */
const seenEvents = new Map<string, SeenEvents>();

/** Whether this process took the event already, so that no run needs to start for it. */
export function isKnownDuplicate(context: IWebhookFunctions, eventId: string): boolean {
	return (
		context.getMode() === 'webhook' && deduplicationOf(context) !== 'off' && seenOf(context).has(eventId)
	);
}

/**
 * Drops the events that were taken before, by this process or another, before a restart or after. It runs inside the
 * execution, because only there n8n's store of processed values can be reached.
 *
 * Test runs, and retries of a run by hand, neither drop nor record anything.
 */
export async function dropDuplicates(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	if (context.getMode() !== 'webhook') return items;
	const store = async (values: string[]) => {
		const result = await context.helpers.checkProcessedAndRecord(values, 'node', {
			mode: 'entries',
			maxEntries: MOST_VALUES,
		});
		return { new: result.new as string[] };
	};
	const isShared = !isOnlyProcess(context);
	const isWanted = await Promise.all(
		items.map(async ({ json }, index) => {
			if (deduplicationOf(context.getNodeParameter('options', index, {})) === 'off') return true;
			return await seenOf(context).claim(json.eventId as string, store, isShared);
		}),
	);
	return items.filter((_item, index) => isWanted[index]);
}

function seenOf(context: IExecuteFunctions | IWebhookFunctions): SeenEvents {
	const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	const known = seenEvents.get(key) ?? new SeenEvents();
	seenEvents.set(key, known);
	return known;
}

/**
 * Whether this process runs all executions. A worker does not: others share the store with it. n8n does not offer
 * this to nodes; where it cannot be seen, sharing is assumed, which is only a little slower.
 */
function isOnlyProcess(context: IExecuteFunctions): boolean {
	const { instanceSettings } = context as { instanceSettings?: { instanceType?: string } };
	return instanceSettings?.instanceType === 'main';
}
