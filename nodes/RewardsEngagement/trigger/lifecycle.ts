import type { IHookFunctions } from 'n8n-workflow';

import { Client } from '../api/client';
import { INTERACTIVE, type RetryPolicy } from '../api/retryPolicy';
import { outcomeOfThrown, sentencesOf, toNodeError, unsentProblem } from '../errors';
import { someEvents } from '../resources/event/fields';
import { isSameAddress } from '../resources/webhook/remoteHooks';
import { nodeKey } from '../shared/nodeKey';
import { secretLines } from '../shared/secretLines';
import { apiKeyOf } from '../shared/signedState';
import { checkFilters } from './filters';
import { HookService } from './hookService';
import { livesAt } from './livingTrigger';
import { checkReachable } from '../resources/webhook/reachability';
import {
	enter,
	fingerprintOf,
	forgetPlace,
	forgetSecret,
	placeOf,
	registrationOf,
	secretAt,
	type Place,
	type Registration,
} from './registration';
import { TriggerSettings } from './settings';

/** For another service or realm. Publishing must not wait long for a service that may no longer exist. */
const ELSEWHERE: RetryPolicy = { ...INTERACTIVE, attempts: 1, timeout: 5_000 };

/**
 * The webhooks of the realm, and what happens to each:
 *
 * | The webhook calls | published | not published |
 * |---|---|---|
 * | the address of this trigger | one is kept or created, others are deleted | deleted |
 * | a former address, where no trigger lives | deleted | deleted |
 * | a former address, where a trigger lives: this n8n instance is a copy of another | left alone | left alone |
 * | any other address | left alone | left alone |
 *
 * A webhook in another realm, or at another service, is treated as not published.
 */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	return await inHook(context, 'register', async () => {
		if (isManual(context)) return await isSetUpByHand(context);
		const settings = new TriggerSettings(context);
		const { types } = settings.subscription();
		checkFilters(settings.filters(), types);
		const { client, here } = await open(context);
		const registration = registrationOf(context);
		const stored = placeOf(registration);
		if (!stored || !isSamePlace(stored, here)) return false;
		const service = new HookService(client, here.realmId, [here.url]);
		const [hook, ...twins] = await service.ownHooks(stored.webhookId);
		return (
			hook !== undefined &&
			twins.length === 0 &&
			hook.id === stored.webhookId &&
			hook.isActive &&
			isSameSet(hook.events, types) &&
			registration.secret !== undefined &&
			(hook.secret ?? registration.secret) === registration.secret
		);
	});
}

/** Brings the webhooks of the service to the state in the table at {@link isRegistered} for a published trigger. */
export async function register(context: IHookFunctions): Promise<boolean> {
	return await inHook(context, 'register', async () => {
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
			const remove = isSameRealm(stored, here) ? clear : leave;
			await remove(context, client, stored, here);
			forgetPlace(registration);
		}

		const service = new HookService(client, here.realmId, [here.url]);
		const hooks = await service.ownHooks(registration.webhookId);
		const own = hooks.find(({ id }) => id === registration.webhookId) ?? hooks[0];
		// From here on a webhook may be registered, so its place must be stored.
		const secret = enter(registration, { ...here, webhookId: own?.id });
		const create = async () => await service.create(here.url, events, secret);
		const hook = own ?? (await create().catch(forgetRefused(registration)));
		registration.webhookId = hook.id;
		if (own || !hook.isActive) await service.adopt(hook.id, events, secret);
		for (const { id } of hooks) if (id !== hook.id) await service.remove(id);
		return true;
	});
}

/** A refused request has registered nothing. */
const forgetRefused = (registration: Registration) => (thrown: unknown) => {
	if (outcomeOfThrown(thrown) === 'notApplied') forgetPlace(registration);
	throw thrown;
};

/**
 * Brings the webhooks of the service to the state in the table at {@link isRegistered} for an unpublished trigger. A
 * webhook that cannot be removed stays stored, and the error says where it is.
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	return await inHook(context, 'remove', async () => {
		const registration = registrationOf(context);
		const stored = placeOf(registration);
		if (!stored && registersNothing(context)) return true;
		const work = async () => {
			const { client, here } = await open(context, stored);
			await clear(context, client, stored ?? here, here);
		};
		await work().catch((thrown: unknown) => {
			if (stored) throw unsentProblem(`${sentencesOf(thrown)} ${staysAt(stored)}`);
			// n8n also calls this after a failed registration. The reason for that failure is the one to show.
			warn(context, `may have left a webhook at the service. ${sentencesOf(thrown)}`);
		});
		forgetPlace(registration);
		return true;
	});
}

/**
 * Opens the connection, and returns the place where the trigger should be registered, without a webhook ID.
 *
 * @param stored place where it is registered. The parameters, which may be wrong by now, then do not matter.
 */
async function open(context: IHookFunctions, stored?: Place): Promise<{ client: Client; here: Place }> {
	const client = await Client.open(context, INTERACTIVE);
	const { baseUrl, credential } = client.connection;
	const url = context.getNodeWebhookUrl('default') ?? stored?.url;
	if (url === undefined) {
		throw unsentProblem('n8n has no URL for this webhook', 'Set WEBHOOK_URL, restart n8n and publish again.');
	}
	const realmId =
		stored?.realmId ?? (new TriggerSettings(context).subscription().realmId || client.connection.realmId);
	if (realmId === '') {
		throw unsentProblem('No realm is given', 'Enter a realm ID in the credential or in the trigger.');
	}
	return { client, here: { baseUrl, realmId, url, key: fingerprintOf(apiKeyOf(credential.data ?? {})) } };
}

/** Clears a place that may be out of reach for good. n8n's log names once what is left there. */
async function leave(...args: Parameters<typeof clear>): Promise<void> {
	const [context, , place] = args;
	await clear(...args).catch((thrown: unknown) => {
		warn(context, `left a webhook behind. ${sentencesOf(thrown)} ${staysAt(place)}`);
		// Events that it still delivers come from another realm, and must not pass verification.
		forgetSecret(registrationOf(context));
	});
}

/**
 * Removes the webhooks of a place, unless a trigger lives at its address. Another service gets the key only if it had
 * the key before.
 */
async function clear(context: IHookFunctions, client: Client, place: Place, here: Place): Promise<void> {
	const isForeign = await isOfAnother(context, place, here);
	const isSameService = place.baseUrl === here.baseUrl;
	if (!isSameService && place.key !== here.key) {
		throw unsentProblem(
			'The former webhook was not removed: the credential now has another base URL and key',
			'The new key is not sent to the former service. Delete the webhook there.',
		);
	}
	const at = isSameRealm(place, here)
		? client
		: isSameService
			? client.with(ELSEWHERE, place.realmId)
			: client.at(place.baseUrl, ELSEWHERE);
	const addresses = isForeign ? [here.url] : [here.url, place.url];
	const service = new HookService(at, place.realmId, addresses);
	await service.removeAll(isForeign ? undefined : place.webhookId);
}

/** Whether the webhook of a place belongs to a trigger of another n8n instance, of which this one is a copy. */
async function isOfAnother(context: IHookFunctions, { url }: Place, here: Place): Promise<boolean> {
	if (isSameAddress(url, here.url)) return false;
	const secret = secretAt(registrationOf(context), url);
	if (secret === undefined || !(await livesAt(context, url, secret))) return false;
	warn(
		context,
		`kept the webhook of ${url}, because another trigger uses it with the same secret. This workflow is a copy and gets its own webhook.`,
	);
	return true;
}

function warn(context: IHookFunctions, words: string): void {
	context.logger.warn(`"${context.getNode().name}" ${words}`);
}

/**
 * Whether a trigger without a stored registration cannot have registered a webhook: registration is manual, or its
 * parameters are not readable.
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
	const { client, here } = await open(context, stored);
	await leave(context, client, stored, here);
	forgetPlace(registrationOf(context));
	return true;
}

/** Why the last registration failed, by node and address. */
const failedBecause = new Map<string, string>();

/**
 * Runs one step of the life cycle. n8n shows only the message of an error thrown here, so the message contains
 * everything. After a failed registration n8n calls the removal, and may show only the removal's error (n8n,
 * `test-webhooks.js`).
 */
async function inHook(
	context: IHookFunctions,
	step: 'register' | 'remove',
	work: () => Promise<boolean>,
): Promise<boolean> {
	const key = `${nodeKey(context)} ${context.getNodeWebhookUrl('default')}`;
	const before = failedBecause.get(key);
	failedBecause.delete(key);
	try {
		return await work();
	} catch (thrown) {
		const words = sentencesOf(thrown);
		context.logger.warn(`Could not ${step} the webhook of "${context.getNode().name}": ${words}`);
		if (step === 'register') failedBecause.set(key, words);
		const told = before === undefined ? step : 'register';
		const all = step === 'remove' ? [...new Set([before, words])].filter(Boolean).join(' ') : words;
		const message = `Could not ${told} the webhook at the service. ${all}`;
		throw toNodeError(context.getNode(), unsentProblem(message));
	}
}

function staysAt({ webhookId, realmId, baseUrl, url }: Place): string {
	const which = webhookId === undefined ? 'A webhook' : `The webhook ${webhookId}`;
	return `${which} may still be registered in realm ${realmId} at ${baseUrl} for ${url}. If it is, delete it there.`;
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
