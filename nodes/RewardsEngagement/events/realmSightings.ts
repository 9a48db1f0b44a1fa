import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { nodeKey } from '../shared/nodeKey';
import { concerning, knownTrigger, type KnownTrigger } from './knownTrigger';

/** Which realms the events for a manually registered trigger named since this n8n process started. */
export interface RealmSightings extends KnownTrigger {
	/** The realm that the trigger listens to. */
	wanted: string;
	/** How many events were from that realm. */
	accepted: number;
	/** How many events were from another realm, and so ignored. */
	ignored: number;
	/** The realm of the last ignored event, and its time in milliseconds since 1970. */
	ignoredRealm?: string;
	ignoredAt?: number;
}

const MOST_KEPT = 1_000;

/** By workflow and node. */
const sightings = new Map<string, RealmSightings>();

/**
 * Records the realm of a verified event.
 *
 * @param other the realm of the event, if it is not the wanted one
 */
export function noteRealm(
	context: IWebhookFunctions,
	{ wanted, other }: { wanted: string; other: string | undefined },
): void {
	const key = nodeKey(context);
	const known = sightings.get(key);
	const counted = known?.wanted === wanted ? known : { accepted: 0, ignored: 0 };
	const about = { ...counted, ...knownTrigger(context), wanted };
	const [oldest] = sightings.keys();
	if (!known && sightings.size >= MOST_KEPT && oldest !== undefined) sightings.delete(oldest);
	sightings.set(
		key,
		other === undefined
			? { ...about, accepted: about.accepted + 1 }
			: { ...about, ignored: about.ignored + 1, ignoredRealm: other, ignoredAt: Date.now() },
	);
}

/** Forgets the realms of a trigger that is published again, perhaps for another realm. */
export function forgetRealms(context: IHookFunctions): void {
	// Listening for a test event changes nothing for the published trigger.
	if (context.getMode() !== 'manual') sightings.delete(nodeKey(context));
}

/** The realms for triggers in the workflow of a node, or with its credential. */
export function sightingsFor(context: IExecuteFunctions): RealmSightings[] {
	return concerning(context, sightings.values());
}
