import { noContent, ok, type Handler } from '../../call';
import { badRequest, businessRule } from '../../errors';
import { defaultCurrency, find, type Json, type Member, type Realm } from '../../state';

type SearchType = 'service-id' | 'twitter-id' | 'discord-id' | 'wallet' | 'email' | 'username';

const accountsAt = (provider: string) => (member: Member) =>
	member.credentials
		.filter(({ oauthProvider }) => oauthProvider === provider)
		.map(({ oauthAccountId }) => oauthAccountId ?? '');

/** The values a member can be found by. */
const identifiers: Record<SearchType, (member: Member) => string[]> = {
	'service-id': ({ id }) => [id],
	'twitter-id': accountsAt('twitter'),
	'discord-id': accountsAt('discord'),
	wallet: ({ credentials }) =>
		credentials.filter(({ format }) => format === 'wallet').map(({ publicIdentifier }) => publicIdentifier),
	email: ({ email }) => [email],
	username: ({ username }) => [username],
};

/** A member as the API shows it, with the balances of the ledger. */
function memberRecord(realm: Realm, member: Member) {
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

/** API document, section 4.11: members by one kind of identifier, case ignored. */
export const searchMembers: Handler = ({ realm, query }) => {
	const { type, values, page, limit } = query as {
		type: SearchType;
		values: string;
		page: number;
		limit: number;
	};
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
};

/** API document, section 4.2. Refuses with 404 (member, recipient, currency), 400 (to oneself) and 422 (balance too low, currency archived). */
export const transferBalance: Handler = ({ realm, params, body }) => {
	const { amount, recipientId, currencyId } = body as {
		amount: number;
		recipientId: string;
		currencyId?: string;
	};
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
};

/** API document, section 4.3: merges the top-level fields. 404 for an unknown member. */
export const updateMemberMetadata: Handler = ({ realm, params, body }) => {
	const { metadata } = body as { metadata: Json };
	const member = find(realm.members, params.serviceId, 'member');
	member.metadata = { ...member.metadata, ...metadata };
	return noContent;
};
