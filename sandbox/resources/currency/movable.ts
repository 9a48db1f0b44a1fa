import { checkExact } from '../../base/decimal';
import { badRequest, businessRule, forbidden, notFound } from '../../base/errors';
import { issuer, type Entry, type Ledger } from '../../base/ledger';
import { find, type Realm, type State } from '../../base/state';
import { defaultCurrency, type Currency } from './records';

/** A currency that a realm may move, and its ledger, which belongs to the owning realm. */
export interface Movable {
	currency: Currency;
	ledger: Ledger;
}

/** The currencies that other realms share with a realm, with its permissions for each. */
export function sharedWith({ shares, realms }: State, realm: Realm) {
	return [...shares.values()]
		.filter(({ childRealmId, status }) => childRealmId === realm.id && status === 'ACCEPTED')
		.map((share) => {
			const parent = find(realms, share.parentRealmId, 'realm');
			return { share, parent, currency: find(parent.currencies, share.realmPointId, 'currency') };
		});
}

/** A currency of the realm, or one that another shares with it. @throws {ServiceError} 404 for any other */
function usable(state: State, realm: Realm, currencyId: string): Movable & { permissions?: string[] } {
	const own = realm.currencies.get(currencyId);
	if (own) return { currency: own, ledger: realm.ledger };
	const shared = sharedWith(state, realm).find(({ currency }) => currency.id === currencyId);
	if (!shared) throw notFound('There is no such currency.');
	const { currency, parent, share } = shared;
	return { currency, ledger: parent.ledger, permissions: share.permissions };
}

/** The realm's own currency, or one shared with it. @throws {ServiceError} 404 for any other */
export const usableCurrency = (state: State, realm: Realm, currencyId: string): Currency =>
	usable(state, realm, currencyId).currency;

/**
 * The currency that a request moves.
 *
 * @param currencyId by default the default currency
 * @throws {ServiceError} 404 for a currency that the realm does not have, 403 when a share does not permit it, 422
 * when it is archived
 */
export function movable(
	state: State,
	realm: Realm,
	currencyId: string | undefined,
	permission: 'earn' | 'spend',
	requestedAmount: number,
	holder: string,
): Movable {
	const { currency, ledger, permissions } = usable(state, realm, currencyId ?? defaultCurrency(realm).id);
	if (permissions?.includes(permission) === false) {
		throw forbidden(`The currency is shared without the permission ${permission}.`);
	}
	if (currency.archived) {
		const currentBalance = ledger.balance(currency.id, holder);
		throw businessRule('The currency is archived', { currentBalance, requestedAmount });
	}
	return { currency, ledger };
}

/** The change of one balance in a request. */
export interface Change {
	holder: string;
	/** A positive amount is awarded, a negative one is deducted. Zero is invalid. */
	amount: number;
	currencyId?: string;
	/** The initiator of the change. */
	initiatorId?: string;
}

/**
 * Awards from the realm's own account, or deducts into it.
 *
 * @returns the entry, and the balances before and after
 * @throws {ServiceError} 400 for an amount of zero, and all errors of {@link movable} and the ledger
 */
export function changeBalance(
	state: State,
	realm: Realm,
	{ holder, amount, currencyId, initiatorId }: Change,
): Movable & { entry: Entry; before: number; after: number } {
	if (amount === 0) throw badRequest('The amount must not be zero.');
	checkExact(amount);
	const isAward = amount > 0;
	const { currency, ledger } = movable(
		state,
		realm,
		currencyId,
		isAward ? 'earn' : 'spend',
		Math.abs(amount),
		holder,
	);
	const before = ledger.balance(currency.id, holder);
	const entry = ledger.move({
		currencyId: currency.id,
		from: isAward ? issuer : holder,
		to: isAward ? holder : issuer,
		amount: Math.abs(amount),
		memo: [isAward ? 'Award' : 'Deduction', initiatorId && `by ${initiatorId}`].filter(Boolean).join(' '),
	});
	return { currency, ledger, entry, before, after: ledger.balance(currency.id, holder) };
}

/** The balances of a holder in all currencies that are not archived, as in the API. */
export function balancesOf(state: State, realm: Realm, holder: string) {
	const own = [...realm.currencies.values()].map((currency) => ({ currency, ledger: realm.ledger }));
	const shared = sharedWith(state, realm).map(({ currency, parent }) => ({
		currency,
		ledger: parent.ledger,
	}));
	return [...own, ...shared]
		.filter(({ currency }) => !currency.archived)
		.map(({ currency: { id, name, emoji }, ledger }) => ({
			balance: ledger.balance(id, holder),
			currencyId: id,
			currencyName: name,
			currencyEmoji: emoji,
		}));
}
