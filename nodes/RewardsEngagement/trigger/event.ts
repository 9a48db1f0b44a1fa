import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/json';
import { eventEnvelope } from '../resources/event/record';
import type { TriggerOptions } from './options';

/** A verified delivery: the item that the workflow gets. */
export interface Event extends IDataObject {
	/** The same for every repeat of a delivery; 64 hexadecimal digits. */
	eventId: string;
	type: string;
}

/**
 * Reads a delivery's body as the event envelope (API document, section 6.1). Unknown fields pass through.
 *
 * @param body the verified bytes
 * @param deduplication what makes two deliveries the same event, and so what the event id is made of
 * @returns `undefined` when it is not JSON or not an envelope
 */
export function readEvent(body: Buffer, deduplication: TriggerOptions['deduplicateBy']): Event | undefined {
	const envelope = eventEnvelope.safeParse(parseJson(body));
	if (!envelope.success) return undefined;
	const { type, timestamp, realmId, data, ...rest } = envelope.data as IDataObject & { type: string };
	const identity = deduplication === 'event' ? canonical({ ...rest, type, realmId, data }) : body;
	return { eventId: idOf(identity), type, timestamp, realmId, data, ...without(rest, 'eventId') };
}

/** The envelope carries no id, so it is derived from what is delivered, which a repeat sends again unchanged. */
function idOf(identity: Buffer | string): string {
	return createHash('sha256').update(identity).digest('hex');
}

/** The same text for the same JSON value, whatever the order of its keys. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_key, held: unknown) =>
		isRecord(held) ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1))) : held,
	);
}

function parseJson(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString('utf8')) as unknown;
	} catch {
		return undefined;
	}
}

function without(fields: IDataObject, name: string): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}
