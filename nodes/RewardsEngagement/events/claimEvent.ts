import {
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { nodeKey } from '../shared/nodeKey';
import { canTellEnd, hasFailed, onExecutionEnd } from '../host/executionEnd';
import { isShared } from '../host/process';
import { processedDataOf } from '../host/processedData';
import { processMemory } from '../host/processMemory';
import { KEEPING, longestWait, SeenEvents, type Claimant, type EventClaim } from './seenEvents';

/** One per node of this process that drops repeated events. */
const seenEvents = processMemory('events', () => new Map<string, SeenEvents>());

/** The events that this node has seen in this process. */
export function seenEventsOf(context: IExecuteFunctions | IWebhookFunctions): SeenEvents {
	const key = nodeKey(context);
	const known = seenEvents.get(key) ?? new SeenEvents();
	seenEvents.set(key, known);
	return known;
}

/**
 * When an event counts as taken. If this version of n8n does not report the end of an execution, it counts at once.
 * - `immediately`: at once
 * - `whenFinished`: when its execution has succeeded. After a failure or a crash, a redelivery runs again.
 * - `whenEnded`: when its execution has succeeded or failed. After a crash, a redelivery runs again.
 */
export type Counts = 'immediately' | 'whenFinished' | 'whenEnded';

/**
 * Claims an event for this execution of the node. A retry by hand takes over an event of another execution that did
 * not end well, because a person has looked at it.
 *
 * @throws the error of n8n's store, after several attempts
 */
export async function claimEvent(
	context: IExecuteFunctions,
	eventId: string,
	counts: Counts,
): Promise<EventClaim> {
	const seen = seenEventsOf(context);
	const claimant: Claimant = {
		store: processedDataOf(context, KEEPING),
		execution: context.getExecutionId(),
		isShared: isShared(context),
		untilFinished: counts !== 'immediately' && canTellEnd(context),
		isFreeOnFailure: counts === 'whenFinished',
	};
	const found = await seen.claim(eventId, claimant);
	const claim = found === 'unsettled' && context.getMode() === 'retry' ? 'mine' : found;
	if (claim === 'mine' && claimant.untilFinished) {
		onExecutionEnd(context, async () => {
			const isDone = counts === 'whenEnded' || !hasFailed(context);
			await seen.finish(eventId, isDone, claimant);
		});
	}
	return claim;
}

/**
 * Claims an event when a copy of it may have come at the same moment. Waits, within limits, for the execution of the
 * copy in this process.
 */
export async function claimAfterOthers(
	context: IExecuteFunctions,
	eventId: string,
	counts: Counts,
): Promise<EventClaim> {
	const seen = seenEventsOf(context);
	const until = longestWait();
	for (;;) {
		const claim = await claimEvent(context, eventId, counts);
		if (claim !== 'unsettled' || !seen.isRunning(eventId)) return claim;
		if (!(await seen.hasEnded(eventId, until, context.getExecutionCancelSignal()))) return claim;
	}
}

/**
 * Selects the events that this execution may process.
 *
 * @param claim takes an event for this execution
 * @throws {NodeOperationError} if another execution has one of them and has not ended well, because this one must not
 * skip it
 */
export async function ownEvents(
	context: IExecuteFunctions,
	claim: (eventId: string, itemIndex: number) => Promise<EventClaim>,
): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const claims = await Promise.all(
		items.map(async ({ json }, index) => await claim(json.eventId as string, index)),
	);
	const itemIndex = claims.indexOf('unsettled');
	if (itemIndex === -1) return items.filter((_item, index) => claims[index] === 'mine');
	const { message, advice } = UNSETTLED;
	throw new NodeOperationError(context.getNode(), message, { description: advice, itemIndex });
}

/** The error for an event that another execution has. */
export const UNSETTLED = {
	message: 'Not run: another execution started this event and has not finished it',
	advice:
		'If it is still running, do nothing: the service redelivers the event. If its worker stopped, check what that execution did, then retry this one.',
};
