import type { ICredentialDataDecryptedObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { Problem } from '../errors';
import { nodeKey } from '../shared/nodeKey';
import { secretLines } from '../shared/secretLines';
import { knownState } from './deduplicate';
import { readEvent, type Event } from '../resources/event/readEvent';
import { passesFilters } from './itemNames';
import { ageOf } from '../resources/event/age';
import { notice } from './notices';
import type { TriggerOptions } from './options';
import { registrationOf } from './registration';
import { TriggerSettings } from './settings';
import { isSignature, verifyAnySignature, SIGNATURE_HEADER } from '../resources/event/signature';

/**
 * Receives one delivery. Every path sends exactly one response, and the body is not parsed before the signature over
 * its raw bytes is verified.
 *
 * - 503, please redeliver. No secret is known yet, or the parameters or the item of a filter are not readable. Or the
 *   event is being processed, or comes from the future.
 * - 401, no or wrong signature
 * - 400, signed, but not an event, or without the time that the maximum age needs
 * - 200 without an execution, an event of another type, or one that the filters exclude, that was taken before, or
 *   that is too old
 * - 200 and an execution, every other event
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await take(context);
	} catch (thrown) {
		// Otherwise anyone who posts here could cause failed executions in n8n. The log gets only our own words,
		// because n8n's may quote an unverified request.
		const reason = thrown instanceof Problem ? thrown.message : nameOf(thrown);
		notice(context, 'failure', `rejects deliveries with status 503: ${reason}`);
		return refuse(context, 503, 'This webhook cannot accept events right now. Please deliver again.');
	}
}

/** The node's data for one delivery. Each part is read only when needed. */
class Delivery {
	readonly settings: TriggerSettings;

	readonly options: TriggerOptions;

	private held?: Promise<ICredentialDataDecryptedObject>;

	constructor(readonly context: IWebhookFunctions) {
		this.settings = new TriggerSettings(context);
		this.options = this.settings.options();
	}

	get isManual(): boolean {
		return this.options.registration === 'manual';
	}

	/** @throws n8n's error for a credential that cannot be read */
	async credentialValue(name: 'realmId' | 'signatureHeader' | 'webhookSecret'): Promise<string> {
		this.held ??= this.context.getCredentials('rewardsEngagementApi');
		const { [name]: value } = await this.held;
		return typeof value === 'string' ? value.trim() : '';
	}
}

async function take(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const delivery = new Delivery(context);
	const { isManual } = delivery;
	const secrets = isManual
		? secretLines(await unlessUnreadable(delivery.credentialValue('webhookSecret')))
		: [registrationOf(context).secret ?? ''].filter(Boolean);
	if (secrets.length === 0) {
		noticeNoSecret(context, isManual);
		return refuse(context, 503, 'This webhook is not ready yet. Please deliver again.');
	}
	const body = await rawBody(context);
	const usual: unknown = context.getHeaderData()[SIGNATURE_HEADER];
	if (!body || !(await isGenuine(delivery, body, usual, secrets))) {
		noticeForeign(context, usual ?? (await namedSignature(delivery)), secrets, isManual);
		return refuse(context, 401, 'The signature is missing or wrong.');
	}
	verifiedWith.set(nodeKey(context), secrets.join('\n'));
	return await takeVerified(delivery, body);
}

async function takeVerified(delivery: Delivery, body: Buffer): Promise<IWebhookResponseData> {
	const { context, settings, options } = delivery;
	const { types, realmId } = settings.subscription();
	const event = readEvent(body, options.deduplicateBy);
	if (!event) {
		notice(context, 'malformed', 'rejected a signed delivery with status 400, because it is not an event');
		return refuse(context, 400, 'The body is not a valid event.');
	}
	if (!types.includes(event.type)) return ignore('this workflow does not listen to this event type');
	if (await isOfAnotherRealm(delivery, event, realmId))
		return ignore('this workflow listens to another realm');
	if (!(await passesFilters(context, event, settings.filters(), realmId)))
		return ignore('this event does not match the filters of this workflow');
	return judgeAge(context, event, options) ?? (await judgeRepeat(context, event, options));
}

/**
 * Whether an event comes from a realm that the trigger does not listen to. Several realms may share a secret, and a
 * webhook of a former realm may be left. False for an event without a comparable realm.
 */
async function isOfAnotherRealm(delivery: Delivery, { realmId }: Event, chosen: string): Promise<boolean> {
	if (typeof realmId !== 'string' && typeof realmId !== 'number') return false;
	const { context, isManual } = delivery;
	const named = String(realmId).trim();
	const isNamed = (realm = '') => realm.toLowerCase() === named.toLowerCase();
	// The credential may name another realm since the trigger was registered.
	if (named === '' || (!isManual && isNamed(registrationOf(context).realmId))) return false;
	// If the credential cannot be read, the event must not run, and the service must redeliver it.
	const wanted = chosen || (await delivery.credentialValue('realmId'));
	if (wanted === '' || isNamed(wanted)) return false;
	// The ID comes from outside, and will be shown.
	const shown = /^[\w.:-]{1,100}$/.test(named) ? named : 'with an unexpected ID';
	notice(
		context,
		'realm',
		`ignored a signed event of the realm ${shown}, because it listens to the realm ${wanted}. If the event is meant for this workflow, enter its realm as "Realm ID" in the trigger. Otherwise remove this webhook from that realm.`,
	);
	return true;
}

/** The response to an event that the maximum age excludes, if it does. */
function judgeAge(
	context: IWebhookFunctions,
	event: Event,
	{ maximumAge }: TriggerOptions,
): IWebhookResponseData | undefined {
	const age = maximumAge === undefined ? 'fresh' : ageOf(event.timestamp, maximumAge, Date.now());
	switch (age) {
		case 'fresh':
			return undefined;
		case 'old':
			notice(context, 'old', 'ignored a signed event that is older than its option "Maximum Age" allows');
			// A redelivery would be even older.
			return ignore('this event is older than the maximum age');
		case 'early':
			notice(
				context,
				'early',
				'rejected a signed event from the future. Compare the clocks, then deliver it again',
			);
			return refuse(context, 503, 'The timestamp is in the future. Please deliver again.');
		case 'unknown':
			notice(
				context,
				'timeless',
				'rejected a signed event without a readable timestamp, which its option "Maximum Age" needs',
			);
			return refuse(context, 400, 'The event has no readable timestamp.');
	}
}

async function judgeRepeat(
	context: IWebhookFunctions,
	event: Event,
	options: TriggerOptions,
): Promise<IWebhookResponseData> {
	switch (await knownState(context, event.eventId, options)) {
		case 'taken':
			return ignore('this event was delivered before');
		case 'running':
			return refuse(context, 503, 'This event is being processed. Please deliver again.');
		case 'new':
			return { workflowData: [[{ json: event }]] };
	}
}

/** Without a secret the trigger looks healthy in n8n, but accepts nothing. So the log must say it. */
function noticeNoSecret(context: IWebhookFunctions, isManual: boolean): void {
	const remedy = isManual
		? 'enter the secret of this webhook as "Webhook Secret" in the credential'
		: 'unpublish the workflow and publish it again, unless it was being published at that time';
	notice(
		context,
		'secret',
		`rejected a delivery with status 503, because it has no secret to check it: ${remedy}.`,
	);
}

/** The secrets that verified a delivery of each trigger, in this process. */
const verifiedWith = new Map<string, string>();

/**
 * If a service uses another secret, or does not sign, the trigger looks healthy but refuses everything. Once a
 * delivery was verified, later unverified ones come from someone else and are no news.
 */
function noticeForeign(
	context: IWebhookFunctions,
	signature: unknown,
	secrets: readonly string[],
	isManual: boolean,
): void {
	if (verifiedWith.get(nodeKey(context)) === secrets.join('\n')) return;
	const what = isSignature(signature)
		? 'rejected a delivery with status 401, because it was signed with another secret'
		: 'rejected a delivery with status 401, because it has no known signature';
	const remedy = isManual
		? 'enter the secret of this webhook as "Webhook Secret" in the credential, one secret per line'
		: 'the service does not use the secret of this trigger. Unpublish the workflow, set the option "Registration" to Manual and register the webhook by hand. Then enter the secret that the dashboard of the service shows as "Webhook Secret" in the credential';
	notice(
		context,
		'signature',
		`${what}. If the service sent it, ${remedy}. If the service uses another header for the signature, enter its name as "Signature Header" in the credential. A proxy must not change the body. If the service did not send it, you need not do anything.`,
	);
}

/**
 * Whether one of the secrets signed the body, in the usual header or in the one that the credential names. The usual
 * header may have another signature, for example from a proxy.
 */
async function isGenuine(
	delivery: Delivery,
	body: Buffer,
	usual: unknown,
	secrets: readonly string[],
): Promise<boolean> {
	if (await verifyAnySignature(body, usual, secrets)) return true;
	const named = await namedSignature(delivery);
	return named !== undefined && (await verifyAnySignature(body, named, secrets));
}

/** The value of the header that the credential names. */
async function namedSignature(delivery: Delivery): Promise<unknown> {
	const name = await unlessUnreadable(delivery.credentialValue('signatureHeader'));
	return name ? delivery.context.getHeaderData()[name.toLowerCase()] : undefined;
}

/** An unverified caller must not be able to fail the execution, even if the credential is unreadable. */
async function unlessUnreadable(reading: Promise<string>): Promise<string | undefined> {
	return await reading.catch(() => undefined);
}

/** n8n adds these to the request. */
type RawRequest = ReturnType<IWebhookFunctions['getRequestObject']> & {
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
};

/** The unchanged body. For some content types n8n does not read it automatically. */
async function rawBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request: RawRequest = context.getRequestObject();
	// This throws if n8n has parsed the body in another way (multipart), or if the body broke off. It then cannot be
	// verified.
	if (request.rawBody === undefined) await request.readRawBody?.().catch(() => undefined);
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

function ignore(message: string): IWebhookResponseData {
	return { webhookResponse: { message: `Ignored: ${message}` } };
}

function refuse(context: IWebhookFunctions, status: 400 | 401 | 503, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

function nameOf(thrown: unknown): string {
	return thrown instanceof Error ? thrown.name : 'an unknown cause';
}
