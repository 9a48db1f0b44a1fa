import { now } from '../../base/dates';
import { businessRule } from '../../base/errors';
import { newId } from '../../base/ids';
import { store } from '../../base/ledger';
import { find, type Realm } from '../../base/state';
import type { World } from '../../base/world';
import { reference } from '../member/records';
import type { Purchase } from './records';

/**
 * A member buys one piece of a store item: it is paid through the ledger, waits to be finalized, and
 * `store.purchase.completed` goes out.
 * @throws {ServiceError} 404 when the item or the member is unknown, 422 when the balance or the stock is too low
 */
export function buyItem(world: World, realm: Realm, storeItemId: string, memberId: string): Purchase {
	const storeItem = find(realm.storeItems, storeItemId, 'store item');
	const member = find(realm.members, memberId, 'member');
	if (storeItem.stock === 0) throw businessRule('Out of stock', { currentBalance: 0, requestedAmount: 1 });
	const { price, currencyId, item } = storeItem;
	realm.ledger.move({ currencyId, from: memberId, to: store, amount: price, memo: item.name });
	if (storeItem.stock !== null) storeItem.stock -= 1;
	const purchase: Purchase = {
		id: newId(),
		memberId,
		storeItemId,
		quantity: 1,
		totalPrice: price,
		status: 'pending',
		createdAt: now(),
		isFinalized: false,
		metadata: {},
	};
	realm.purchases.set(purchase.id, purchase);
	world.emitOwn(realm, 'store.purchase.completed', {
		purchase: { id: purchase.id },
		item: { id: item.id, name: item.name, cost: price },
		member: reference(member),
		completedAt: purchase.createdAt,
	});
	return purchase;
}
