import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { toNodeError } from '../errors/nodeError';
import { claimAfterOthers, ownEvents, seenEventsOf } from '../events/claimEvent';
import type { TriggerOptions } from './options';
import { TriggerSettings } from './settings';

/**
 * What this process knows of an event that is delivered: whether it was taken, or is being worked on. The latter it says
 * only when that does not end soon.
 */
export async function knownState(
	context: IWebhookFunctions,
	eventId: string,
	{ deduplicateBy }: TriggerOptions,
): Promise<'new' | 'running' | 'taken'> {
	if (context.getMode() !== 'webhook' || deduplicateBy === 'off') return 'new';
	const seen = seenEventsOf(context);
	if (!(await seen.hasEnded(eventId))) return 'running';
	return seen.has(eventId) ? 'taken' : 'new';
}

/**
 * Drops the events that were taken before, by this process or another, before a restart or after. It runs inside the
 * execution, because only there n8n's store of processed values can be reached.
 *
 * Test runs, and retries of a run by hand, neither drop nor record anything.
 */
export async function dropDuplicates(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	if (context.getMode() !== 'webhook') return context.getInputData();
	return await ownEvents(context, async (eventId, itemIndex) => {
		const { deduplicateBy, respond } = readOptions(context, itemIndex);
		return deduplicateBy === 'off' ? 'mine' : await claimAfterOthers(context, eventId, respond);
	});
}

/** An option that cannot be told fails the execution, in words: dropped or doubled, the event would be gone unseen. */
function readOptions(context: IExecuteFunctions, itemIndex: number): TriggerOptions {
	try {
		return new TriggerSettings(context, itemIndex).options();
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown, itemIndex);
	}
}
