import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { toNodeError } from '../errors';
import * as events from '../once/claimEvent';
import type { TriggerOptions } from './options';
import { TriggerSettings } from './settings';

/**
 * The state of a delivered event in this process: whether it was taken, or is being processed. It returns the latter
 * only if the execution does not end soon.
 */
export async function knownState(
	context: IWebhookFunctions,
	eventId: string,
	{ deduplicateBy }: TriggerOptions,
): Promise<'new' | 'running' | 'taken'> {
	if (context.getMode() !== 'webhook' || deduplicateBy === 'off') return 'new';
	return await events.knownState(context, eventId);
}

/**
 * Drops the events that were taken before, by this process or another, before a restart or after. It runs inside the
 * execution, because n8n's store of processed values is available only there.
 *
 * Test executions, and retries by hand, neither drop nor record anything.
 */
export async function dropDuplicates(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	if (context.getMode() !== 'webhook') return context.getInputData();
	return await events.ownEvents(context, async (eventId, itemIndex) => {
		const { deduplicateBy, respond } = readOptions(context, itemIndex);
		return deduplicateBy === 'off' ? 'mine' : await events.claimAfterOthers(context, eventId, respond);
	});
}

/**
 * An unreadable option fails the execution with a message. Otherwise the event would be silently dropped or doubled.
 */
function readOptions(context: IExecuteFunctions, itemIndex: number): TriggerOptions {
	try {
		return new TriggerSettings(context, itemIndex).options();
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown, itemIndex);
	}
}
