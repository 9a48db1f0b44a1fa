import type { RealmSightings } from '../../events/realmSightings';
import { bad, good, notUsed, type SetupCheck } from './setupCheck';
import type { Probe } from './setupProbes';
import { hooksOf, readHooks, type ManualTrigger } from './webhookChecks';

const REALM = { check: 'webhooks.realm', name: 'Webhook realm' };

const NOTHING_SEEN =
	'No trigger with manual registration received an event since this n8n process started. Events of other processes are not known here';

const ADVICE =
	'If these events are meant for the trigger, enter their realm as "Realm ID" in the trigger. Otherwise remove its webhook from their realm.';

/** Our data about triggers with manual registration. */
export interface ManualRegistrations {
	triggers: readonly ManualTrigger[];
	/** The realms that events named. */
	seen: readonly RealmSightings[];
	workflowId: string;
}

/** A realm, with its webhooks if they can be listed. */
export interface ListedRealm {
	realm: string;
	/** The realm of the credential. */
	usualRealm: string;
	probe?: Probe;
}

/** Whether triggers with manual registration get the events of their realm. */
export function webhookRealmCheck(own: ManualRegistrations, listed: ListedRealm): SetupCheck {
	const misled = misledIn(own, listed);
	const words = [...misled, ...own.seen.map((one) => wordsOf(one, own.workflowId))].join('; ');
	if (misled.length > 0 || own.seen.some(isWrong)) return bad(REALM, words, ADVICE);
	return words === '' ? notUsed(REALM, NOTHING_SEEN) : good(REALM, words);
}

/** Webhooks of this realm that call a trigger for another realm. */
function misledIn({ triggers }: ManualRegistrations, { realm, usualRealm, probe }: ListedRealm): string[] {
	const hooks = probe && readHooks(probe);
	if (!Array.isArray(hooks)) return [];
	return triggers.flatMap((trigger) => {
		const wanted = trigger.realmId || usualRealm;
		// Without a realm, it accepts the events of all realms.
		const isRight = wanted === '' || wanted.toLowerCase() === realm.toLowerCase();
		const [hook] = isRight ? [] : hooksOf(trigger, hooks);
		return hook
			? [
					`"${trigger.name}" listens to the realm ${wanted}, but the webhook ${hook.id} of the realm ${realm} calls it`,
				]
			: [];
	});
}

/** One secret may sign the events of several realms. A trigger that also gets events of its realm is right. */
function isWrong({ accepted, ignored }: RealmSightings): boolean {
	return ignored > 0 && accepted === 0;
}

function wordsOf(
	{ name, workflowName, wanted, accepted, ignored, ignoredRealm, ignoredAt, ...one }: RealmSightings,
	workflowId: string,
): string {
	const where = one.workflowId === workflowId ? '' : ` of the workflow "${workflowName}"`;
	const took = `"${name}"${where} listens to the realm ${wanted} and accepted ${count(accepted)} of it`;
	return ignored === 0
		? took
		: `${took}, but ignored ${count(ignored)} of other realms, the last of the realm ${ignoredRealm} at ${new Date(ignoredAt ?? 0).toISOString()}`;
}

function count(events: number): string {
	return events === 1 ? '1 event' : `${events} events`;
}
