import { ok, type Routes } from '../../base/call';
import { now } from '../../base/dates';
import { conflict } from '../../base/errors';
import { recordPage } from '../../base/pages';
import { find, without, type Realm, type Schemas, type With } from '../../base/state';
import type { Purchase } from './records';

/** A purchase as in the API: with its store item, without the member. */
export function purchaseRecord(realm: Realm, purchase: Purchase): With<Schemas['Purchase'], 'id'> {
	const { id, item } = find(realm.storeItems, purchase.storeItemId, 'store item');
	const shown = without(purchase, 'memberId', 'storeItemId');
	return { ...shown, storeItem: { id, item: { id: item.id, name: item.name, type: item.type } } };
}

export const routes: Routes<'purchase'> = {
	getMany: ({ realm, query }) =>
		ok(recordPage([...realm.purchases.values()], query, (purchase) => purchaseRecord(realm, purchase))),

	/** API document, section 4.5. 404 for an unknown purchase, 409 for one already finalized. */
	finalize: ({ realm, params, body: { metadata } }) => {
		const purchase = find(realm.purchases, params.purchaseId, 'purchase');
		if (purchase.isFinalized) throw conflict('The purchase is already finalized.');
		Object.assign(purchase, {
			status: 'completed',
			isFinalized: true,
			finalizedAt: now(),
			finalizedMetadata: metadata,
		});
		return ok({ data: purchaseRecord(realm, purchase) });
	},
};
