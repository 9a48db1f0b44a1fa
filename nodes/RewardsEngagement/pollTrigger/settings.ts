import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { triggerReader } from '../fields/parameterReader';
import { balanceReached } from './feeds/balanceReached';
import { exportFinished } from './feeds/exportFinished';
import { memberJoined } from './feeds/memberJoined';
import { purchaseFinalized, purchaseMade } from './feeds/purchases';
import { questChanged } from './feeds/questChanged';
import { raffleDrawn } from './feeds/raffleDrawn';
import type { Feed } from './feed';
import { fields, options, type PolledEventName } from './properties';

/** What the trigger asks for. */
export interface PollSettings {
	feeds: ReadonlyArray<readonly [PolledEventName, Feed]>;
	/** The realm that the trigger names, or an empty text: then it is the credential's. */
	realmId: string;
	/** How many of the latest are emitted at first. */
	latest: number;
}

/** Where parameters are read: in a poll, or in a test run. */
export type PollContext = IPollFunctions | IExecuteFunctions;

/**
 * Reads the parameters.
 *
 * @throws {InvalidParameter} naming the one that is missing or wrong
 */
export function settingsOf(context: PollContext): PollSettings {
	const parameters = triggerReader(context);
	const events = parameters.field('events', fields.events);
	if (events.length === 0) throw new InvalidParameter('No event is chosen', 'Choose at least one event.');
	const feeds: Record<PolledEventName, () => unknown> = {
		'balance.reached': () =>
			balanceReached(
				parameters.field('currencyId', fields.currencyId) ?? '',
				parameters.field('threshold', fields.threshold),
			),
		'export.finished': () => exportFinished(parameters.field('jobIds', fields.jobIds)),
		'member.joined': () => memberJoined,
		'store.purchase.completed': () => purchaseMade,
		'store.purchase.finalized': () => purchaseFinalized,
		'quest.changed': () => questChanged,
		'raffle.drawn': () => raffleDrawn,
	};
	return {
		feeds: [...new Set(events)].map((event) => [event, feeds[event]() as Feed] as const),
		realmId: parameters.field('realmId', fields.realmId) ?? '',
		latest: parameters.ofCollection(options)(0).includeRecentEvents ?? 0,
	};
}
