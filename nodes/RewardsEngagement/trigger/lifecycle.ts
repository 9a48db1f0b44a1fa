import type { IHookFunctions } from 'n8n-workflow';

import { Client } from '../api/client';
import { POLICIES } from '../api/retry';
import { outcomeOfThrown, sentencesOf, toNodeError, unsentProblem } from '../errors';
import { someEvents } from '../resources/event/fields';
import { isSameAddress } from '../resources/webhook/remoteHooks';
import { nodeKey } from '../shared/nodeKey';
import { secretLines } from '../shared/secretLines';
import { checkFilters } from './filters';
import { HookService } from './hookService';
import { checkReachable } from '../resources/webhook/reachability';
import { enter, forgetPlace, placeOf, registrationOf, type Place, type Registration } from './registration';
import { TriggerSettings } from './settings';

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
export const isRegistered = hook('register', async (context) => {
	if (isManual(context)) return await isSetUpByHand(context);
	const settings = new TriggerSettings(context);
	const { types } = settings.subscription();
	checkFilters(settings.filters(), types);
	const { client, here } = await open(context);
	const registration = registrationOf(context);
	const stored = placeOf(registration);
	if (!stored || !isSamePlace(stored, here)) return false;
	const service = new HookService(client, here.realmId, here.url);
	const [own, ...twins] = await service.ownHooks(stored.webhookId);
	return (
		own !== undefined &&
		twins.length === 0 &&
		own.id === stored.webhookId &&
		own.isActive &&
		isSameSet(own.events, types) &&
		registration.secret !== undefined &&
		(own.secret ?? registration.secret) === registration.secret
	);
});

/** Brings the webhooks of the service to the state in the table at {@link isRegistered} for a published trigger. */
export const register = hook('register', async (context) => {
	if (isManual(context)) return await isSetUpByHand(context);
	const settings = new TriggerSettings(context);
	const events = someEvents(settings.subscription().types);
	for (const line of checkFilters(settings.filters(), events)) {
		context.logger.warn(`"${context.getNode().name}": ${line}`);
	}
	const { client, here } = await open(context);
	const warning = checkReachable(here.url, here.baseUrl);
	if (warning) context.logger.warn(warning);
	const registration = registrationOf(context);
	const stored = placeOf(registration);
	if (stored && !isSamePlace(stored, here)) {
		if (isSameRealm(stored, here)) nameFormer(context, stored);
		else await clearOrName(context, client, stored, here);
		forgetPlace(registration);
	}

	const service = new HookService(client, here.realmId, here.url);
	const hooks = await service.ownHooks(registration.webhookId);
	const own = hooks.find(({ id }) => id === registration.webhookId) ?? hooks[0];
	// From here on a webhook may be registered, so its place must be stored.
	const secret = enter(registration, { ...here, webhookId: own?.id });
	const create = async () => await service.create(here.url, events, secret);
	const kept = own ?? (await create().catch(forgetRefused(registration)));
	registration.webhookId = kept.id;
	if (own || !kept.isActive) await service.adopt(kept.id, events, secret);
	for (const { id } of hooks) if (id !== kept.id) await service.remove(id);
	return true;
});

/** A refused request has registered nothing. */
const forgetRefused = (registration: Registration) => (thrown: unknown) => {
	if (outcomeOfThrown(thrown) === 'notApplied') forgetPlace(registration);
	throw thrown;
};

/**
 * Brings the webhooks of the service to the state in the table at {@link isRegistered} for an unpublished trigger. A
 * webhook that cannot be removed stays stored, and the error says where it is.
 */
export const unregister = hook('remove', async (context) => {
	const registration = registrationOf(context);
	const stored = placeOf(registration);
	// n8n may have written back the data of a former registration.
	await clearWherePublished(context, stored).catch((thrown: unknown) => {
		// n8n also calls this after a failed registration. The reason for that failure is the one to show.
		warn(context, `may have left a webhook at the service. ${sentencesOf(thrown)}`);
	});
	if (!stored) return true;
	try {
		const { client, here } = await open(context, stored.realmId);
		await clear(context, client, stored, here);
	} catch (thrown) {
		throw unsentProblem(`${sentencesOf(thrown)} ${staysAt(context, stored)}`);
	}
	forgetPlace(registration);
	return true;
});

/** Clears the place of the settings, if it is not the stored one and the trigger registers a webhook there. */
async function clearWherePublished(context: IHookFunctions, stored: Place | undefined): Promise<void> {
	if (registersNothing(context)) return;
	const { client, here } = await open(context);
	if (!stored || !isSameRealm(stored, here)) await clear(context, client, here, here);
}

/**
 * Opens the connection, and returns the place of this trigger, without a webhook ID.
 *
 * @param realmId by default that of the settings, which may be wrong by now
 */
async function open(context: IHookFunctions, realmId?: string): Promise<{ client: Client; here: Place }> {
	const client = await Client.open(context, POLICIES.registration);
	const { baseUrl, realmId: usual } = client.connection;
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) {
		throw unsentProblem('n8n has no URL for this webhook', 'Set WEBHOOK_URL, restart n8n and publish again.');
	}
	const chosen = realmId ?? (new TriggerSettings(context).subscription().realmId || usual);
	if (chosen === '') {
		throw unsentProblem('No realm is given', 'Enter a realm ID in the credential or in the trigger.');
	}
	return { client, here: { baseUrl, realmId: chosen, url } };
}

/**
 * Removes the webhooks of a place that call this trigger. The key of the credential is not sent to another base URL.
 */
async function clear(context: IHookFunctions, client: Client, place: Place, here: Place): Promise<void> {
	if (place.baseUrl !== here.baseUrl) {
		throw unsentProblem(
			'The former webhook was not removed: the credential now has another base URL',
			'The key is not sent to the former service.',
		);
	}
	const isHere = isSameAddress(place.url, here.url);
	const at = isSameRealm(place, here) ? client : client.with(POLICIES.formerPlace, place.realmId);
	const service = new HookService(at, place.realmId, here.url);
	await service.removeAll(isHere ? place.webhookId : undefined, registersNothing(context));
	if (!isHere) nameFormer(context, place);
}

/** Clears a place that may be out of reach for good. The log names what is left there, because it is then forgotten. */
async function clearOrName(
	context: IHookFunctions,
	client: Client,
	place: Place,
	here: Place,
): Promise<void> {
	await clear(context, client, place, here).catch((thrown: unknown) => {
		warn(context, `left a webhook behind. ${sentencesOf(thrown)} ${staysAt(context, place)}`);
	});
}

/** Names a webhook of a former address, which is then forgotten. */
function nameFormer(context: IHookFunctions, place: Place): void {
	warn(context, `kept a webhook of another address. ${staysAt(context, place)}`);
}

function warn(context: IHookFunctions, words: string): void {
	context.logger.warn(`"${context.getNode().name}" ${words}`);
}

/**
 * Whether the settings register no webhook: registration is manual, or the parameters are not readable. Other webhooks
 * than the stored one may then belong to the user.
 */
function registersNothing(context: IHookFunctions): boolean {
	try {
		if (isManual(context)) return true;
		new TriggerSettings(context).subscription();
		return false;
	} catch {
		return true;
	}
}

function isManual(context: IHookFunctions): boolean {
	return new TriggerSettings(context).options().registration === 'manual';
}

/**
 * A webhook that a user registered belongs to the user. No request is sent about it, and only its secret must exist.
 * A webhook that the trigger registered earlier is removed.
 */
async function isSetUpByHand(context: IHookFunctions): Promise<boolean> {
	const { webhookSecret } = await context.getCredentials('rewardsEngagementApi');
	if (secretLines(webhookSecret).length === 0) {
		throw unsentProblem(
			'The credential has no webhook secret',
			`Register ${context.getNodeWebhookUrl('default')} in the dashboard of the service, and enter the secret shown there as "Webhook Secret" in the credential.`,
		);
	}
	const settings = new TriggerSettings(context);
	checkFilters(settings.filters(), settings.subscription().types);
	const stored = placeOf(registrationOf(context));
	if (!stored) return true;
	const { client, here } = await open(context, stored.realmId);
	await clearOrName(context, client, stored, here);
	forgetPlace(registrationOf(context));
	return true;
}

/** Why the last registration failed, by node and address. */
const failedBecause = new Map<string, string>();

/**
 * A step of the life cycle. n8n shows only the message of an error thrown here, so the message contains everything.
 * After a failed registration n8n calls the removal, and may show only the removal's error (n8n, `test-webhooks.js`).
 */
function hook(step: 'register' | 'remove', work: (context: IHookFunctions) => Promise<boolean>) {
	return async (context: IHookFunctions): Promise<boolean> => {
		const key = `${nodeKey(context)} ${context.getNodeWebhookUrl('default')}`;
		const before = failedBecause.get(key);
		failedBecause.delete(key);
		try {
			return await work(context);
		} catch (thrown) {
			const words = sentencesOf(thrown);
			context.logger.warn(`Could not ${step} the webhook of "${context.getNode().name}": ${words}`);
			if (step === 'register') failedBecause.set(key, words);
			const told = before === undefined ? step : 'register';
			const all = step === 'remove' ? [...new Set([before, words])].filter(Boolean).join(' ') : words;
			const message = `Could not ${told} the webhook at the service. ${all}`;
			throw toNodeError(context.getNode(), unsentProblem(message));
		}
	};
}

/** Where a webhook may be. One at another address may belong to another n8n instance. */
function staysAt(context: IHookFunctions, { webhookId, realmId, baseUrl, url }: Place): string {
	const which = webhookId === undefined ? 'A webhook' : `The webhook ${webhookId}`;
	const isOwn = isSameAddress(url, context.getNodeWebhookUrl('default') ?? '');
	const condition = isOwn ? 'If it is' : 'If no other n8n uses that address';
	return `${which} may still be registered in realm ${realmId} at ${baseUrl} for ${url}. ${condition}, delete it with Webhook → Delete or in the dashboard.`;
}

function isSameRealm(one: Place, other: Place): boolean {
	return one.baseUrl === other.baseUrl && one.realmId === other.realmId;
}

function isSamePlace(one: Place, other: Place): boolean {
	return isSameRealm(one, other) && isSameAddress(one.url, other.url);
}

function isSameSet(left: readonly string[] | undefined, right: readonly string[]): boolean {
	if (left === undefined) return false;
	return new Set(left).size === new Set(right).size && left.every((value) => right.includes(value));
}
