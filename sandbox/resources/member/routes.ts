import { noContent, ok, type Routes } from '../../base/call';
import { badRequest, businessRule } from '../../base/errors';
import { find, type Realm, type Schemas } from '../../base/state';
import { defaultCurrency } from '../currency/records';
import type { Member } from './records';

const accountsAt = (provider: string) => (member: Member) =>
	member.credentials
		.filter(({ oauthProvider }) => oauthProvider === provider)
		.map(({ oauthAccountId }) => oauthAccountId ?? '');

/** The values a member can be found by. */
const identifiers: Record<Schemas['MemberSearchType'], (member: Member) => string[]> = {
	'service-id': ({ id }) => [id],
	'twitter-id': accountsAt('twitter'),
	'discord-id': accountsAt('discord'),
	wallet: ({ credentials }) =>
		credentials.filter(({ format }) => format === 'wallet').map(({ publicIdentifier }) => publicIdentifier),
	email: ({ email }) => [email],
	username: ({ username }) => [username],
};

/** A member as the API shows it, with the balances of the ledger. */
function memberRecord(realm: Realm, member: Member): Schemas['Member'] {
	const balances = [...realm.currencies.values()]
		.filter(({ archived }) => !archived)
		.map(({ id, name, emoji }) => ({
			balance: realm.ledger.balance(id, member.id),
			currencyId: id,
			currencyName: name,
			currencyEmoji: emoji,
		}));
	return { ...member, balances };
}

export const routes: Routes<'member'> = {
	/** API document, section 4.11: members by one kind of identifier, case ignored. */
	search: ({ realm, query: { type, values, page = 1, limit = 50 } }) => {
		const wanted = new Set(values.split(',').map((value) => value.trim().toLowerCase()));
		const found = [...realm.members.values()].filter((member) =>
			identifiers[type](member).some((identifier) => wanted.has(identifier.toLowerCase())),
		);
		const start = (page - 1) * limit;
		return ok({
			data: found.slice(start, start + limit).map((member) => memberRecord(realm, member)),
			meta: {
				total: found.length,
				page,
				limit,
				totalPages: Math.ceil(found.length / limit),
				credentials: { access: true, approved: true, reason: null },
			},
		});
	},

	/** API document, section 4.2. Refuses with 404 (member, recipient, currency), 400 (to oneself) and 422 (balance too low, currency archived). */
	transferBalance: ({ realm, params, body: { amount, recipientId, currencyId } }) => {
		const sender = find(realm.members, params.serviceId, 'member');
		const recipient = find(realm.members, recipientId, 'recipient');
		const currency =
			currencyId === undefined ? defaultCurrency(realm) : find(realm.currencies, currencyId, 'currency');
		if (sender === recipient) throw badRequest('A member cannot transfer to themselves.');
		if (!Number.isSafeInteger(amount)) throw badRequest('The amount is too large.');
		const currentBalance = realm.ledger.balance(currency.id, sender.id);
		if (currency.archived) {
			throw businessRule('The currency is archived', { currentBalance, requestedAmount: amount });
		}
		const { id } = realm.ledger.move({
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
			balance: currentBalance - amount,
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
