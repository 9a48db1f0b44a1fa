import type { IHookFunctions } from 'n8n-workflow';

import { Client } from '../api/client';
import { INTERACTIVE, type RetryPolicy } from '../api/retryPolicy';
import { InvalidParameter } from '../errors/invalidParameter';
import { toNodeError } from '../errors/nodeError';
import { ServiceProblem } from '../errors/serviceProblem';
import { someEvents } from '../resources/event/fields';
import { isSameAddress, isShownOf, type RemoteHook } from '../resources/webhook/remoteHooks';
import { secretLines } from '../shared/secretLines';
import { apiKeyOf } from '../shared/signedState';
import { checkFilters, filtersOf } from './filters';
import { HookService, isHidden, leadsTo } from './hookService';
import { checkReachable } from './reachability';
import {
	fingerprintOf,
	forget,
	MAX_REMOVAL_ATTEMPTS,
	newSecret,
	placeOf,
	registrationOf,
	remember,
	type LeftBehind,
	type Place,
} from './registration';
import { subscriptionOf, triggerOptionsOf } from './settings';

/** For what stayed behind elsewhere: publishing must not wait long for a service that is perhaps no more. */
const ELSEWHERE: RetryPolicy = { ...INTERACTIVE, attempts: 1, timeout: 5_000 };

/**
 * Whether the service holds exactly the registration this trigger needs: one of its address, with the known id and
 * events, active, and with a secret that is known here, and nothing stayed behind elsewhere. Anything else is put right
 * by {@link register}.
 */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	return await inHook(context, 'check', async () => {
		if (isManual(context)) return await isSetUpByHand(context);
		const { client, here } = await open(context);
		const { types } = subscriptionOf(context);
		checkFilters(filtersOf(context), types);
		const registration = registrationOf(context);
		const stored = placeOf(registration);
		const [hook, ...twins] = await serviceAt(client, here, stored).ownHooks(registration.webhookId);
		const secrets = secretLines(registration.secret);
		const isExact =
			hook !== undefined &&
			twins.length === 0 &&
			registration.left === undefined &&
			(stored === undefined || isSamePlace(stored, here)) &&
			hook.id === registration.webhookId &&
			callsHere(hook, here, stored) &&
			hook.isActive &&
			isSameSet(hook.events, types) &&
			secrets.some((secret) => hook.secret === undefined || isShownOf(hook.secret, secret));
		// An older version did not remember the place.
		if (isExact) Object.assign(registration, { ...here, webhookId: hook.id });
		return isExact;
	});
}

/**
 * Registers the trigger's address with the service. A registration of the same address, left by an earlier attempt
 * or by a renamed node, is taken over; further ones are removed, so that no event comes twice. So is what was registered
 * in another realm, at another service, or for a former address of this n8n.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	return await inHook(context, 'register', async () => {
		if (isManual(context)) return await isSetUpByHand(context);
		const events = someEvents(subscriptionOf(context).types);
		for (const line of checkFilters(filtersOf(context), events)) {
			context.logger.warn(`"${context.getNode().name}": ${line}`);
		}
		const { client, here } = await open(context);
		const warning = checkReachable(here.url, here.baseUrl);
		if (warning) context.logger.warn(warning);
		const registration = registrationOf(context);
		await clearElsewhere(context, client, here, here);

		const former = placeOf(registration);
		const service = serviceAt(client, here, former);
		const hooks = await service.ownHooksWithout(registration.webhookId);
		// From here on something may be registered, and must be found again. A former address is kept until nothing has it.
		if (!former) Object.assign(registration, here);
		const usable = hooks.filter((hook) => callsHere(hook, here, former));
		const known = usable.find(({ id }) => id === registration.webhookId);
		// A known one keeps its secret, so that deliveries on their way still hold. Any other gets a new one: the old
		// secret may sign what a forgotten registration in another realm delivers.
		const [secret = newSecret(), formerOther] = known ? secretLines(registration.secret) : [];
		const own = known ?? usable[0];
		const made = own
			? await service.adopt(own.id, events, secret, formerOther)
			: await service.create(here.url, events, secret);
		if ('undoneBecause' in made) {
			if (!former) forget(registration);
			throw made.undoneBecause;
		}
		const { webhookId, otherSecret } = made;
		registration.webhookId = webhookId;
		registration.secret = [secret, otherSecret].filter(Boolean).join('\n');
		for (const { id } of hooks) if (id !== webhookId) await service.remove(id);
		Object.assign(registration, { ...here, webhookId });
		return true;
	});
}

/**
 * Removes every registration of the trigger from the service, wherever it was made. What cannot be removed stays known,
 * and the error says where it is.
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	return await inHook(context, 'remove', async () => {
		const registration = registrationOf(context);
		const { webhookId, left = [] } = registration;
		const stored = placeOf(registration);
		const isIdle = !stored && webhookId === undefined && registersNothing(context);
		if (isIdle && left.length === 0) return true;
		const { client, here } = await open(context, stored ?? left[0]).catch((thrown: unknown) => {
			throw new InvalidParameter([wordsOf(thrown), stored && staysAt(stored)].filter(Boolean).join(' '));
		});
		const words: string[] = [];
		if (!isIdle) {
			const place = stored ?? { ...here, webhookId };
			await removeFrom(client, place, here).then(
				() => forget(registration),
				(thrown: unknown) => {
					const isKnown = stored !== undefined || webhookId !== undefined;
					words.push([wordsOf(thrown), isKnown && staysAt(place)].filter(Boolean).join(' '));
				},
			);
		}
		if (left.length > 0) {
			const elsewhere = await removeAllOnce(client, left, here);
			remember(registration, elsewhere.left);
			words.push(...elsewhere.words);
		}
		if (words.length > 0) throw new InvalidParameter(words.join(' '));
		return true;
	});
}

/** The trigger's registration as it is to be, without an id. */
type Here = Place & { webhookId?: undefined };

/**
 * Opens the connection, and says where the trigger is to be registered.
 *
 * @param stored where it is registered: then the parameters, which may be wrong by now, do not matter
 */
async function open(context: IHookFunctions, stored?: Place): Promise<{ client: Client; here: Here }> {
	const client = await Client.open(context, INTERACTIVE);
	const { baseUrl, credential } = client.connection;
	const url = context.getNodeWebhookUrl('default') ?? stored?.url;
	if (url === undefined) {
		throw new InvalidParameter('n8n names no address for this webhook', 'Publish the workflow again.');
	}
	const realmId = stored?.realmId ?? (subscriptionOf(context).realmId || client.connection.realmId);
	if (realmId === '') {
		throw new InvalidParameter('No realm is given', 'Enter a realm ID in the credential or in the trigger.');
	}
	return { client, here: { baseUrl, realmId, url, key: fingerprintOf(apiKeyOf(credential.data ?? {})) } };
}

/** The service at a place that this credential is for. */
function serviceAt(client: Client, { realmId, url }: Place, former?: Place): HookService {
	return new HookService(client, realmId, former ? [url, former.url] : [url]);
}

/**
 * Clears away what is registered elsewhere, in another realm or at another service, or stayed behind there. What cannot
 * be removed stays known, and n8n's log says where it is.
 *
 * @param wanted where the trigger is to be registered; nowhere when that is done by hand
 */
async function clearElsewhere(
	context: IHookFunctions,
	client: Client,
	here: Place,
	wanted: Place | undefined,
): Promise<void> {
	const registration = registrationOf(context);
	const stored = placeOf(registration);
	const isElsewhere = stored !== undefined && !(wanted && isSamePlace(stored, wanted));
	const places = [...(registration.left ?? []), ...(isElsewhere ? [{ ...stored, attempts: 0 }] : [])];
	if (places.length === 0) return;
	const { left, words } = await removeAllOnce(client, places, here);
	if (isElsewhere) forget(registration);
	remember(registration, left);
	for (const line of words) context.logger.warn(`"${context.getNode().name}" left a webhook behind. ${line}`);
}

/** Tries once to remove what is registered at each of these places. */
async function removeAllOnce(
	client: Client,
	places: readonly LeftBehind[],
	here: Place,
): Promise<{ left: LeftBehind[]; words: string[] }> {
	const left: LeftBehind[] = [];
	const words: string[] = [];
	await Promise.all(
		places.map(async (place) => {
			await removeFrom(client, place, here).catch((thrown: unknown) => {
				const attempts = place.attempts + 1;
				const isLast = attempts >= MAX_REMOVAL_ATTEMPTS;
				if (!isLast) left.push({ ...place, attempts });
				words.push(`${wordsOf(thrown)} ${staysAt(place)}${isLast ? ' It is not tried again.' : ''}`);
			});
		}),
	);
	return { left, words };
}

/** Removes what is registered at a place. The key goes to another service only if it was used there before. */
async function removeFrom(client: Client, place: Place, here: Place): Promise<void> {
	const isSameService = place.baseUrl === here.baseUrl;
	if (!isSameService && place.key !== here.key) {
		throw new InvalidParameter(
			'The credential is for another service now, with another key',
			'The key is not sent to the former one.',
		);
	}
	const at = isSamePlace(place, here)
		? client
		: isSameService
			? client.with(ELSEWHERE, place.realmId)
			: client.at(place.baseUrl, ELSEWHERE);
	await serviceAt(at, place, { ...place, url: here.url }).removeAll(place.webhookId);
}

/** Whether one of the trigger's registrations calls its address of now. A hidden one calls the address it was given. */
function callsHere(hook: RemoteHook, here: Here, former: Place | undefined): boolean {
	if (!isHidden(hook)) return leadsTo(hook, here.url);
	return former === undefined || isSameAddress(former.url, here.url);
}

/** Whether the trigger, which remembers no registration, cannot have made one: by hand, or with parameters that nobody can tell. */
function registersNothing(context: IHookFunctions): boolean {
	try {
		if (isManual(context)) return true;
		subscriptionOf(context);
		return false;
	} catch {
		return true;
	}
}

function isManual(context: IHookFunctions): boolean {
	return triggerOptionsOf(context).registration === 'manual';
}

/**
 * A webhook that a person registered is theirs: nothing about it is sent to the service, and only the secret must be
 * there. What the trigger registered itself before is removed.
 */
async function isSetUpByHand(context: IHookFunctions): Promise<boolean> {
	const { webhookSecret } = await context.getCredentials('rewardsEngagementApi');
	if (secretLines(webhookSecret).length === 0) {
		throw new InvalidParameter(
			'The credential holds no webhook secret',
			`Register ${context.getNodeWebhookUrl('default')} in the dashboard of the service, and enter the secret shown there as "Webhook Secret" in the credential.`,
		);
	}
	checkFilters(filtersOf(context), subscriptionOf(context).types);
	const registration = registrationOf(context);
	const former = placeOf(registration) ?? registration.left?.[0];
	if (!former) return true;
	const { client, here } = await open(context, former);
	await clearElsewhere(context, client, here, undefined);
	return true;
}

/** Runs one step of the life cycle. n8n shows only the message of an error thrown here, so all of it goes in there. */
async function inHook(
	context: IHookFunctions,
	step: 'check' | 'register' | 'remove',
	work: () => Promise<boolean>,
): Promise<boolean> {
	try {
		return await work();
	} catch (thrown) {
		const words = wordsOf(thrown);
		context.logger.warn(`Could not ${step} the webhook of "${context.getNode().name}": ${words}`);
		const message = `Could not ${step} the webhook at the service. ${words}`;
		throw toNodeError(context.getNode(), new InvalidParameter(message));
	}
}

function staysAt({ webhookId, realmId, baseUrl, url }: Place): string {
	const which = webhookId === undefined ? 'A webhook' : `The webhook ${webhookId}`;
	return `${which} may still be registered in the realm ${realmId} at ${baseUrl}, and call ${url}: if it is, delete it there.`;
}

function wordsOf(thrown: unknown): string {
	const { message, description } =
		thrown instanceof ServiceProblem
			? thrown.problem
			: thrown instanceof InvalidParameter
				? thrown
				: { message: thrown instanceof Error ? thrown.message : String(thrown), description: undefined };
	const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
	return [sentence, description].filter(Boolean).join(' ');
}

function isSamePlace(one: Place, other: Place): boolean {
	return one.baseUrl === other.baseUrl && one.realmId === other.realmId;
}

function isSameSet(left: readonly string[] | undefined, right: readonly string[]): boolean {
	if (left === undefined) return false;
	return new Set(left).size === new Set(right).size && left.every((value) => right.includes(value));
}
