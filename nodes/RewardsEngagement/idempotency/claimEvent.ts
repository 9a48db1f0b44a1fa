import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { nodeKey } from '../shared/nodeKey';
import { canTellEnd, hasFailed, onExecutionEnd } from '../host/executionEnd';
import { isShared } from '../host/process';
import { processedDataOf } from '../host/processedData';
import { KEEPING, longestWait, SeenEvents, type Claimant, type EventClaim } from './seenEvents';

/** One for every node of this process that keeps repeated events out. */
const seenEvents = new Map<string, SeenEvents>();

/** What this node has seen in this process. */
export function seenEventsOf(context: IExecuteFunctions | IWebhookFunctions): SeenEvents {
	const key = nodeKey(context);
	const known = seenEvents.get(key) ?? new SeenEvents();
	seenEvents.set(key, known);
	return known;
}

/**
 * When an event counts as taken, where this n8n tells the end of an execution (else on receipt).
 * - `immediately`: at once
 * - `whenFinished`: once its execution has ended well; one that fails, or dies, is free to come again
 * - `whenEnded`: once its execution has ended, well or not; one that dies is free to come again
 */
export type Counts = 'immediately' | 'whenFinished' | 'whenEnded';

/**
 * Claims an event for this execution of the node. Whoever retries an execution by hand has looked what became of another
 * one that has the event and did not end well: the retry takes it over.
 *
 * @throws what n8n's store throws, when it keeps failing
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
 * The same, for a copy of an event that came at the same moment as the first: it waits, within limits, for what becomes
 * of the run that this process makes of that one.
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

/** What an event that another run holds is refused with. */
export const UNSETTLED = {
	message: 'Another run has this event and has not ended well so far',
	description:
		'It still goes on, or its worker died. In the first case there is nothing to do: the event comes again later. In the second case look what that run has done, then retry this execution: it runs the workflow.',
};
