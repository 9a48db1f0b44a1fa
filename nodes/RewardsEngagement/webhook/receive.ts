import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isKnownDuplicate } from './deduplicate';
import { readEvent } from './event';
import { deduplicationOf } from './options';
import { registrationOf } from './registration';
import { isGenuine, SIGNATURE_HEADER } from './signature';
import { subscribedEvents } from './subscription';

/**
 * Takes one delivery. Every branch sends exactly one answer, and nothing of the body is read before the signature
 * over its raw bytes holds.
 *
 * - 503, no secret known here yet: the service delivers again
 * - 401, no or wrong signature
 * - 400, signed, but not an event
 * - 200 without a run, an event this workflow did not ask for, or had already
 * - 200 and a run, everything else
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { secret } = registrationOf(context);
	if (!secret) return refuse(context, 503, 'This webhook is not ready yet. Please deliver again.');

	const body = await rawBody(context);
	const signature = context.getHeaderData()[SIGNATURE_HEADER];
	if (!body || !isGenuine(body, signature, secret))
		return refuse(context, 401, 'The signature is missing or wrong.');

	const event = readEvent(body, deduplicationOf(context.getNodeParameter('options', {})));
	if (!event) {
		context.logger.warn(`"${context.getNode().name}" got a signed delivery that is not an event`);
		return refuse(context, 400, 'The body is not an event envelope.');
	}
	if (!subscribedEvents(context).includes(event.type)) {
		return { webhookResponse: { message: 'Ignored: this workflow does not listen to this event type' } };
	}
	if (isKnownDuplicate(context, event.eventId)) {
		return { webhookResponse: { message: 'Ignored: this event was delivered before' } };
	}
	return { workflowData: [[{ json: event }]] };
}

/** n8n adds these to the request. */
type RawRequest = ReturnType<IWebhookFunctions['getRequestObject']> & {
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
};

/** The body as it came. n8n reads it by itself only for some content types. */
async function rawBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request: RawRequest = context.getRequestObject();
	if (request.rawBody === undefined) await request.readRawBody?.();
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

function refuse(context: IWebhookFunctions, status: 400 | 401 | 503, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
