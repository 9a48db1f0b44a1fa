import { created, ok, type Routes } from '../../base/call';
import { badRequest } from '../../base/errors';
import { newId } from '../../base/ids';
import { recordPage } from '../../base/pages';
import { find, without, type Realm, type Schemas, type State } from '../../base/state';
import { usableCurrency } from '../currency/movable';
import { defaultCurrency } from '../currency/records';
import { itemFields } from '../storeItem/routes';
import { buyTickets, drawRaffle } from './activity';
import type { Raffle, RaffleEntry } from './records';

/** A buyer may have left the realm since. */
function participant(realm: Realm, accountId: string): Schemas['RaffleMember'] {
	const member = realm.members.get(accountId);
	return { id: member?.realmMemberId ?? accountId, accountId, account: { username: member?.username ?? '' } };
}

function winnersOf(realm: Realm, { winners = [] }: Raffle) {
	return winners.map((accountId, index) => ({
		position: index + 1,
		metadata: {},
		member: participant(realm, accountId),
	}));
}

/** A raffle as in the API. */
function raffleRecord(state: State, realm: Realm, raffle: Raffle) {
	const { entries } = raffle;
	const { id, name } = usableCurrency(state, realm, raffle.currencyId);
	const winners = winnersOf(realm, raffle);
	return {
		...without(raffle, 'entries', 'winners'),
		realmPoint: { id, name },
		winners,
		_count: { entries: entries.length, winners: winners.length },
	};
}

/** The dates of a body in the format of the records. @throws {ServiceError} 400 for an invalid date */
function dates(body: { startDate?: string; endDate?: string }) {
	const given = (['startDate', 'endDate'] as const).flatMap((name) => {
		const text = body[name];
		if (text === undefined) return [];
		const time = Date.parse(text);
		if (Number.isNaN(time)) throw badRequest(`body: ${name} is no date`);
		return [[name, new Date(time).toISOString()] as const];
	});
	return Object.fromEntries(given) as { startDate?: string; endDate?: string };
}

function entryRecord(realm: Realm, whole: RaffleEntry) {
	return { ...without(whole, 'memberId', 'metadata'), member: participant(realm, whole.memberId) };
}

export const routes: Routes<'raffle'> = {
	getMany: ({ world: { state }, realm, query }) =>
		ok(recordPage([...realm.raffles.values()], query, (raffle) => raffleRecord(state, realm, raffle))),

	/** 404 for an unknown currency. */
	create: ({ world: { state }, realm, body }) => {
		const { name = '', description = '', image, type = 'DIGITAL', metadata = {} } = body;
		const {
			ticketPrice = 0,
			maxTickets = null,
			maxPerUser = null,
			winnerCount = 1,
			requiredMetadata = [],
		} = body;
		const { id: currencyId } = usableCurrency(state, realm, body.currencyId ?? defaultCurrency(realm).id);
		const raffle: Raffle = {
			id: newId(),
			item: { id: newId(), name, description, type, metadata, ...(image !== undefined && { image }) },
			requiredMetadata,
			currencyId,
			ticketPrice,
			maxTickets,
			maxPerUser,
			winnerCount,
			...dates(body),
			status: 'active',
			entries: [],
		};
		realm.raffles.set(raffle.id, raffle);
		return created({ data: { id: raffle.id } });
	},

	get: ({ world: { state }, realm, params }) =>
		ok({ data: raffleRecord(state, realm, find(realm.raffles, params.raffleId, 'raffle')) }),

	/** 404 for an unknown raffle or currency, 400 for an invalid date. */
	update: ({ world: { state }, realm, params, body }) => {
		const raffle = find(realm.raffles, params.raffleId, 'raffle');
		if (body.currencyId !== undefined) usableCurrency(state, realm, body.currencyId);
		const { item, others } = itemFields(body);
		Object.assign(raffle, others, dates(body));
		Object.assign(raffle.item, item);
		return ok({ data: without(raffleRecord(state, realm, raffle), 'winners', 'currencyId', '_count') });
	},

	/** Refuses with 404 (raffle, member), 400 (metadata) and 422 (balance, tickets, not open). */
	buyTickets: ({ world, realm, params, body: { accountId = realm.ownerId, ...order } }) => {
		const { id, tickets, totalPrice } = buyTickets(world, realm, params.raffleId, accountId, order);
		return ok({ data: { id, tickets, totalPrice } });
	},

	/** 409 when it has been drawn. */
	draw: ({ realm, params }) => {
		const winners = winnersOf(realm, drawRaffle(realm, params.raffleId)).map(({ position, member }) => ({
			position,
			member: { id: member.id, accountId: member.accountId },
		}));
		return ok({ data: { winners } });
	},

	getEntries: ({ realm, params, query }) => {
		const { entries } = find(realm.raffles, params.raffleId, 'raffle');
		return ok(recordPage(entries, query, (entry) => entryRecord(realm, entry)));
	},

	getActiveEntries: ({ realm, params, query }) => {
		const { entries, winners } = find(realm.raffles, params.raffleId, 'raffle');
		return ok(recordPage(winners ? [] : entries, query, (entry) => entryRecord(realm, entry)));
	},
};
