import { ok, type Routes } from '../../base/call';
import { now } from '../../base/dates';
import { conflict } from '../../base/errors';
import { find, type Realm, type Schemas } from '../../base/state';
import type { Purchase } from './records';

/** A purchase as the API shows it: with its store item, without the member. */
function purchaseRecord(
	realm: Realm,
	{ memberId: _memberId, storeItemId, ...purchase }: Purchase,
): Schemas['Purchase'] {
	const { id, item } = find(realm.storeItems, storeItemId, 'store item');
	return { ...purchase, storeItem: { id, item: { id: item.id, name: item.name, type: item.type } } };
}

export const routes: Routes<'purchase'> = {
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
