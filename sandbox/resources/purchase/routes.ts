import { ok, type Handler } from '../../call';
import { conflict } from '../../errors';
import { find, type Json, type Purchase, type Realm } from '../../state';

/** A purchase as the API shows it: with its store item, without the member. */
function purchaseRecord(realm: Realm, purchase: Purchase) {
	const { id, item } = find(realm.storeItems, purchase.storeItemId, 'store item');
	const storeItem = { id, item: { id: item.id, name: item.name, type: item.type } };
	return { ...purchase, memberId: undefined, storeItemId: undefined, storeItem };
}

/** API document, section 4.5. 404 for an unknown purchase, 409 for one already finalized. */
export const finalizePurchase: Handler = ({ realm, params, body }) => {
	const { metadata } = body as { metadata: Json };
	const purchase = find(realm.purchases, params.purchaseId, 'purchase');
	if (purchase.isFinalized) throw conflict('The purchase is already finalized.');
	Object.assign(purchase, {
		status: 'completed',
		isFinalized: true,
		finalizedAt: new Date().toISOString(),
		finalizedMetadata: metadata,
	});
	return ok({ data: purchaseRecord(realm, purchase) });
};
