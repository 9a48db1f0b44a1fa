import { randomBytes } from 'node:crypto';
import type { IHookFunctions } from 'n8n-workflow';

import { Client } from '../api/client';
import { realmOfTrigger, toConnection } from '../api/connection';
import { POLICIES } from '../api/retry';
import { isNotThere, outcomeOfThrown, sentencesOf, toNodeError, unsentProblem } from '../errors';
import { someEvents } from '../resources/event/fields';
import { checkReachable } from '../resources/webhook/reachability';
import { isSameAddress } from '../resources/webhook/address';
import type { RemoteHook } from '../resources/webhook/remoteHooks';
import { nodeKey } from '../shared/nodeKey';
import { secretLines } from '../shared/secrets';
import { checkFilters } from './filters';
import { HookService } from './hookService';
import { readSettings } from './settings';

/** The most time for the realm of the trigger. With the next one, publishing takes at most a minute. */
const OWN_REALM_MS = 45_000;
/** The most time for another realm. */
const OTHER_REALM_MS = 15_000;

/** The place where a webhook is or may be registered. It is enough to find the webhook again after any change. */
interface Place {
	/** Unknown until the service has responded with it. */
	webhookId?: string;
	/** The base address of the service. */
	baseUrl: string;
	realmId: string;
	/** The address that the service calls. */
	url: string;
}

/**
 * The trigger's data about its webhook, in the node's static data. Only checkExists, create and delete may write it,
 * because n8n loses or damages other writes. The place is stored before any request is sent there.
 *
 * n8n writes the static data of a workflow as a whole, so an older copy may come back at any time. So the secret is
 * made once and never changes.
 */
export interface Registration extends Partial<Place> {
	/** Signs all deliveries. It is kept when the webhook is removed. */
	secret?: string;
}

/** n8n publishes in two steps: it calls checkExists, and then create. */
interface Publication {
	/** What the first step has asked. */
	service?: HookService;
	/** The webhooks that it found. */
	hooks?: RemoteHook[];
	/** Why publishing failed. */
	failure?: string;
}

/**
 * The webhooks of the realm, and what happens to each:
 *
 * | The webhook calls | published | not published | registered by hand |
 * |---|---|---|---|
 * | the address of this trigger | one is kept or created, others are deleted | deleted | the stored one is deleted |
 * | any other address | left alone | left alone | left alone |
 *
 * A webhook in a former realm is treated as not published. The log names a stored webhook that calls a former
 * address. It may belong to another n8n instance, of which this one is a copy.
 */
export const isRegistered = step('check', async (context, publication) => {
	const { types, filters, registration, realmId } = readSettings(context);
	checkFilters(filters, types);
	if (registration === 'manual') return await isSetUpByHand(context, realmId);
	const events = someEvents(types);
	const { client, here } = await open(context, realmId);
	const stored = placeIn(context);
	const { secret }: Registration = context.getWorkflowStaticData('node');
	if (!stored || !isSamePlace(stored, here) || secret === undefined) return false;
	publication.service = new HookService(client, here, OWN_REALM_MS);
	publication.hooks = await publication.service.ownHooks(stored.webhookId);
	const [own, ...twins] = publication.hooks;
	if (!own || own.id !== stored.webhookId || twins.length > 0) return false;
	const areSame = [...new Set(own.events)].sort().join() === [...events].sort().join();
	return own.active && areSame && (own.secret ?? secret) === secret;
});

/** Brings the webhooks of the service to the state in the table at {@link isRegistered} for a published trigger. */
export const register = step('register', async (context, publication) => {
	const { types, filters, registration: mode, realmId } = readSettings(context);
	if (mode === 'manual') return await isSetUpByHand(context, realmId);
	const events = someEvents(types);
	const excluded = checkFilters(filters, events);
	const { client, here } = await open(context, realmId);
	const unreachable = checkReachable(here.url, here.baseUrl) ?? [];
	for (const line of excluded.concat(unreachable)) warn(context, line, ':');
	const stored = placeIn(context);
	if (stored && !isSamePlace(stored, here)) await leave(context, stored, false);

	const service = publication.service ?? new HookService(client, here, OWN_REALM_MS);
	const registration: Registration = context.getWorkflowStaticData('node');
	const hooks = publication.hooks ?? (await service.ownHooks(registration.webhookId));
	const own = hooks.find(({ id }) => id === registration.webhookId) ?? hooks[0];
	// 32 random bytes in hexadecimal.
	const secret = registration.secret || randomBytes(32).toString('hex');
	// From here on a webhook may be registered, so its place must be stored.
	Object.assign(registration, here, { webhookId: own?.id, secret });
	const refuse = (thrown: unknown) => {
		// A refused request has registered nothing. Otherwise a list that masks addresses may hide the webhook.
		if (outcomeOfThrown(thrown) === 'notApplied') forgetPlace(context);
		else warn(context, `may have left a webhook at the service. ${staysAt(context, here)}`);
		throw thrown;
	};
	const kept = own ?? (await service.create(events, secret).catch(refuse));
	registration.webhookId = kept.id;
	if (own || !kept.active) await service.adopt(kept.id, events, secret);
	for (const { id } of hooks) if (id !== kept.id) await service.remove(id);
	return true;
});

/**
 * Brings the webhooks of the service to the state in the table at {@link isRegistered} for an unpublished trigger. A
 * webhook that cannot be removed stays stored, and the error says where it is.
 */
export const unregister = step('remove', async (context) => {
	const stored = placeIn(context);
	const settings = await Promise.resolve(context)
		.then(readSettings)
		.catch(() => undefined);
	// Other webhooks than the stored one may belong to the user, also if the settings cannot be read.
	const isByHand = settings?.registration !== 'automatic';
	try {
		const here = isByHand ? undefined : (await open(context, settings.realmId)).here;
		// n8n may have written back the data of a former registration, or of another n8n.
		if (here && !(stored && isSamePlace(stored, here))) await clear(context, here, false, OTHER_REALM_MS);
	} catch (thrown) {
		// n8n also calls this after a failed registration. The reason for that failure is the one to show.
		warn(context, `may have left a webhook at the service. ${sentencesOf(thrown)}`);
	}
	if (!stored) return true;
	await clear(context, stored, isByHand, OWN_REALM_MS);
	forgetPlace(context);
	return true;
});

/**
 * A webhook that a user registered belongs to the user. No request is sent about it, and only its secret must exist.
 * A webhook that the trigger registered earlier is removed.
 */
async function isSetUpByHand(context: IHookFunctions, realmId: string): Promise<boolean> {
	const credential = await context.getCredentials('rewardsEngagementApi');
	const { webhookSecret } = credential;
	if (secretLines(webhookSecret).length === 0) {
		throw unsentProblem(
			'The credential has no webhook secret',
			`Register ${context.getNodeWebhookUrl('default')} in the dashboard of the service, and enter the secret shown there as "Webhook Secret" in the credential.`,
		);
	}
	// Events of any realm would be ignored. Without a realm, those of all realms are accepted.
	const connection = toConnection(credential);
	if (realmId || connection.realmId) realmOfTrigger(realmId, connection);
	const stored = placeIn(context);
	if (stored) await leave(context, stored, true);
	return true;
}

/** Opens the connection, and finds the place of this trigger. By default, its realm is that of the credential. */
async function open(context: IHookFunctions, realmId = ''): Promise<{ client: Client; here: Place }> {
	const client = await Client.open(context, POLICIES.registration);
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) {
		throw unsentProblem('n8n has no URL for this webhook', 'Set WEBHOOK_URL, restart n8n and publish again.');
	}
	const { connection } = client;
	return { client, here: { baseUrl: connection.baseUrl, realmId: realmOfTrigger(realmId, connection), url } };
}

/**
 * Removes the webhooks of a place that call this trigger. One that calls another address is only named. The key of the
 * credential is not sent to another base URL.
 *
 * @param isByHand whether others than the stored one may belong to the user
 * @throws {Problem} that says what stays where
 */
async function clear(
	context: IHookFunctions,
	place: Place,
	isByHand: boolean,
	milliseconds: number,
): Promise<void> {
	try {
		const { client, here } = await open(context, place.realmId);
		if (!isSameAddress(place.url, here.url)) {
			warn(context, `kept a webhook of another address. ${staysAt(context, place)}`);
			return;
		}
		if (place.baseUrl !== here.baseUrl) {
			throw unsentProblem(
				'The former webhook was not removed: the credential now has another base URL',
				'The key is not sent to the former service.',
			);
		}
		const service = new HookService(client, place, milliseconds);
		const own = await service.ownHooks(place.webhookId).catch((thrown: unknown) => {
			// A deleted realm has no webhooks.
			if (!isNotThere(thrown)) throw thrown;
		});
		for (const { id } of own ?? []) if (!isByHand || id === place.webhookId) await service.remove(id);
	} catch (thrown) {
		throw unsentProblem(`${sentencesOf(thrown)} ${staysAt(context, place)}`);
	}
}

/** Forgets a place, which may be out of reach for good. The log names what stays there. */
async function leave(context: IHookFunctions, place: Place, isByHand: boolean): Promise<void> {
	await clear(context, place, isByHand, OTHER_REALM_MS).catch((thrown: unknown) => {
		warn(context, `left a webhook behind. ${sentencesOf(thrown)}`);
	});
	forgetPlace(context);
}

/** Where a webhook may be. One at another address may belong to another n8n instance. */
function staysAt(context: IHookFunctions, { webhookId, realmId, baseUrl, url }: Place): string {
	const which = webhookId === undefined ? 'A webhook' : `The webhook ${webhookId}`;
	const isOwn = isSameAddress(url, context.getNodeWebhookUrl('default') ?? '');
	const condition = isOwn ? 'If it is' : 'If no other n8n uses that address';
	return `${which} may still be registered in realm ${realmId} at ${baseUrl} for ${url}. ${condition}, delete it with Webhook → Delete or in the dashboard.`;
}

function warn(context: IHookFunctions, words: string, mark = ''): void {
	context.logger.warn(`"${context.getNode().name}"${mark} ${words}`);
}

/** The place of the stored registration, if there is one. */
function placeIn(context: IHookFunctions): Place | undefined {
	const { webhookId, baseUrl, realmId, url }: Registration = context.getWorkflowStaticData('node');
	if (baseUrl === undefined || realmId === undefined || url === undefined) return undefined;
	return { webhookId, baseUrl, realmId, url };
}

/** The secret is kept. */
function forgetPlace(context: IHookFunctions): void {
	const registration: Registration = context.getWorkflowStaticData('node');
	for (const name of ['webhookId', 'baseUrl', 'realmId', 'url'] as const) delete registration[name];
}

function isSamePlace(one: Place, other: Place): boolean {
	const isSameRealm = one.baseUrl === other.baseUrl && one.realmId === other.realmId;
	return isSameRealm && isSameAddress(one.url, other.url);
}

/** Publications that continue or failed, by node and address. */
const publications = new Map<string, Publication>();

/**
 * A step of the life cycle. n8n shows only the message of an error thrown here, so the message contains everything.
 * After a failed registration n8n calls the removal, and may show only the removal's error (n8n, `test-webhooks.js`).
 */
function step(
	name: 'check' | 'register' | 'remove',
	work: (context: IHookFunctions, publication: Publication) => Promise<boolean>,
) {
	return async (context: IHookFunctions): Promise<boolean> => {
		const key = `${nodeKey(context)} ${context.getNodeWebhookUrl('default')}`;
		const last = publications.get(key) ?? {};
		publications.delete(key);
		const publication = name === 'register' ? last : {};
		try {
			const isDone = await work(context, publication);
			if (!isDone) publications.set(key, publication);
			return isDone;
		} catch (thrown) {
			const failure = sentencesOf(thrown);
			const isRemoval = name === 'remove';
			if (!isRemoval) publications.set(key, { failure });
			const before = isRemoval ? last.failure : undefined;
			const told = isRemoval && before === undefined ? 'remove' : 'register';
			context.logger.warn(`Could not ${told} the webhook of "${context.getNode().name}": ${failure}`);
			const all = [...new Set([before, failure])].filter(Boolean).join(' ');
			const message = `Could not ${told} the webhook at the service. ${all}`;
			throw toNodeError(context.getNode(), unsentProblem(message));
		}
	};
}
