import type { Schemas, With } from '../../base/state';
import type { Item } from '../storeItem/records';

/** A raffle. Its tickets and winners are stored separately. */
export type Raffle = With<
	Omit<Schemas['Raffle'], 'realmPoint' | 'winners' | '_count' | 'item'>,
	'id' | 'currencyId' | 'ticketPrice' | 'winnerCount'
> & {
	item: Item;
	/** Null for no limit. */
	maxTickets: number | null;
	/** Null for no limit. */
	maxPerUser: number | null;
	/** The names of the fields that a buyer must fill in. */
	requiredMetadata: string[];
	entries: RaffleEntry[];
	/** The account ids of the winners, the first one first. Undefined before the draw. */
	winners?: string[];
};

/** The tickets of one purchase by a member. */
export interface RaffleEntry {
	id: string;
	memberId: string;
	tickets: number;
	totalPrice: number;
	metadata: Record<string, unknown>;
	createdAt: string;
}

declare module '../../base/state' {
	interface Realm {
		raffles: Map<string, Raffle>;
	}
}
