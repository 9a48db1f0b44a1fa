import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod';

import type { Client } from '../api/client';
import { recordsIn } from '../api/records';
import type { OperationRequest } from '../api/request';
import { ServiceProblem } from '../errors/serviceProblem';
import { isRecord } from '../shared/json';

/** The item that the poll trigger emits: in the form of the trigger that receives webhooks. */
export interface PolledEvent extends IDataObject {
	/** One value, however often it is found: 64 hexadecimal digits. */
	eventId: string;
	type: string;
	/** ISO 8601; when it happened, or where the service does not say, when it was seen. */
	timestamp: string;
	realmId: string;
	data: IDataObject;
}

/** What a poller is asked with. */
export interface Reading {
	client: Client;
	realmId: string;
	/** What is asked for: the event with all that it depends on. */
	name: string;
	/** The most events that are wanted. */
	maxEvents: number;
	/** How many of the latest are wanted where nothing was read before. */
	latest: number;
	/** Whether there is time for another request. */
	hasTime: () => boolean;
	/** ISO 8601. */
	now: string;
}

/** What was found, oldest first, and from where to go on. */
export interface Findings<Position extends IDataObject> {
	events: PolledEvent[];
	/** Where all that is in `events` is behind. */
	position: Position;
	/** What kept it from more. */
	failure?: Error;
}

/** One kind of event, as it is found by asking. */
export interface Poller<Position extends IDataObject = IDataObject> {
	/** What the position depends on beside the realm: with another, everything is as at first. */
	scope: string;
	/** What a position is like: one that another version left, or that was damaged, is none. */
	schema: z.ZodType<Position>;
	/**
	 * Reads on from a position; at first, without one, from now.
	 *
	 * @throws {ServiceProblem} when the service does not give what is needed
	 */
	read: (position: Position | undefined, reading: Reading) => Promise<Findings<Position>>;
}

/** A record of the service that can be told from the others. */
export interface Identified {
	id: string;
	record: IDataObject;
}

/** An event of which the service does not say when it happened: it is of the time when it was seen. */
export function seenNow(
	{ realmId, now }: Reading,
	type: string,
	eventId: string,
	data: IDataObject,
): PolledEvent {
	return { eventId, type, timestamp: now, realmId, data };
}

/** The largest page that every list of the service gives. */
export const PAGE = 100;

/** The id of an event is made of what it is about: whoever finds it again finds the same. */
export function eventIdOf(...about: Array<string | number>): string {
	return createHash('sha256').update(JSON.stringify(about)).digest('hex');
}

/** Characters of a text in short. */
export const SHORT = 8;

/** A text in short, so that many can be remembered: 48 bits of it. */
export function shortOf(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, SHORT);
}

/** The records of a page, each with its ID. */
export function identifiedIn(body: unknown, idName = 'id'): Identified[] {
	// A list without its envelope may be of another site.
	const records = isRecord(body) ? recordsIn(body) : undefined;
	if (!records) throw unreadable('the answer holds no list');
	return records.filter(isRecord).map((record) => {
		const { [idName]: id } = record;
		if (id === '' || (typeof id !== 'string' && typeof id !== 'number')) {
			throw unreadable('the list holds a record without an id');
		}
		return { id: String(id), record: record as IDataObject };
	});
}

/** What a page says of the other pages. */
export function metaOf(body: unknown): Readonly<Record<string, unknown>> {
	return isRecord(body) && isRecord(body.meta) ? body.meta : {};
}

/** All records of a list, each once. */
export async function wholeList(
	{ client, hasTime }: Reading,
	request: OperationRequest,
): Promise<Identified[]> {
	const all = new Map<string, Identified>();
	for await (const body of client.pages(request)) {
		for (const one of identifiedIn(body)) all.set(one.id, one);
		if (!hasTime()) throw tooLong();
	}
	return [...all.values()];
}

/** What was asked for, or what kept it from coming. */
export async function attempt<Of>(work: Promise<Of>): Promise<Of | Error> {
	return await work.catch((thrown: unknown) =>
		thrown instanceof Error ? thrown : new Error(String(thrown)),
	);
}

export function unreadable(what: string): ServiceProblem {
	return new ServiceProblem({
		message: `The list of the service cannot be followed: ${what}`,
		description: 'Check the base URL in the credential, or ask the operator of the service.',
		outcome: 'notApplied',
	});
}

export function tooLong(): ServiceProblem {
	return new ServiceProblem({
		message: 'The list is too long to be read in the time of one poll',
		description: 'Poll less often, so that more of the limit is left for each poll, or choose fewer events.',
		outcome: 'notApplied',
		failure: { cause: 'rate-limited' },
	});
}
