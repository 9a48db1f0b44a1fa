import type { Schemas, With } from '../../base/state';
import type { Item } from '../storeItem/records';

/** A raffle; what was bought of it and who won is kept by itself. */
export type Raffle = With<
	Omit<Schemas['Raffle'], 'realmPoint' | 'winners' | '_count' | 'item'>,
	'id' | 'currencyId' | 'ticketPrice' | 'winnerCount'
> & {
	item: Item;
	/** Null when there is no end to them. */
	maxTickets: number | null;
	/** Null when one may have as many as one likes. */
	maxPerUser: number | null;
	/** The names of what a buyer must state. */
	requiredMetadata: string[];
	entries: RaffleEntry[];
	/** The account ids of the winners, the first one first; nothing until they are drawn. */
	winners?: string[];
};

/** Tickets that a member bought at a time. */
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
