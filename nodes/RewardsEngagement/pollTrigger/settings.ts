import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { unsentProblem } from '../errors';
import { ParameterReader } from '../fields/reader';
import { balanceChanged } from './pollers/balanceChanged';
import { balanceReached } from './pollers/balanceReached';
import { exportFinished } from './pollers/exportFinished';
import { memberAnniversary } from './pollers/memberAnniversary';
import { memberInactive } from './pollers/memberInactive';
import { memberJoined } from './pollers/memberJoined';
import { memberReferred } from './pollers/memberReferred';
import { memberReturned } from './pollers/memberReturned';
import { memberUpdated } from './pollers/memberUpdated';
import { purchaseFinalized, purchaseMade } from './pollers/purchases';
import { questChanged } from './pollers/questChanged';
import { raffleDrawn } from './pollers/raffleDrawn';
import { rankChanged } from './pollers/rankChanged';
import type { Poller } from './poller';
import { fields, options, type PolledEventName } from './properties';

/** The contexts in which parameters are read: a poll, or a test execution. */
export type PollContext = IPollFunctions | IExecuteFunctions;

/**
 * Reads the parameters.
 *
 * @throws {Problem} naming the one that is missing or wrong
 */
export function settingsOf(context: PollContext) {
	const parameters = new ParameterReader(context, { isTrigger: true });
	const events = parameters.field('events', fields.events);
	if (events.length === 0) throw unsentProblem('No event is chosen', 'Choose at least one event.');
	const currencyId = () => parameters.field('currencyId', fields.currencyId) ?? '';
	const inactiveDays = () => parameters.field('inactiveDays', fields.inactiveDays);
	const pollers: Record<PolledEventName, () => unknown> = {
		'balance.changed': () => balanceChanged(currencyId()),
		'balance.reached': () => balanceReached(currencyId(), parameters.field('threshold', fields.threshold)),
		'export.finished': () => exportFinished(parameters.field('jobIds', fields.jobIds)),
		'member.anniversary': () => memberAnniversary(context.getTimezone()),
		'member.inactive': () => memberInactive(inactiveDays()),
		'member.joined': () => memberJoined,
		'member.referred': () => memberReferred,
		'member.returned': () => memberReturned(inactiveDays()),
		'member.updated': () => memberUpdated,
		'store.purchase.completed': () => purchaseMade,
		'store.purchase.finalized': () => purchaseFinalized,
		'quest.changed': () => questChanged,
		'raffle.drawn': () => raffleDrawn,
		'rank.changed': () => rankChanged(currencyId(), parameters.field('topMembers', fields.topMembers)),
	};
	return {
		pollers: [...new Set(events)].map((event) => [event, pollers[event]() as Poller] as const),
		/** Empty for the credential's realm. */
		realmId: parameters.field('realmId', fields.realmId) ?? '',
		/** How many of the latest events are emitted at first. */
		latest: parameters.member(options, 'includeRecentEvents') ?? 0,
	};
}
