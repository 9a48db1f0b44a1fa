import { now } from '../../base/dates';
import { badRequest, notFound } from '../../base/errors';
import { newId } from '../../base/ids';
import { find, type Realm, type State } from '../../base/state';
import type { Share } from '../currency/records';

/**
 * Offers a currency of a realm to another realm.
 *
 * @throws {ServiceError} 404 for an unknown currency or realm, 400 for the realm itself, an archived currency, and an
 * existing share
 */
export function offerShare(
	state: State,
	parent: Realm,
	currencyId: string,
	childRealmId: string,
	permissions: string[],
): Share {
	const currency = find(parent.currencies, currencyId, 'currency');
	const child = find(state.realms, childRealmId, 'realm');
	if (child === parent) throw badRequest('A realm cannot share a currency with itself.');
	if (currency.archived) throw badRequest('The currency is archived.');
	const known = shareOf(state, child, currencyId);
	if (known && known.status !== 'REJECTED') {
		throw badRequest('The currency is shared with this realm already.');
	}
	if (known) state.shares.delete(known.id);
	const share: Share = {
		id: newId(),
		parentRealmId: parent.id,
		childRealmId,
		realmPointId: currencyId,
		permissions,
		status: 'PENDING',
		createdAt: now(),
	};
	state.shares.set(share.id, share);
	return share;
}

/** The share of a currency with a child, in any state. */
function shareOf({ shares }: State, child: Realm, currencyId: string): Share | undefined {
	return [...shares.values()].find(
		({ childRealmId, realmPointId }) => childRealmId === child.id && realmPointId === currencyId,
	);
}

/** @throws {ServiceError} 404 when the currency was never shared with the child */
export function findShare(state: State, child: Realm, currencyId: string): Share {
	const share = shareOf(state, child, currencyId);
	if (!share) throw notFound('The currency is not shared with this realm.');
	return share;
}

/**
 * The response of the child to a waiting share.
 *
 * @throws {ServiceError} 404 without a share, 400 when the child has already responded
 */
export function answerShare(
	state: State,
	child: Realm,
	currencyId: string,
	status: 'ACCEPTED' | 'REJECTED',
): Share {
	const share = findShare(state, child, currencyId);
	if (share.status !== 'PENDING') throw badRequest('The share does not wait for an answer.');
	share.status = status;
	return share;
}
