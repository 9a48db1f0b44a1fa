import Big from 'big.js';
import { now } from '../../base/dates';
import { exactly, product, sumOf, sumsOf } from '../../base/decimal';
import { badRequest, businessRule, conflict } from '../../base/errors';
import { newId } from '../../base/ids';
import { store } from '../../base/ledger';
import { find, type Realm } from '../../base/state';
import type { World } from '../../base/world';
import { movable } from '../currency/movable';
import type { Raffle, RaffleEntry } from './records';

interface Order {
	tickets: number;
	metadata?: Record<string, unknown>;
}

const ticketsOf = (entries: readonly RaffleEntry[]) => sumOf(entries.map(({ tickets }) => tickets));

/**
 * A member buys tickets of a raffle and pays through the ledger.
 *
 * @throws {ServiceError} 404 when the raffle or the member is unknown
 * @throws {ServiceError} 400 when the metadata is incomplete
 * @throws {ServiceError} 422 when the balance is too low, the raffle is not open, or too few tickets are left
 */
export function buyTickets(
	world: World,
	realm: Realm,
	raffleId: string,
	memberId: string,
	{ tickets, metadata = {} }: Order,
): RaffleEntry {
	const raffle = find(realm.raffles, raffleId, 'raffle');
	const member = find(realm.members, memberId, 'member');
	checkOpen(raffle, tickets);
	const missing = raffle.requiredMetadata.find((name) => metadata[name] === undefined);
	if (missing !== undefined) throw badRequest(`The metadata lacks ${missing}.`);
	const sold = ticketsOf(raffle.entries);
	const owned = ticketsOf(raffle.entries.filter((entry) => entry.memberId === member.id));
	if (raffle.maxTickets !== null && sold.plus(tickets).gt(raffle.maxTickets)) {
		throw refused('The raffle is sold out', Big(raffle.maxTickets).minus(sold).toNumber(), tickets);
	}
	if (raffle.maxPerUser !== null && owned.plus(tickets).gt(raffle.maxPerUser)) {
		throw refused('No member may have more tickets', owned.toNumber(), tickets);
	}
	const totalPrice = exactly(product(raffle.ticketPrice, tickets));
	const { currency, ledger } = movable(world.state, realm, raffle.currencyId, 'spend', totalPrice, member.id);
	if (totalPrice > 0) {
		const memo = `Tickets of ${raffle.item.name}`;
		ledger.move({ currencyId: currency.id, from: member.id, to: store, amount: totalPrice, memo });
	}
	member.lastActive = now();
	const entry = { id: newId(), memberId: member.id, tickets, totalPrice, metadata, createdAt: now() };
	raffle.entries.push(entry);
	return entry;
}

const refused = (message: string, currentBalance: number, requestedAmount: number) =>
	businessRule(message, { currentBalance, requestedAmount });

function checkOpen({ winners, startDate, endDate }: Raffle, tickets: number): void {
	if (winners) throw refused('The winners are drawn', 0, tickets);
	if (startDate !== undefined && Date.parse(startDate) > Date.now()) {
		throw refused('The raffle has not begun', 0, tickets);
	}
	if (endDate !== undefined && Date.parse(endDate) <= Date.now())
		throw refused('The raffle has ended', 0, tickets);
}

/**
 * Draws the winners. They are distinct members, and each ticket has the same chance. With fewer members than winners
 * all of them win.
 *
 * @param random a number from 0 up to 1
 * @throws {ServiceError} 404 when the raffle is unknown, 409 when it has been drawn
 */
export function drawRaffle(realm: Realm, raffleId: string, random: () => number = Math.random): Raffle {
	const raffle = find(realm.raffles, raffleId, 'raffle');
	if (raffle.winners) throw conflict('The winners are drawn already.');
	const pot = sumsOf(raffle.entries.map(({ memberId, tickets }) => [memberId, tickets]));
	const winners: string[] = [];
	// A fractional number of winners is rounded down.
	while (winners.length + 1 <= raffle.winnerCount && pot.size > 0) {
		let left = sumOf(pot.values()).times(random());
		const isDrawn = (tickets: Big) => (left = left.minus(tickets)).lt(0);
		const [winner] = [...pot].find(([, tickets]) => isDrawn(tickets)) ?? [...pot.keys()];
		winners.push(winner);
		pot.delete(winner);
	}
	return Object.assign(raffle, { winners, status: 'completed' });
}
