import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { toTriggerOptions, type TriggerOptions } from './options';
import { MOST_VALUES, SeenEvents, type Claimant, type ValueStore } from './seenEvents';

/** One for every trigger of this process, by workflow and node. */
const seenEvents = new Map<string, SeenEvents>();

/** What this process knows of an event that is delivered: whether it was taken, or is being worked on. */
export function knownState(
	context: IWebhookFunctions,
	eventId: string,
	{ deduplicateBy }: TriggerOptions,
): 'new' | 'running' | 'taken' {
	if (context.getMode() !== 'webhook' || deduplicateBy === 'off') return 'new';
	const seen = seenOf(context);
	if (seen.isRunning(eventId)) return 'running';
	return seen.has(eventId) ? 'taken' : 'new';
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
	const isWanted = await Promise.all(
		items.map(async ({ json }, index) => await take(context, json.eventId as string, index)),
	);
	return items.filter((_item, index) => isWanted[index]);
}

async function take(context: IExecuteFunctions, eventId: string, itemIndex: number): Promise<boolean> {
	const { deduplicateBy, acknowledge } = toTriggerOptions(context.getNodeParameter('options', itemIndex, {}));
	if (deduplicateBy === 'off') return true;
	const seen = seenOf(context);
	const claimant: Claimant = {
		store: storeOf(context),
		execution: context.getExecutionId(),
		isShared: !isOnlyProcess(context),
		untilFinished: acknowledge === 'whenFinished' && context.onExecutionFinish !== undefined,
	};
	const isFirst = await seen.claim(eventId, claimant);
	if (isFirst && claimant.untilFinished) {
		context.onExecutionFinish?.(async () => await seen.finish(eventId, !hasFailed(context), claimant));
	}
	return isFirst;
}

function storeOf({ helpers }: IExecuteFunctions): ValueStore {
	const options = { mode: 'entries', maxEntries: MOST_VALUES } as const;
	return {
		record: async (values) => {
			const { new: fresh } = await helpers.checkProcessedAndRecord(values, 'node', options);
			return fresh as string[];
		},
		remove: async (values) => await helpers.removeProcessed(values, 'node', options),
	};
}

function seenOf(context: IExecuteFunctions | IWebhookFunctions): SeenEvents {
	const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	const known = seenEvents.get(key) ?? new SeenEvents();
	seenEvents.set(key, known);
	return known;
}

/** What n8n's contexts hold beyond what their types promise. Where it is missing, the safer case is assumed. */
interface ContextInternals {
	instanceSettings?: { instanceType?: string };
	runExecutionData?: { resultData?: { error?: unknown } };
}

/** Whether this process runs all executions. A worker does not: others share the store with it. */
function isOnlyProcess(context: IExecuteFunctions): boolean {
	return (context as ContextInternals).instanceSettings?.instanceType === 'main';
}

/** Whether the execution, which is over, ended with an error. */
function hasFailed(context: IExecuteFunctions): boolean {
	const { resultData } = (context as ContextInternals).runExecutionData ?? {};
	return resultData === undefined || resultData.error !== undefined;
}
