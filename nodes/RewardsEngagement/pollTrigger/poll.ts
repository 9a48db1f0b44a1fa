import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { Client } from '../api/client';
import type { RetryPolicy } from '../api/retryPolicy';
import { InvalidParameter } from '../errors/invalidParameter';
import { toNodeError } from '../errors/nodeError';
import { ServiceProblem } from '../errors/serviceProblem';
import { nodeKey } from '../shared/nodeKey';
import type { Feed, PolledEvent, Reading } from './feed';
import { PollState } from './pollState';
import { settingsOf, type PollContext, type PollSettings } from './settings';
import { endTrouble, isToTell, logTrouble } from './troubles';

/** Of an n8n that does not say how long a poll may take. */
const USUAL_BUDGET_MS = 60_000;

/** A poll that takes longer keeps the next one from its events. */
const MAX_TIME_MS = 4 * 60_000;

/** The most events of one poll, and so of one execution; the next poll goes on. */
const MAX_EVENTS = 500;

/** The triggers that poll just now, in this process. */
const polling = new Set<string>();

/** Where at first nothing could be stored yet, what this process found then. */
const beginnings = new Map<string, { scope: string; position: IDataObject }>();

/** With which event each trigger begins, so that in too short a time each has its turn. */
const turns = new Map<string, number>();

/**
 * Asks for what has happened since the last poll.
 *
 * @returns nothing when there is nothing new
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return [await pollNewest(context)];
	const key = nodeKey(context);
	// n8n starts the next poll although this one goes on.
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

/** What a person sees who tries the trigger: the newest event of each kind, whether it is new or not. */
export async function pollNewest(context: PollContext): Promise<INodeExecutionData[]> {
	try {
		const settings = settingsOf(context);
		const reading = await openReading(context, settings, 1);
		const events: PolledEvent[] = [];
		for (const [, feed] of settings.feeds) events.push(...(await feed.read(undefined, reading)).events);
		return toItems(events);
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown);
	}
}

async function pollOnce(context: IPollFunctions, key: string): Promise<INodeExecutionData[][] | null> {
	const settings = settingsOf(context);
	const reading = await openReading(context, settings, settings.latest);
	const state = PollState.of(context);
	const events: PolledEvent[] = [];
	const failures: Error[] = [];
	let isFirst = false;
	for (const [name, feed] of inTurn(key, settings)) {
		const scope = `${reading.client.connection.baseUrl} ${reading.realmId} ${feed.scope}`;
		const started = beginnings.get(`${key} ${name}`);
		const position = state.positionOf(name, { scope, schema: feed.schema }, started);
		if (state.isDamaged)
			logTrouble(context, `what was remembered of ${name} cannot be read, so it begins anew`);
		const most = MAX_EVENTS - events.length;
		if (position !== undefined && (most <= 0 || !reading.hasTime())) continue;
		try {
			const found = await feed.read(position, { ...reading, most: Math.max(most, 0) });
			events.push(...found.events);
			state.move(name, scope, found.position, found.events.length > 0);
			if (found.failure) failures.push(found.failure);
			if (position === undefined) beginnings.set(`${key} ${name}`, { scope, position: found.position });
			else beginnings.delete(`${key} ${name}`);
		} catch (thrown) {
			isFirst ||= position === undefined;
			failures.push(thrown instanceof Error ? thrown : new Error(String(thrown)));
		}
	}
	state.keep(settings.feeds.map(([name]) => name));
	report(context, key, failures, { isFirst, hasEvents: events.length > 0 });
	return events.length > 0 ? [toItems(events)] : null;
}

/** @throws what kept the poll from its events, when it is time to tell of it */
function report(
	context: IPollFunctions,
	key: string,
	failures: readonly Error[],
	{ isFirst, hasEvents }: { isFirst: boolean; hasEvents: boolean },
): void {
	const [failure] = failures;
	if (failure === undefined) return endTrouble(key);
	for (const thrown of failures)
		logTrouble(context, thrown instanceof Error ? thrown.message : String(thrown));
	// What was found would be lost with a poll that fails.
	const isTold = isToTell(key, failures.every(mayPass), Date.now(), !hasEvents);
	if (isTold || (isFirst && !hasEvents)) throw failure;
}

function mayPass(thrown: unknown): boolean {
	if (thrown instanceof InvalidParameter) return false;
	if (!(thrown instanceof ServiceProblem)) return true;
	const { status, failure } = thrown.problem;
	if (failure?.cause === 'configuration-invalid' || failure?.cause === 'credential-invalid') return false;
	return status === undefined || status === 408 || status === 429 || status >= 500;
}

function inTurn(key: string, { feeds }: PollSettings): ReadonlyArray<readonly [string, Feed]> {
	const turn = (turns.get(key) ?? -1) + 1;
	turns.set(key, turn);
	const begin = turn % feeds.length;
	return [...feeds.slice(begin), ...feeds.slice(0, begin)];
}

async function openReading(
	context: PollContext,
	{ realmId: ownRealm }: PollSettings,
	latest: number,
): Promise<Reading> {
	const time = timeAllowed(context);
	const client = await Client.open(context, patienceFor(time));
	const realmId = ownRealm || client.connection.realmId;
	if (realmId === '') {
		throw new InvalidParameter('No realm is given', 'Enter a realm ID in the credential or in the trigger.');
	}
	const began = performance.now();
	return {
		client: client.with(patienceFor(time), realmId),
		realmId,
		most: MAX_EVENTS,
		latest,
		hasTime: () => performance.now() - began < time / 2,
		now: new Date().toISOString(),
	};
}

/** How long it all may take, in milliseconds. What n8n allows has to last for the hand-over as well. */
function timeAllowed(context: PollContext): number {
	// An n8n before 2.36 does not say.
	const { getPollBudgetMs } = context as { getPollBudgetMs?: () => number };
	return Math.min((getPollBudgetMs?.() ?? USUAL_BUDGET_MS) * 0.8, MAX_TIME_MS);
}

/** A request that is begun in the first half of the time is over at its end. */
function patienceFor(time: number): RetryPolicy {
	return {
		attempts: 2,
		maximumWait: time / 4,
		maximumTotalWait: time / 4,
		timeout: Math.min(30_000, time / 8),
		isLimited: true,
	};
}

function toItems(events: readonly PolledEvent[]): INodeExecutionData[] {
	return events.map((json) => ({ json }));
}
