import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { parseJson } from '../../shared/json';
import { identityWithoutTime } from './eventIdentity';
import { eventEnvelope } from './record';

/** A verified delivery, which becomes the workflow's item. */
export interface Event extends IDataObject {
	/** The same for all repeats of a delivery: 64 hexadecimal digits. */
	eventId: string;
	type: string;
}

/**
 * Reads a delivery's body as the event envelope (API document, section 6.1). Only the type must match the document.
 * Everything else is passed on unchanged.
 *
 * @param body the verified bytes
 * @param deduplication what makes two deliveries the same event, and so what the event ID is made from
 * @returns `undefined` if it is not JSON or has no type
 */
export function readEvent(
	body: Buffer,
	deduplication: 'payload' | 'payloadWithoutTimestamp' | 'off',
): Event | undefined {
	// JSON does not allow a byte order mark.
	const text = body.toString('utf8').replace(/^\uFEFF/, '');
	const envelope = eventEnvelope.safeParse(parseJson(text));
	if (!envelope.success) return undefined;
	const { eventId: theirs, ...event } = envelope.data as IDataObject & { type: string };
	const { type, timestamp, realmId, data, ...rest } = event;
	// The documented envelope has no ID, so the ID comes from the content, which a redelivery sends unchanged.
	const identity = deduplication === 'payloadWithoutTimestamp' ? identityWithoutTime(text) : undefined;
	const eventId = createHash('sha256')
		.update(identity ?? body)
		.digest('hex');
	const added = theirs === undefined ? rest : { serviceEventId: theirs, ...rest };
	return { eventId, type, timestamp, realmId, data, ...added };
}
