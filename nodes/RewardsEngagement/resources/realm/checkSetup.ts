import { z } from 'zod';

import type { Look } from '../../api/client';
import type { Connection } from '../../api/connection';
import { rateLimitOf } from '../../api/rateLimit';
import { checkPolicy } from '../../api/retry';
import { operation, type Operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { idSchema, realmId } from '../../fields/text';
import { isRecord } from '../../shared/json';
import { record } from '../../shared/record';
import { getConsentApp } from '../consent/getApp';
import { getManyMembers } from '../member/getMany';
import { getManyPurchases } from '../purchase/getMany';
import { getManyQuests } from '../quest/getMany';
import { getManyWebhooks } from '../webhook/getMany';
import { remoteHooks } from '../webhook/remoteHooks';
import { expectedWebhooks, type Permission, PERMISSIONS, permissions } from './fields';
import { bad, type Finding, good, unchecked, unused } from './finding';
import { getRealm } from './get';
import { activeCheck, eventsCheck, ownWebhooks, registeredCheck, webhookAddressCheck } from './webhookChecks';

/** n8n's table shows the columns in this order, so the advice is beside its reason. */
const setupCheck = record({
	name: z.string(),
	ok: z.boolean(),
	seen: z.string(),
	advice: z.string(),
	/** Identifies the check in workflows, so it never changes. */
	check: z.string(),
	checked: z.boolean(),
});

export const checkSetup = operation({
	displayName: 'Check Setup',
	action: 'Check setup',
	description: 'Check credential, permissions, clock, webhooks and app. One item per check. Changes nothing.',
	source: '4.11',
	parameters: {},
	additionalFields: { expectedWebhooks, permissions },
	// A missing realm is a result of the check, and not an error.
	realm: { ...realmId, schema: idSchema, optional: true },
	effect: 'read',
	endpoint: 'realm.get',
	permission: 'realm:read',
	// Without a realm, the response still shows whether the service accepts the key.
	request: (values) => getRealm.request({ realmId: values.realmId || 'none' }),
	perform: async ({ context, client, values, request }) => {
		const { connection } = client;
		const { baseUrl, clientId } = connection;
		const { realmId: realm = '', permissions: chosen = PERMISSIONS, expectedWebhooks: expected = 0 } = values;
		const checking = client.with(checkPolicy(client.retryPolicy));
		const sentAt = Date.now();
		const first = await checking.look(request);
		const receivedAt = Date.now();

		// The first read shows whether the others make sense.
		const { answer, problem } = first;
		const noService = !answer || [401, 429].includes(answer.status) ? { problem } : undefined;
		const notGiven = realm === '' ? { problem: { message: 'No realm is given' } } : undefined;
		const noRealm = noService ?? notGiven ?? (answer?.status === 404 ? { problem } : undefined);
		const look = async (read: Operation): Promise<Look> =>
			noRealm ?? (await checking.look(read.request({ realmId: realm, returnAll: false, limit: 1 })));
		const [members, quests, purchases, webhooks, app] = await Promise.all([
			look(getManyMembers),
			look(getManyQuests),
			look(getManyPurchases),
			look(getManyWebhooks),
			clientId === '' ? undefined : (noService ?? checking.look(getConsentApp.request({ clientId }))),
		]);

		// A refusal may have an empty list in its body.
		const { data: hooks } = remoteHooks.safeParse(webhooks.problem ? undefined : webhooks.answer?.body);
		const own = hooks && ownWebhooks(context, hooks);
		const noHooks = unchecked(webhooks.problem?.message ?? 'The list of webhooks could not be read');
		const findings: ReadonlyArray<readonly [check: string, name: string, Finding]> = [
			['address', 'Address', addressCheck(baseUrl, first)],
			['key', 'API key', keyCheck(first)],
			['realm', 'Realm', realmCheck(realm, noService ?? first)],
			['clock', 'Clock', clockCheck(first, sentAt, receivedAt)],
			['limit', 'Limit', limitCheck([first, members, quests, purchases, webhooks, app ?? {}])],
			permissionCheck('members:read', 'read members', members),
			permissionCheck('quests:read', 'read quests', quests),
			permissionCheck('realm:read', 'read the realm', noRealm ?? first),
			permissionCheck('store:read', 'read purchases', purchases),
			permissionCheck('webhooks:write', 'list webhooks', webhooks),
			['webhooks.registered', 'Webhooks registered', own ? registeredCheck(own, expected) : noHooks],
			['webhooks.active', 'Webhooks active', own ? activeCheck(own) : noHooks],
			['webhooks.address', 'Webhook address', own ? webhookAddressCheck(own, baseUrl) : noHooks],
			['webhooks.events', 'Webhook events', own ? eventsCheck(own) : noHooks],
			['consentApp', 'Consent app', consentAppCheck(connection, app)],
		];
		const unwanted = PERMISSIONS.filter((one) => !chosen.includes(one)).map((one) => `permission.${one}`);
		return findings
			.filter(([check]) => !unwanted.includes(check))
			.sort(([, , one], [, , other]) => urgencyOf(one) - urgencyOf(other))
			.map(([check, name, { ok, seen, advice, checked }]) => ({
				json: client.shown({ name, ok, seen, advice, check, checked }),
			}));
	},
	response: bare(setupCheck),
});

/** First failed checks, then checks that were not possible or have advice, then the others. */
const urgencyOf = ({ ok, checked, advice }: Finding) => (ok && advice === '' ? 2 : ok || !checked ? 1 : 0);

function addressCheck(baseUrl: string, { answer, problem }: Look): Finding {
	return answer ? good(`The service responds at ${baseUrl}`) : bad(problem?.message, problem?.advice);
}

function keyCheck({ answer, problem }: Look): Finding {
	if (answer?.status === 401) return bad(problem?.message, problem?.advice);
	const isKnown = answer && answer.status !== 429;
	return isKnown ? good('The service accepts the API key') : unchecked(problem?.message);
}

function realmCheck(realm: string, { answer, problem }: Look): Finding {
	if (realm === '') return bad('No realm is given', 'Enter a realm ID in the credential or in this node.');
	if (!answer) return unchecked(problem?.message);
	if (problem) {
		return bad(
			`The realm ${realm} cannot be read. ${problem.message}`,
			'Copy the ID from the URL of the realm in the dashboard. If it is right, the key belongs to another realm, or lacks the permission realm:read.',
		);
	}
	const { name } = isRecord(answer.body) ? answer.body : {};
	return good(`The realm ${realm} is ${typeof name === 'string' ? `"${name}"` : 'there'}`);
}

/** With a greater difference, signed times and rate limit resets are misread. */
const MAX_CLOCK_DIFFERENCE_MS = 30_000;

/** The service responded at some time between sending and receiving. */
function clockCheck({ answer, problem }: Look, sentAt: number, receivedAt: number): Finding {
	if (!answer) return unchecked(problem?.message);
	const date = Date.parse(answer.headers.date ?? '');
	if (Number.isNaN(date)) return unused('The service does not send its time');
	const difference = Math.max(sentAt - date, date - receivedAt);
	if (difference <= MAX_CLOCK_DIFFERENCE_MS) return good('The clocks of n8n and of the service agree');
	return bad(
		`The clock of n8n is ${Math.round(difference / 1000)} seconds ${date < sentAt ? 'ahead of' : 'behind'} the clock of the service`,
		'Set the clock of the n8n host with NTP. Until then, event ages, signed states and waits for the rate limit are wrong by this much.',
	);
}

/** By the read with the least left. */
function limitCheck(looks: readonly Look[]): Finding {
	const answers = looks.flatMap(({ answer }) => answer ?? []);
	if (answers.length === 0) return unchecked(looks[0]?.problem?.message);
	const spread = 'Spread the workflows over time, or ask for a larger plan.';
	if (answers.some(({ status }) => status === 429)) return bad('The rate limit is used up', spread);
	const [least] = answers
		.map(({ headers }) => rateLimitOf(headers, Date.now()))
		.sort((one, other) => (one.remaining ?? Infinity) - (other.remaining ?? Infinity));
	if (least?.remaining === undefined) return unused('The service does not report its rate limit');
	const { limit = 'an unknown number of', remaining, window } = least;
	const span = window === undefined ? '' : ` in ${window / 1000} seconds`;
	const seen = `${remaining} of ${limit} requests${span} are left`;
	return remaining > 0 ? good(seen) : bad(seen, spread);
}

function permissionCheck(permission: Permission, does: string, { answer, problem }: Look) {
	const finding = (): Finding => {
		if (answer?.status === 404) return unused(`This installation does not offer to ${does}`);
		if (answer?.status !== 403) return problem ? unchecked(problem.message) : good(`The key can ${does}`);
		return bad(
			`The key cannot ${does}`,
			`If a workflow needs it, create a key with ${permission} in the dashboard of the service. Otherwise remove it from "Permissions".`,
		);
	};
	return [`permission.${permission}`, `Permission ${permission}`, finding()] as const;
}

function consentAppCheck({ clientId, appUrlProblem }: Connection, { answer, problem }: Look = {}): Finding {
	if (clientId === '') return unused('The credential names no app (Client ID), so there is no consent flow');
	// Only a lasting refusal is about the app.
	const isRefused = answer && ![408, 429].includes(answer.status);
	if (problem) return isRefused ? bad(problem.message, problem.advice) : unchecked(problem.message);
	if (appUrlProblem === undefined) return good('The service knows the app');
	return bad(
		`The service knows the app, but "App URL" in the credential ${appUrlProblem}`,
		'Enter the address of the consent page as "App URL".',
	);
}
