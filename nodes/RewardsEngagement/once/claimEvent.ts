import {
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { now, wait } from '../api/time';
import { toNodeError } from '../errors';
import { canTellEnd, hasFailed, onExecutionEnd } from '../host/executionEnd';
import { isShared, rowOf, twinOf } from '../host/row';
import { Journal, memoryOf } from './journal';
import { hasTwin } from './journals';

/**
 * When an event counts as taken. If this version of n8n does not report the end of an execution, it counts at once.
 * - `immediately`: at once
 * - `whenFinished`: when its execution has succeeded. After a failure or a crash, a redelivery runs again.
 * - `whenEnded`: when its execution has succeeded or failed. After a crash, a redelivery runs again.
 */
export type Counts = 'immediately' | 'whenFinished' | 'whenEnded';

/**
 * The result of a claim.
 * - `mine`: the event is new, or its earlier run ended without a result
 * - `taken`: it was claimed before
 * - `unsettled`: another execution claimed it before, and is not known to have ended well
 */
export type EventClaim = 'mine' | 'taken' | 'unsettled';

/**
 * How long a copy of an event waits for the execution of the first one. The service waits 30 seconds for a response.
 */
const LONGEST_WAIT_MS = 20_000;
const LOOK_MS = 100;

/** How many values n8n keeps for a trigger. An event counts as one. */
const MAX_EVENT_VALUES = 10_000;

/**
 * The journal of the events of a node.
 *
 * @throws {Problem} if another node has its ID, or n8n does not keep values
 */
function eventsOf(context: IExecuteFunctions): Journal {
	const twin = twinOf(context);
	if (twin !== undefined) throw hasTwin(context.getNode().name, twin, 'Each would drop events of the other.');
	const rules = { of: 'events', isShared: isShared(context) } as const;
	return new Journal(rowOf(context, MAX_EVENT_VALUES), rules, memoryOf(context));
}

/**
 * The state of a delivered event in this process: whether it was taken, or is being processed. It returns the latter
 * only if the execution does not end soon.
 */
export async function knownState(
	context: IWebhookFunctions,
	eventId: string,
): Promise<'new' | 'running' | 'taken'> {
	const { live, done } = memoryOf(context);
	const hasRun = !live.has(eventId) || (await hasEnded(() => live.has(eventId), now() + LONGEST_WAIT_MS));
	if (!hasRun) return 'running';
	return done.has(eventId) ? 'taken' : 'new';
}

/**
 * Claims an event for this execution of the node. A retry by hand takes over an event of another execution that did
 * not end well, because a person has looked at it.
 *
 * @throws the error of n8n's database, after several attempts
 */
export async function claimEvent(
	context: IExecuteFunctions,
	eventId: string,
	counts: Counts,
): Promise<EventClaim> {
	const journal = eventsOf(context);
	const owner = context.getExecutionId();
	const isImmediate = counts === 'immediately' || !canTellEnd(context);
	const takesOver = context.getMode() === 'retry';
	const [state] = await journal.claim([{ key: eventId, owner, isImmediate, takesOver }]);
	if (state === 'mine') {
		if (!isImmediate) {
			onExecutionEnd(context, async () => {
				const isDone = counts === 'whenEnded' || !hasFailed(context);
				await journal.settle([{ key: eventId, outcome: isDone ? 'applied' : 'notApplied' }]);
			});
		}
		return 'mine';
	}
	if (state !== 'open' || memoryOf(context).live.get(eventId)?.claim.owner === owner) return 'taken';
	// Whatever happens to it, an event that counts when its execution has ended is not free again.
	return counts === 'whenEnded' && !isShared(context) ? 'taken' : 'unsettled';
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
	let until: number | undefined;
	for (;;) {
		const claim = await claimEvent(context, eventId, counts);
		if (claim !== 'unsettled') return claim;
		const { live } = memoryOf(context);
		if (!live.has(eventId)) return claim;
		until ??= now() + LONGEST_WAIT_MS;
		if (!(await hasEnded(() => live.has(eventId), until, context.getExecutionCancelSignal()))) return claim;
	}
}

async function hasEnded(isRunning: () => boolean, until: number, signal?: AbortSignal): Promise<boolean> {
	while (isRunning()) if (now() >= until || !(await wait(LOOK_MS, signal))) return false;
	return true;
}

/**
 * Selects the events that this execution may process. What another execution has is left to that one, so that a new
 * event does not wait for a repeated one.
 *
 * @param claim takes an event for this execution
 * @throws {NodeOperationError} if nothing is left, and another execution has not ended well with one of the events
 */
export async function ownEvents(
	context: IExecuteFunctions,
	claim: (eventId: string, itemIndex: number) => Promise<EventClaim>,
): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const claims = await Promise.all(
		items.map(async ({ json }, index) => await claim(json.eventId as string, index)),
	).catch((thrown: unknown) => {
		// An error that names its item stays as it is.
		throw thrown instanceof NodeOperationError ? thrown : toNodeError(context.getNode(), thrown);
	});
	const own = items.filter((_item, index) => claims[index] === 'mine');
	const itemIndex = claims.indexOf('unsettled');
	if (itemIndex === -1) return own;
	const { message, advice } = UNSETTLED;
	const node = context.getNode();
	if (own.length === 0) throw new NodeOperationError(node, message, { description: advice, itemIndex });
	context.logger.warn(`"${node.name}" left out repeated events. ${message}. ${advice}`);
	return own;
}

/** The error for an event that another execution has. */
export const UNSETTLED = {
	message: 'Not run: another execution started this event and has not finished it',
	advice:
		'If it is still running, do nothing: the service redelivers the event. If its worker stopped, check what that execution did, then retry this one.',
};
