import type { Connection } from '../../api/connection';
import { rateLimitOf } from '../../api/rateLimit';
import { isRecord } from '../../shared/json';
import { bad, good, notUsed, unchecked, type SetupCheck } from './setupCheck';
import { mayDo, type Probe, type Permission } from './setupProbes';

const ADDRESS = { check: 'address', name: 'Address' };
const KEY = { check: 'key', name: 'API key' };
const REALM = { check: 'realm', name: 'Realm' };
const CLOCK = { check: 'clock', name: 'Clock' };
const LIMIT = { check: 'limit', name: 'Limit' };
const CONSENT_APP = { check: 'consentApp', name: 'Consent app' };

/** With a greater difference, signed times and rate limit resets are misread. */
const MAX_CLOCK_DIFFERENCE_MS = 30_000;

export const AWAY = 'the service did not respond';

const NO_ADDRESS = 'Enter the base URL of the service in the credential.';

/** Why no further probes are possible, as the rest of a sentence after "because". `undefined` if they are. */
export function obstacle({ answer, problem }: Probe): string | undefined {
	if (!answer) return AWAY;
	if (isForeign(answer)) return 'the response is not from the service';
	if (answer.status === 401) return 'the service does not accept the key';
	if (answer.status === 429) return 'its rate limit is used up';
	return problem && answer.status >= 500 && answer.body === undefined ? AWAY : undefined;
}

/** Whether the service itself responds at the base URL. */
export function addressCheck({ baseUrl }: Connection, { answer, problem }: Probe): SetupCheck {
	if (!answer) {
		return bad(ADDRESS, problem?.message ?? 'No response', problem?.advice || NO_ADDRESS);
	}
	if (isForeign(answer) || answer.status >= 500) {
		return bad(ADDRESS, problem?.message ?? 'The response is not from the service', problem?.advice ?? '');
	}
	return good(ADDRESS, `The service responds at ${baseUrl}`);
}

/** Whether the service knows the key. */
export function keyCheck(probe: Probe): SetupCheck {
	const { answer, problem } = probe;
	const because = obstacle(probe);
	if (answer?.status === 401 && !isForeign(answer)) {
		return bad(KEY, problem?.message ?? '', problem?.advice ?? '');
	}
	if (because !== undefined) return unchecked(KEY, because);
	return answer && answer.status < 500
		? good(KEY, 'The service accepts the API key')
		: unchecked(KEY, 'the service could not process the request');
}

/** Whether the realm exists and the key belongs to it. */
export function realmCheck(realmId: string, probe: Probe): SetupCheck {
	if (realmId === '') {
		return bad(REALM, 'No realm is given', 'Enter a realm ID in the credential or in this node.');
	}
	const because = obstacle(probe);
	const { answer, problem } = probe;
	if (because !== undefined || !answer) return unchecked(REALM, because ?? AWAY);
	const { status, body } = answer;
	if (status === 403) {
		return bad(
			REALM,
			`The key cannot read the realm ${realmId}`,
			'The key may belong to another realm: compare the realm ID with the dashboard URL of the realm. Or it lacks the permission realm:read.',
		);
	}
	if (status === 404) {
		return bad(
			REALM,
			`The service has no realm ${realmId}`,
			'Copy the ID from the URL of the realm in the dashboard.',
		);
	}
	if (problem) return unchecked(REALM, 'the service could not process the request', problem.message);
	const name = isRecord(body) && typeof body.name === 'string' ? ` is "${body.name}"` : ' is there';
	return good(REALM, `The realm ${realmId}${name}`);
}

/** Whether the service's clock and ours agree. */
export function clockCheck({ answer, ahead }: Probe): SetupCheck {
	if (!answer) return unchecked(CLOCK, AWAY);
	if (!ahead) return notUsed(CLOCK, 'The service does not send its time');
	const { milliseconds, uncertainty } = ahead;
	const seconds = Math.round(Math.abs(milliseconds) / 1000);
	if (Math.abs(milliseconds) - uncertainty <= MAX_CLOCK_DIFFERENCE_MS) {
		return good(CLOCK, `The clocks of the service and of n8n differ by at most ${seconds} seconds`);
	}
	const way = milliseconds > 0 ? 'behind' : 'ahead of';
	return bad(
		CLOCK,
		`The clock of n8n is ${seconds} seconds ${way} the clock of the service`,
		'Set the clock of the n8n host with NTP. Until then, event ages, signed states and waits for the rate limit are wrong by this much.',
	);
}

/** The service's rate limit, and how much is left of it, by the probe with the least left. */
export function limitCheck(probes: readonly Probe[]): SetupCheck {
	const answers = probes.flatMap(({ answer }) => answer ?? []);
	if (answers.length === 0) return unchecked(LIMIT, AWAY);
	const refused = probes.find(({ answer }) => answer?.status === 429);
	if (refused) {
		return bad(
			LIMIT,
			'The rate limit is used up',
			`${refused.problem?.advice ?? ''} Spread the workflows over time, or ask for a larger plan.`.trim(),
		);
	}
	const [least] = answers
		.map(({ headers }) => rateLimitOf(headers, Date.now()))
		.filter(({ remaining }) => remaining !== undefined)
		.sort((one, other) => (one.remaining ?? 0) - (other.remaining ?? 0));
	if (least === undefined) return notUsed(LIMIT, 'The service does not report its rate limit');
	const { limit, remaining = 0, window } = least;
	const span = window === undefined ? '' : ` in ${window / 1000} seconds`;
	const seen = `${remaining} of ${limit ?? 'an unknown number of'} requests${span} are left`;
	return remaining > 0
		? good(LIMIT, seen)
		: bad(
				LIMIT,
				seen,
				'Further requests have to wait. Spread the workflows over time, or ask for a larger plan.',
			);
}

/** Whether the key has a permission, shown by a read that most likely needs it. */
export function permissionCheck(permission: Permission, probe: Probe, because?: string): SetupCheck {
	const about = { check: `permission.${permission}`, name: `Permission ${permission}` };
	if (because !== undefined) return unchecked(about, because);
	const { answer, problem } = probe;
	const may = mayDo(probe);
	if (may === undefined) {
		return unchecked(about, 'the service did not answer the read that shows it', problem?.message);
	}
	if (answer?.status === 404) {
		return notUsed(about, 'This installation does not offer the feature of this permission');
	}
	return may
		? good(about, `A read that most likely needs ${permission} succeeded`)
		: bad(
				about,
				`The key most likely lacks the permission ${permission}`,
				`If a workflow needs it, create a key with ${permission} in the dashboard of the service. Otherwise remove it from "Permissions".`,
			);
}

/** Whether the service knows the app of the consent flow. */
export function consentAppCheck(
	{ clientId, appUrl, appUrlProblem }: Connection,
	probe: Probe | undefined,
	because?: string,
): SetupCheck {
	if (clientId === '') {
		return notUsed(CONSENT_APP, 'The credential names no app (Client ID), so there is no consent flow');
	}
	if (because !== undefined || !probe) return unchecked(CONSENT_APP, because ?? AWAY);
	const { answer, problem } = probe;
	if (!answer || problem) {
		const { message = 'There was no response', advice = '' } = problem ?? {};
		const isRefusal = answer && answer.status >= 400 && answer.status < 429;
		return isRefusal
			? bad(
					CONSENT_APP,
					message,
					'Check "Client ID" in the credential. Check also that the key belongs to the app.',
				)
			: unchecked(CONSENT_APP, 'the service did not respond for the app', advice || message);
	}
	if (appUrl === '' || appUrlProblem) {
		return bad(
			CONSENT_APP,
			`The app is known, but "App URL" ${appUrl === '' ? 'is empty' : appUrlProblem} in the credential`,
			'Enter the address of the consent page as "App URL" in the credential.',
		);
	}
	const app = isRecord(answer.body) ? answer.body : {};
	const name = typeof app.name === 'string' ? `"${app.name}"` : clientId;
	const isVerified = app.verified === true;
	return good(CONSENT_APP, `The app ${name} is known${isVerified ? ' and verified' : ', but not verified'}`);
}

function isForeign({ status, body, text }: NonNullable<Probe['answer']>): boolean {
	const isOfProxy = status === 407 || (status >= 300 && status < 400);
	return isOfProxy || (status < 500 && text !== '' && body === undefined);
}
