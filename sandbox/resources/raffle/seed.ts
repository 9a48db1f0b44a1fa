import { isoDaysAgo } from '../../base/dates';
import { realmIds, seedId } from '../../base/ids';
import { byId, type Realm } from '../../base/state';
import { ids as currencyIds } from '../currency/seed';
import { item } from '../storeItem/seed';
import type { Raffle } from './records';

export const ids = { raffle: seedId('raffle', 1) } as const;

const seedRaffle = (): Raffle => ({
	id: ids.raffle,
	item: item(4, 'Night in the lighthouse', 'PHYSICAL'),
	requiredMetadata: [],
	currencyId: currencyIds.currencies.gems,
	ticketPrice: 1,
	maxTickets: 200,
	maxPerUser: 5,
	winnerCount: 1,
	startDate: isoDaysAgo(3),
	endDate: isoDaysAgo(-11),
	status: 'active',
	entries: [],
});

export function seedRealm({ id }: Realm): Partial<Realm> {
	return { raffles: byId(id === realmIds.realm ? [seedRaffle()] : []) };
}
