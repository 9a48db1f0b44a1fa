import Big from 'big.js';
import { now } from '../../base/dates';
import { exactly, product, sumOf } from '../../base/decimal';
import { badRequest, businessRule } from '../../base/errors';
import { newId } from '../../base/ids';
import { store } from '../../base/ledger';
import { find, type Realm } from '../../base/state';
import type { World } from '../../base/world';
import { movable } from '../currency/movable';
import { reference } from '../member/records';
import type { Purchase } from './records';

interface Buying {
	/** By default one. */
	quantity?: number;
	metadata?: Record<string, unknown>;
	/** Whether the metadata must contain the fields that the item requires. */
	isComplete?: boolean;
}

/**
 * A member buys a store item. The member pays through the ledger, and the purchase waits to be finalized. Sends
 * `store.purchase.completed`.
 *
 * @throws {ServiceError} 404 when the item or the member is unknown
 * @throws {ServiceError} 400 when the metadata is incomplete
 * @throws {ServiceError} 422 when the balance or the stock is too low, or the member has reached the limit of the
 * item
 */
export function buyItem(
	world: World,
	realm: Realm,
	storeItemId: string,
	memberId: string,
	{ quantity = 1, metadata = {}, isComplete = false }: Buying = {},
): Purchase {
	const storeItem = find(realm.storeItems, storeItemId, 'store item');
	const member = find(realm.members, memberId, 'member');
	const { price, item, stock, maxPerUser, requiredMetadata } = storeItem;
	const missing = isComplete && requiredMetadata.find((name) => metadata[name] === undefined);
	if (missing) throw badRequest(`The metadata lacks ${missing}.`);
	if (stock !== null && stock < quantity) {
		throw businessRule('Out of stock', { currentBalance: stock, requestedAmount: quantity });
	}
	const owned = sumOf(
		[...realm.purchases.values()]
			.filter((purchase) => purchase.memberId === memberId && purchase.storeItemId === storeItemId)
			.map((purchase) => purchase.quantity),
	);
	if (maxPerUser !== null && owned.plus(quantity).gt(maxPerUser)) {
		const currentBalance = owned.toNumber();
		throw businessRule('No member may have more', { currentBalance, requestedAmount: quantity });
	}
	const left = stock === null ? null : exactly(Big(stock).minus(quantity));
	const amount = exactly(product(price, quantity));
	const { currency, ledger } = movable(world.state, realm, storeItem.currencyId, 'spend', amount, memberId);
	if (amount > 0) {
		ledger.move({ currencyId: currency.id, from: memberId, to: store, amount, memo: item.name });
	}
	storeItem.stock = left;
	member.lastActive = now();
	const purchase: Purchase = {
		id: newId(),
		memberId,
		storeItemId,
		quantity,
		totalPrice: amount,
		status: 'pending',
		createdAt: now(),
		isFinalized: false,
		metadata,
	};
	realm.purchases.set(purchase.id, purchase);
	world.emitOwn(realm, 'store.purchase.completed', {
		purchase: { id: purchase.id },
		item: { id: item.id, name: item.name, cost: amount },
		member: reference(member),
		completedAt: purchase.createdAt,
	});
	return purchase;
}
