import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { Client } from '../api/client';
import { realmOfTrigger } from '../api/connection';
import { pollPolicy } from '../api/retry';
import { isUnsent, Problem, toNodeError } from '../errors';
import { processMemory } from '../host/processMemory';
import { nodeKey } from '../shared/nodeKey';
import { attempt, shortOf, type PolledEvent, type Reading } from './poller';
import { PollState } from './pollState';
import { settingsOf, type PollContext } from './settings';
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

/** How often each trigger has polled. With too little time, another event gets its turn in the next poll. */
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
	const hasPolled = started.has(context);
	const state = new PollState(context, key, hasPolled);
	const mode = context.getActivationMode();
	// With a durable schedule, n8n makes a new context for each poll, and calls it an update.
	const isStart = !hasPolled && !(mode === 'update' && state.isDurable);
	started.add(context);
	const { events, failures } = await readPollers(context, state);
	// A user who publishes should see the error. n8n also says "update" when it restarts a trigger itself.
	const isShown = ({ lost }: Failure) =>
		mode === 'activate' ? lost !== undefined : mode === 'update' && lost === 'all';
	const shown = isStart ? failures.find(isShown) : undefined;
	if (shown) throw shown.error;
	state.keep();
	const [failure] = failures;
	if (failure) {
		// If the first poll of a trigger fails, n8n never polls it again. And a poll that fails loses its events.
		const canFail = !isStart && events.length === 0;
		if (isToTell(key, failures.every(mayPass), Date.now(), canFail)) throw failure.error;
	} else endTrouble(key);
	return events.length > 0 ? [toItems(events)] : null;
}

interface Failure {
	error: Error;
	/** What it kept from this poll: what is new of an event, or even the first position. */
	lost?: 'new' | 'all';
}

/** Continues each poller from its position. */
async function readPollers(context: IPollFunctions, state: PollState) {
	const events: PolledEvent[] = [];
	const failures: Failure[] = [];
	const fail = (error: Error, lost?: Failure['lost']) => {
		failures.push({ error, lost });
		logTrouble(context, `could not poll all of its events: ${error.message}`);
	};
	const opened = await attempt(open(context));
	if (opened instanceof Error) {
		fail(opened, 'all');
		return { events, failures };
	}
	const { pollers, reading } = opened;
	const turn = turns.get(reading.trigger) ?? 0;
	turns.set(reading.trigger, turn + 1);
	const first = turn % pollers.length;
	for (const [event, poller] of [...pollers.slice(first), ...pollers.slice(0, first)]) {
		const place = `${reading.client.connection.baseUrl} ${reading.realmId} ${poller.scope ?? ''}`;
		const name = `${event} ${shortOf(place)}`;
		const { position, isDamaged } = state.positionOf(name, poller.schema);
		if (isDamaged)
			logTrouble(
				context,
				`cannot read its stored position of ${event}, so this event starts again without it`,
			);
		const maxEvents = Math.max(MAX_EVENTS - events.length, 0);
		if (position && (maxEvents === 0 || !reading.hasTime())) continue;
		const found = await attempt(poller.read(position, { ...reading, name, maxEvents }));
		if (found instanceof Error) {
			fail(found, position ? 'new' : 'all');
			continue;
		}
		events.push(...found.events);
		state.move(name, found.position, found.events.length > 0, found.repeat);
		if (found.failure) fail(found.failure);
	}
	return { events, failures };
}

function mayPass({ error }: Failure): boolean {
	if (isUnsent(error)) return false;
	if (!(error instanceof Problem)) return true;
	const { status, failure } = error.told;
	if (failure?.cause === 'configuration-invalid' || failure?.cause === 'credential-invalid') return false;
	return status === undefined || status === 408 || status === 429 || status >= 500;
}

/** @param wanted how many of the latest events, if it differs from the trigger's settings */
async function open(context: PollContext, wanted?: number) {
	const { pollers, realmId: ownRealm, latest } = settingsOf(context);
	const time = timeAllowed(context);
	const client = await Client.open(context);
	const realmId = realmOfTrigger(ownRealm, client.connection);
	const began = performance.now();
	const reading: Reading = {
		client: client.with(pollPolicy(time), realmId),
		realmId,
		trigger: nodeKey(context),
		name: '',
		maxEvents: MAX_EVENTS,
		latest: wanted ?? latest,
		isSample: wanted !== undefined,
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
