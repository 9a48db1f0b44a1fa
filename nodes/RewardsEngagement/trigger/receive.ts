import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { Problem } from '../errors';
import { claimAfterOthers, knownState, ownEvents } from '../once/claimEvent';
import { ageOf } from '../resources/event/age';
import { readEvent } from '../resources/event/readEvent';
import { isSignature, verifyAnySignature, SIGNATURE_HEADER } from '../resources/event/signature';
import { nodeKey } from '../shared/nodeKey';
import { secretLines } from '../shared/secrets';
import { answer } from './answers';
import { passesFilters } from './filters';
import type { Registration } from './lifecycle';
import { readOptions, readSettings } from './settings';

/**
 * Receives one delivery. Every path sends exactly one response, see `answers.ts`. The body is not parsed before the
 * signature over its raw bytes is verified.
 */
export function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	return take(context).catch((thrown: unknown) => {
		// Otherwise anyone who posts here could cause failed executions in n8n. The log gets only our own words,
		// because n8n's may quote an unverified request.
		const name = thrown instanceof Error ? thrown.name : 'an unknown cause';
		return answer(context, 'unable', thrown instanceof Problem ? thrown.message : name);
	});
}

async function take(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { types, realmId, filters, registration, deduplicateBy, maximumAge } = readSettings(context);
	const isManual = registration === 'manual';
	const credential = credentialOf(context);
	const registered: Registration = context.getWorkflowStaticData('node');

	const own = registered.secret ? [registered.secret] : [];
	const secrets = isManual ? secretLines(await credential('webhookSecret')) : own;
	if (secrets.length === 0) return answer(context, 'noSecret', registration);
	const body = await rawBody(context);
	const headers = context.getHeaderData();
	const usual: unknown = headers[SIGNATURE_HEADER];
	if (!body || !(await verifyAnySignature(body, usual, secrets))) {
		// The usual header may have another signature, for example from a proxy.
		const named: unknown = headers[(await credential('signatureHeader')).toLowerCase()];
		if (!body || named === undefined || !(await verifyAnySignature(body, named, secrets)))
			return answer(context, whyUnverified(context, usual ?? named, secrets));
	}
	verifiedWith.set(nodeKey(context), secrets.join('\n'));

	const event = readEvent(body, deduplicateBy);
	if (!event) return answer(context, 'malformed');
	if (!types.includes(event.type)) return answer(context, 'otherType');
	const realm = textOfId(event.realmId);
	// Only for a trigger that names no realm, the registration has it, or the credential since it was changed.
	const published = isManual ? '' : registered.realmId;
	if (realm !== '' && realm !== textOfId(realmId || published)) {
		// If the credential cannot be read, the event must not run, and the service must redeliver it.
		const wanted = realmId || (await credential('realmId'));
		// The ID comes from outside, and will be shown.
		const shown = /^[\w.:-]{1,100}$/.test(realm) ? realm : 'with an unexpected ID';
		if (wanted !== '' && realm !== textOfId(wanted)) return answer(context, 'otherRealm', shown, wanted);
	}
	// Most triggers have no filter.
	if (Object.keys(filters).length > 0 && !(await passesFilters(context, event, filters, realmId)))
		return answer(context, 'filtered');
	const age = maximumAge === undefined ? 'fresh' : ageOf(event.timestamp, maximumAge, Date.now());
	if (age !== 'fresh') return answer(context, age);
	if (deduplicateBy !== 'off' && context.getMode() === 'webhook') {
		const state = await knownState(context, event.eventId);
		if (state !== 'new') return answer(context, state);
	}
	return { workflowData: [[{ json: event }]] };
}

/** Reads the credential when a value is first needed. Most deliveries need none. */
function credentialOf(context: IWebhookFunctions) {
	let held: Promise<ICredentialDataDecryptedObject> | undefined;
	/** @throws n8n's error for a credential that cannot be read */
	return async (name: 'realmId' | 'signatureHeader' | 'webhookSecret'): Promise<string> => {
		held ??= context.getCredentials('rewardsEngagementApi');
		const { [name]: value } = await held;
		return typeof value === 'string' ? value.trim() : '';
	};
}

/** In lower case. Empty if it is none. */
function textOfId(id: unknown): string {
	return typeof id === 'string' || typeof id === 'number' ? String(id).trim().toLowerCase() : '';
}

/** The secrets that verified a delivery of each trigger, in this process. */
const verifiedWith = new Map<string, string>();

/** Once a delivery was verified, later unverified ones come from someone else and are no news. */
function whyUnverified(context: IWebhookFunctions, signature: unknown, secrets: readonly string[]) {
	if (verifiedWith.get(nodeKey(context)) === secrets.join('\n')) return 'forged';
	return isSignature(signature) ? 'otherSecret' : 'noSignature';
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

/**
 * Drops the events that were taken before, by this process or another, before a restart or after. It runs inside the
 * execution, because n8n's store of processed values is available only there.
 *
 * Test executions, and retries by hand, neither drop nor record anything.
 */
export async function dropDuplicates(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	if (context.getMode() !== 'webhook') return context.getInputData();
	return await ownEvents(context, async (eventId) => {
		// An unreadable option fails the execution. Otherwise the event would be silently dropped or doubled.
		const { deduplicateBy, respond } = readOptions(context);
		return deduplicateBy === 'off' ? 'mine' : await claimAfterOthers(context, eventId, respond);
	});
}
