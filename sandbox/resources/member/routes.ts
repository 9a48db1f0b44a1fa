import { noContent, ok, type Routes } from '../../base/call';
import { checkExact } from '../../base/decimal';
import { badRequest } from '../../base/errors';
import { atomicallyIn } from '../../base/ledger';
import { cursorPage, page } from '../../base/pages';
import { find, type Realm, type Schemas, type State } from '../../base/state';
import { balancesOf, movable } from '../currency/movable';
import { defaultCurrency } from '../currency/records';
import { changeMemberBalance, tellAward } from './balance';
import { goesBy } from './identifiers';
import type { Member } from './records';

/** A member as in the API, with the balances of the ledger. */
const memberRecord = (state: State, realm: Realm, member: Member): Schemas['Member'] => ({
	...member,
	balances: balancesOf(state, realm, member.id),
});

/** Sort keys of the list that differ from the name of the field. */
const FIELDS: Readonly<Record<string, keyof Member>> = {
	createdAt: 'joinedAt',
	name: 'displayName',
	user: 'username',
	updatedAt: 'lastActive',
	status: 'hasRealmActivity',
};

export const routes: Routes<'member'> = {
	/** API document, section 4.11: finds members by one kind of identifier, ignoring case. */
	search: ({ world: { state }, realm, query: { type, values, page: number, limit } }) => {
		const found = [...realm.members.values()].filter((member) => goesBy(member, type, values.split(',')));
		const { data, meta } = page(found, { page: number, limit }, { usual: 50, most: Infinity });
		return ok({
			data: data.map((member) => memberRecord(state, realm, member)),
			meta: { ...meta, credentials: { access: true, approved: true, reason: null } },
		});
	},

	/** By default in the order of joining. */
	getMany: ({ world: { state }, realm, query }) => {
		const { search = '', sortBy } = query;
		const found = [...realm.members.values()].filter(({ username, displayName, email }) =>
			[username, displayName, email].some((text) => text.toLowerCase().includes(search.toLowerCase())),
		);
		const field = sortBy && (FIELDS[sortBy] ?? sortBy);
		const { data, meta } = page(found, { ...query, sortBy: field }, { usual: 20, most: 100 });
		return ok({ data: data.map((member) => memberRecord(state, realm, member)), meta });
	},

	/** Members with a balance, the highest first. 404 for an unknown currency, 400 for an invalid cursor. */
	getLeaderboard: ({ realm, query: { currencyId, take, after } }) => {
		const { id } =
			currencyId === undefined ? defaultCurrency(realm) : find(realm.currencies, currencyId, 'currency');
		const ranked = [...realm.members.values()]
			.map((member) => ({ member, balance: realm.ledger.balance(id, member.id) }))
			.filter(({ balance }) => balance > 0)
			.sort((one, other) => other.balance - one.balance)
			.map(({ member: { id: accountId, username, displayName, imageUrl }, balance }, index) => ({
				accountId,
				username,
				displayName,
				imageUrl,
				balance,
				rank: index + 1,
			}));
		const places = ranked.map((row) => ({ id: row.accountId, row }));
		const { data, meta } = cursorPage(places, { take, after }, { usual: 10, most: 100 });
		return ok({ data: data.map(({ row }) => row), meta });
	},

	/** Refuses with 404 (member, currency), 400 (zero) and 422 (balance too low, currency archived). */
	updateBalance: ({ world, realm, params, body }) => {
		const change = changeMemberBalance(world.state, realm, { holder: params.serviceId, ...body });
		tellAward(world, realm, change);
		const { entry, member, after, currency } = change;
		return ok({ id: entry.id, serviceId: member.id, balance: after, currencyId: currency.id });
	},

	/** Applies all entries or none. The errors are those of a single change, and do not name the entry. */
	updateBalances: ({ world, realm, body: { updates, initiatorId } }) => {
		// A shared currency moves in the ledger of another realm.
		const ledgers = [...world.state.realms.values()].map(({ ledger }) => ledger);
		const apply = () =>
			updates.map(({ serviceId, ...update }) =>
				changeMemberBalance(world.state, realm, { ...update, holder: serviceId, initiatorId }),
			);
		const changes = atomicallyIn(ledgers, apply);
		for (const change of changes) tellAward(world, realm, change);
		return ok({
			success: true,
			updates: changes.map(({ member, before, after, currency }) => ({
				serviceId: member.id,
				balance: before,
				currencyId: currency.id,
				newBalance: after,
			})),
		});
	},

	/**
	 * API document, section 4.2. Refuses with 404 (member, recipient, currency), 400 (same member) and 422 (balance
	 * too low, currency archived).
	 */
	transferBalance: ({ world: { state }, realm, params, body: { amount, recipientId, currencyId } }) => {
		const sender = find(realm.members, params.serviceId, 'member');
		const recipient = find(realm.members, recipientId, 'recipient');
		if (sender === recipient) throw badRequest('A member cannot transfer to themselves.');
		checkExact(amount);
		const { currency, ledger } = movable(state, realm, currencyId, 'spend', amount, sender.id);
		const { id } = ledger.move({
			currencyId: currency.id,
			from: sender.id,
			to: recipient.id,
			amount,
			memo: 'Transfer',
		});
		return ok({
			id,
			senderId: sender.id,
			recipientId: recipient.id,
			balance: ledger.balance(currency.id, sender.id),
			currencyId: currency.id,
		});
	},

	/** API document, section 4.3: merges the top-level fields. 404 for an unknown member. */
	updateMetadata: ({ realm, params, body: { metadata } }) => {
		const member = find(realm.members, params.serviceId, 'member');
		member.metadata = { ...member.metadata, ...metadata };
		return noContent;
	},
};
