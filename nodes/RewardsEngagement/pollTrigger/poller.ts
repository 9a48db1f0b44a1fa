import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod';

import type { Client } from '../api/client';
import { recordsIn } from '../api/records';
import { Problem } from '../errors';
import { isRecord } from '../shared/json';

/** The item that the poll trigger emits. It has the same form as those of the webhook trigger. */
export interface PolledEvent extends IDataObject {
	/** The same whenever the event is found: 64 hexadecimal digits. */
	eventId: string;
	type: string;
	/** ISO 8601. When the event happened, or when it was seen if the service does not say. */
	timestamp: string;
	realmId: string;
	data: IDataObject;
}

/** The input of a poller. */
export interface Reading {
	client: Client;
	realmId: string;
	/** Identifies the trigger in this process. */
	trigger: string;
	/** Identifies what is read: the event and everything that it depends on. */
	name: string;
	/** The most events that are wanted. */
	maxEvents: number;
	/** How many of the latest events are wanted on the first poll. */
	latest: number;
	/** Whether a user tests the trigger, so that changes need examples. */
	isSample: boolean;
	/** Whether there is time for another request. */
	hasTime: () => boolean;
	/** ISO 8601. */
	now: string;
}

/** The events, oldest first, and the position to continue from. */
export interface Findings<Position extends IDataObject> {
	events: PolledEvent[];
	/** The position after all `events`. */
	position: Position;
	/** The position from which another process finds the same events again. By default, that before the events. */
	repeat?: Position;
	/** The error that kept it from reading more. */
	failure?: Error;
}

/** Finds one kind of event by polling. */
export interface Poller<Position extends IDataObject = IDataObject> {
	/** Everything that the position depends on, except the realm. If it changes, polling starts from the beginning. */
	scope?: string;
	/** The schema of a position. A position of another version, or a damaged one, is ignored. */
	schema: z.ZodType<Position>;
	/**
	 * Continues from a position. Without one it starts from now.
	 *
	 * @throws {Problem} when the service does not give what is needed
	 */
	read: (position: Position | undefined, reading: Reading) => Promise<Findings<Position>>;
}

/** A record of the service with an ID. */
export interface Identified {
	id: string;
	record: IDataObject;
}

/** The difference between the clocks of n8n and the service that does no harm. */
export const CLOCK_TOLERANCE_MS = 60 * 60_000;

/** The largest page size that every list of the service accepts. */
export const PAGE = 100;

/** The ID of an event, made from what it is about. So finding the event again gives the same ID. */
export function eventIdOf(...about: Array<string | number>): string {
	return createHash('sha256').update(JSON.stringify(about)).digest('hex');
}

/** Shortens a text to 48 bits of its hash, so that many can be remembered. */
export function shortOf(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

/** The records of a page, each with its ID. */
export function identifiedIn(body: unknown, idName = 'id'): Identified[] {
	// A list without its wrapper may come from another site.
	const records = isRecord(body) ? recordsIn(body) : undefined;
	if (!records) throw unreadable('the response contains no list');
	const identified: Identified[] = [];
	for (const record of records) {
		if (typeof record !== 'object' || record === null) continue;
		const { [idName]: id } = record as IDataObject;
		if (id === '' || (typeof id !== 'string' && typeof id !== 'number')) {
			throw unreadable('the list contains a record without an ID');
		}
		identified.push({ id: String(id), record: record as IDataObject });
	}
	return identified;
}

/** The result of the work, or its error. */
export async function attempt<Of>(work: Promise<Of>): Promise<Of | Error> {
	return await work.catch((thrown: unknown) =>
		thrown instanceof Error ? thrown : new Error(String(thrown)),
	);
}

export function unreadable(what: string): Problem {
	return new Problem({
		message: `The service returned an unexpected list: ${what}`,
		advice: 'Check the base URL in the credential, or ask the operator of the service.',
		outcome: 'notApplied',
	});
}

export function tooLong(): Problem {
	return new Problem({
		message: 'The list is too long to read in one poll',
		advice: 'Choose fewer events, poll less often, or raise the rate limit of the service.',
		outcome: 'notApplied',
		failure: { cause: 'rate-limited' },
	});
}
