import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { knownState } from './deduplicate';
import { readEvent } from './event';
import { toTriggerOptions } from './options';
import { registrationOf } from './registration';
import { verifySignature, SIGNATURE_HEADER } from './signature';
import { subscribedEvents } from './subscription';

/**
 * Takes one delivery. Every branch sends exactly one answer, and nothing of the body is read before the signature
 * over its raw bytes holds.
 *
 * - 503, no secret known here yet, or the same event is being worked on: the service delivers again
 * - 401, no or wrong signature
 * - 400, signed, but not an event
 * - 200 without a run, an event this workflow did not ask for, or had already
 * - 200 and a run, everything else
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const options = toTriggerOptions(context.getNodeParameter('options', {}));
	const isManual = options.registration === 'manual';
	const secret = isManual ? await credentialValue(context, 'webhookSecret') : registrationOf(context).secret;
	if (!secret) return refuse(context, 503, 'This webhook is not ready yet. Please deliver again.');

	const body = await rawBody(context);
	if (!body || !verifySignature(body, await signatureOf(context), secret)) {
		return refuse(context, 401, 'The signature is missing or wrong.');
	}

	const event = readEvent(body, options.deduplicateBy);
	if (!event) {
		context.logger.warn(`"${context.getNode().name}" got a signed delivery that is not an event`);
		return refuse(context, 400, 'The body is not an event envelope.');
	}
	if (!subscribedEvents(context).includes(event.type)) {
		return ignore('this workflow does not listen to this event type');
	}
	switch (knownState(context, event.eventId, options)) {
		case 'taken':
			return ignore('this event was delivered before');
		case 'running':
			return refuse(context, 503, 'This event is being worked on. Please deliver again.');
		case 'new':
			return { workflowData: [[{ json: event }]] };
	}
}

/** The signature, from the usual header or from the one that the credential names. */
async function signatureOf(context: IWebhookFunctions): Promise<unknown> {
	const headers = context.getHeaderData();
	const usual = headers[SIGNATURE_HEADER];
	if (usual !== undefined) return usual;
	const name = await credentialValue(context, 'signatureHeader');
	return name ? headers[name.toLowerCase()] : undefined;
}

async function credentialValue(context: IWebhookFunctions, name: string): Promise<string | undefined> {
	// A credential that cannot be read must not fail the execution for whoever calls: nothing is verified yet.
	const credential = await context.getCredentials('rewardsEngagementApi').catch(() => undefined);
	const value = credential?.[name];
	return typeof value === 'string' ? value.trim() : undefined;
}

/** n8n adds these to the request. */
type RawRequest = ReturnType<IWebhookFunctions['getRequestObject']> & {
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
};

/** The body as it came. n8n reads it by itself only for some content types. */
async function rawBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request: RawRequest = context.getRequestObject();
	// It throws for a body that n8n has read in another way (multipart) or that broke off: such a body cannot be verified.
	if (request.rawBody === undefined) await request.readRawBody?.().catch(() => undefined);
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

function ignore(reason: string): IWebhookResponseData {
	return { webhookResponse: { message: `Ignored: ${reason}` } };
}

function refuse(context: IWebhookFunctions, status: 400 | 401 | 503, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
