import type { RealmSightings } from '../../events/realmSightings';
import { bad, good, notUsed, type SetupCheck } from './setupCheck';

const REALM = { check: 'webhooks.realm', name: 'Webhook realm' };

/** Of which realms the events were that came to triggers that are registered by hand. */
export function webhookRealmCheck(seen: readonly RealmSightings[], workflowId: string): SetupCheck {
	if (seen.length === 0) {
		return notUsed(
			REALM,
			'No event has come to a trigger with manual registration since this n8n process started. Events that other processes took are not known here',
		);
	}
	const words = seen.map((one) => wordsOf(one, workflowId)).join('; ');
	return seen.some(isWrong)
		? bad(
				REALM,
				words,
				'If these events are meant for the trigger, enter their realm as "Realm ID" in the trigger. Otherwise remove its webhook from their realm.',
			)
		: good(REALM, words);
}

/** One secret may sign the events of several realms: a trigger that also gets its own events is right. */
function isWrong({ accepted, ignored }: RealmSightings): boolean {
	return ignored > 0 && accepted === 0;
}

function wordsOf(
	{ name, workflowName, wanted, accepted, ignored, ignoredRealm, ignoredAt, ...one }: RealmSightings,
	workflowId: string,
): string {
	const where = one.workflowId === workflowId ? '' : ` of the workflow "${workflowName}"`;
	const took = `"${name}"${where} listens to the realm ${wanted} and took ${count(accepted)} of it`;
	return ignored === 0
		? took
		: `${took}, but ignored ${count(ignored)} of other realms, the last of the realm ${ignoredRealm} at ${new Date(ignoredAt ?? 0).toISOString()}`;
}

function count(events: number): string {
	return events === 1 ? '1 event' : `${events} events`;
}
