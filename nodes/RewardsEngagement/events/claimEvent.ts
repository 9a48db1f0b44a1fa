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
import { KEEPING, longestWait, SeenEvents, type Claimant, type EventClaim } from './seenEvents';

/** One for each node of this process that drops repeated events. */
const seenEvents = new Map<string, SeenEvents>();

/** The events that this node has seen in this process. */
export function seenEventsOf(context: IExecuteFunctions | IWebhookFunctions): SeenEvents {
	const key = nodeKey(context);
	const known = seenEvents.get(key) ?? new SeenEvents();
	seenEvents.set(key, known);
	return known;
}

/**
 * When an event counts as taken. If this n8n does not tell the end of an execution, it counts at once.
 * - `immediately`: at once
 * - `whenFinished`: once its execution has ended well. If that fails or dies, the event is free to come again.
 * - `whenEnded`: once its execution has ended, well or not. If that dies, the event is free to come again.
 */
export type Counts = 'immediately' | 'whenFinished' | 'whenEnded';

/**
 * Claims an event for this execution of the node. A retry by hand takes over an event that another execution has and that
 * did not end well, because a person has looked at that one.
 *
 * @throws what n8n's store throws after several attempts
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
 * Claims an event of which a copy may have come at the same moment. Waits, within limits, for the run of the copy in this
 * process.
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
 * The events of an execution that are its own to run.
 *
 * @param claim takes an event for this execution
 * @throws {NodeOperationError} if another run has one of them that has not ended well: the execution must not pass it over
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
	const { message, description } = UNSETTLED;
	throw new NodeOperationError(context.getNode(), message, { description, itemIndex });
}

/** What an event is refused with that another run has. */
export const UNSETTLED = {
	message: 'Not run: another execution has begun this event and has not finished it',
	description:
		'If it still runs, do nothing: the service delivers the event again. If its worker stopped, check what that execution has done, then retry this one.',
};
