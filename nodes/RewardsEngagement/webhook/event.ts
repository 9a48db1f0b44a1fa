import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { eventEnvelope } from '../records/event';

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
 * @returns `undefined` when it is not JSON or not an envelope
 */
export function readEvent(body: Buffer): Event | undefined {
	const envelope = eventEnvelope.safeParse(parseJson(body));
	if (!envelope.success) return undefined;
	const { type, timestamp, realmId, data, ...rest } = envelope.data as IDataObject & { type: string };
	return { eventId: idOf(body), type, timestamp, realmId, data, ...without(rest, 'eventId') };
}

/** The envelope carries no id, so it is derived from the bytes, which a repeated delivery sends again unchanged. */
function idOf(body: Buffer): string {
	return createHash('sha256').update(body).digest('hex');
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
