import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { Client } from '../api/client';
import { pollPolicy } from '../api/retry';
import { isUnsent, Problem, toNodeError, unsentProblem } from '../errors';
import { processMemory } from '../host/processMemory';
import { nodeKey } from '../shared/nodeKey';
import { attempt, shortOf, type PolledEvent, type Reading } from './poller';
import { PollState } from './pollState';
import { settingsOf, type PollContext, type PollSettings } from './settings';
import { endTrouble, isToTell, logTrouble } from './troubles';

/** For versions of n8n that do not say how long a poll may take. */
const USUAL_BUDGET_MS = 60_000;

/** A longer poll would delay the next one. */
const MAX_TIME_MS = 4 * 60_000;

/** The most events of one poll, and so of one execution. The next poll continues. */
const MAX_EVENTS = 500;

/** The triggers that are polling now, in this process. */
const polling = processMemory('polls', () => new Set<string>());

/** The contexts that have polled. n8n makes one when it starts a trigger, and polls with it at once. */
const started = processMemory('started polls', () => new WeakSet<IPollFunctions>());

/** The event that each trigger starts with, so that with too little time each event gets its turn. */
const turns = new Map<string, number>();

/**
 * Finds what has happened since the last poll.
 *
 * @returns `null` if there is nothing new
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return [await pollNewest(context)];
	const key = nodeKey(context);
	// n8n starts the next poll even if this one still runs.
	if (polling.has(key)) return null;
	polling.add(key);
	try {
		return await pollOnce(context, key);
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown);
	} finally {
		polling.delete(key);
	}
}

/** For a user who tests the trigger: the newest event of each kind, whether it is new or not. */
export async function pollNewest(context: PollContext): Promise<INodeExecutionData[]> {
	try {
		const { pollers, reading } = await open(context, 1);
		const events: PolledEvent[] = [];
		for (const [, poller] of pollers) events.push(...(await poller.read(undefined, reading)).events);
		return toItems(events);
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown);
	}
}

async function pollOnce(context: IPollFunctions, key: string): Promise<INodeExecutionData[][] | null> {
	const state = new PollState(context, key);
	const mode = context.getActivationMode();
	// With a durable schedule, n8n makes a new context for each poll, and calls it an update.
	const isStart = !started.has(context) && !(mode === 'update' && state.isDurable);
	started.add(context);
	const { events, failures, refused } = await readPollers(context, key, state);
	const [failure] = failures;
	// A user who publishes should see the error. n8n also says "update" when it restarts a trigger itself.
	const isPublished = isStart && (mode === 'activate' || (mode === 'update' && !refused?.isKnown));
	if (isPublished && refused) throw refused.error;
	state.keep();
	if (failure) {
		// If the first poll of a trigger fails, n8n never polls it again. And a poll that fails loses its events.
		const canFail = !isStart && events.length === 0;
		if (isToTell(key, failures.every(mayPass), Date.now(), canFail)) throw failure;
	} else endTrouble(key);
	return events.length > 0 ? [toItems(events)] : null;
}

/** Continues each poller from its position. */
async function readPollers(context: IPollFunctions, key: string, state: PollState) {
	const events: PolledEvent[] = [];
	const failures: Error[] = [];
	/** The error if nothing could be read, and whether the poller has a position. */
	let refused: { error: Error; isKnown: boolean } | undefined;
	const note = (error: Error) => {
		failures.push(error);
		logTrouble(context, `could not poll all of its events: ${error.message}`);
	};
	const refuse = (error: Error, isKnown: boolean) => {
		note(error);
		if (refused === undefined || !isKnown) refused = { error, isKnown };
	};
	const opened = await attempt(open(context));
	if (opened instanceof Error) refuse(opened, false);
	else {
		const { pollers, reading } = opened;
		const place = `${reading.client.connection.baseUrl} ${reading.realmId}`;
		for (const [event, poller] of inTurn(key, pollers)) {
			const name = `${event} ${shortOf(`${place} ${poller.scope}`)}`;
			const { position, isDamaged } = state.positionOf(name, poller.schema);
			if (isDamaged)
				logTrouble(
					context,
					`cannot read its stored position of ${event}, so this event starts again without it`,
				);
			const maxEvents = Math.max(MAX_EVENTS - events.length, 0);
			if (position && (maxEvents === 0 || !reading.hasTime())) continue;
			const found = await attempt(poller.read(position, { ...reading, name, maxEvents }));
			if (found instanceof Error) refuse(found, position !== undefined);
			else {
				events.push(...found.events);
				state.move(name, found.position, found.events.length > 0);
				if (found.failure) note(found.failure);
			}
		}
	}
	return { events, failures, refused };
}

function mayPass(thrown: unknown): boolean {
	if (isUnsent(thrown)) return false;
	if (!(thrown instanceof Problem)) return true;
	const { status, failure } = thrown.told;
	if (failure?.cause === 'configuration-invalid' || failure?.cause === 'credential-invalid') return false;
	return status === undefined || status === 408 || status === 429 || status >= 500;
}

function inTurn(key: string, pollers: PollSettings['pollers']): PollSettings['pollers'] {
	const turn = (turns.get(key) ?? -1) + 1;
	turns.set(key, turn);
	const begin = turn % pollers.length;
	return [...pollers.slice(begin), ...pollers.slice(0, begin)];
}

/** @param wanted how many of the latest events, if it differs from the trigger's settings */
async function open(context: PollContext, wanted?: number) {
	const { pollers, realmId: ownRealm, latest } = settingsOf(context);
	const time = timeAllowed(context);
	const client = await Client.open(context, pollPolicy(time));
	const realmId = ownRealm || client.connection.realmId;
	if (realmId === '') {
		throw unsentProblem('No realm is given', 'Enter a realm ID in the credential or in the trigger.');
	}
	const began = performance.now();
	const reading: Reading = {
		client: client.with(pollPolicy(time), realmId),
		realmId,
		name: '',
		maxEvents: MAX_EVENTS,
		latest: wanted ?? latest,
		hasTime: () => performance.now() - began < time / 2,
		now: new Date().toISOString(),
	};
	return { pollers, reading };
}

/**
 * How long the poll may take, in milliseconds. The time that n8n allows must also suffice for handing over the
 * events.
 */
function timeAllowed(context: PollContext): number {
	// n8n before 2.36 does not say.
	const { getPollBudgetMs } = context as { getPollBudgetMs?: () => number };
	return Math.min((getPollBudgetMs?.() ?? USUAL_BUDGET_MS) * 0.8, MAX_TIME_MS);
}

function toItems(events: readonly PolledEvent[]): INodeExecutionData[] {
	return events.map((json) => ({ json }));
}
