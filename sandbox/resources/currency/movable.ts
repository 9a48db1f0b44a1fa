import { checkExact } from '../../base/decimal';
import { badRequest, businessRule, forbidden, notFound } from '../../base/errors';
import { issuer, type Entry, type Ledger } from '../../base/ledger';
import { find, type Realm, type State } from '../../base/state';
import { defaultCurrency, type Currency } from './records';

/** A currency that a realm may move, and the ledger it moves in: that of the realm which owns it. */
export interface Movable {
	currency: Currency;
	ledger: Ledger;
}

/** The currencies that other realms share with a realm, with what it may do with each. */
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

/** A currency that the realm has, of its own or shared. @throws {ServiceError} 404 for any other */
export const usableCurrency = (state: State, realm: Realm, currencyId: string): Currency =>
	usable(state, realm, currencyId).currency;

/**
 * The currency that a request moves.
 * @param currencyId the default currency unless given
 * @throws {ServiceError} 404 for one that the realm has not, 403 for a share that does not allow it, 422 when archived
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

/** A change of one balance, as a request asks for it. */
export interface Change {
	holder: string;
	/** A number other than zero: above it is awarded, below it is taken away. */
	amount: number;
	currencyId?: string;
	/** On whose behalf. */
	initiatorId?: string;
}

/**
 * Awards out of the realm's own account, or takes back into it.
 * @returns the entry, and the balances before and after
 * @throws {ServiceError} 400 for an amount of zero, and whatever {@link movable} and the ledger throw
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

/** What somebody holds of every currency in use, as the API shows it. */
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
