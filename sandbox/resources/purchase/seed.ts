import { isoDaysAgo } from '../../base/dates';
import { realmIds, seedId } from '../../base/ids';
import { store } from '../../base/ledger';
import { byId, type Realm } from '../../base/state';
import { ids as currencyIds } from '../currency/seed';
import { ids as memberIds } from '../member/seed';
import type { Purchase } from './records';

export const ids = {
	purchases: {
		open: seedId('purchase', 1),
		alsoOpen: seedId('purchase', 2),
		finalized: seedId('purchase', 3),
	},
} as const;

function seedPurchases(): Purchase[] {
	const { ada, bruno, chen } = memberIds.members;
	// The ids are repeated here, because importing the items' seed would make a circle of imports.
	const [poster, mug] = [seedId('storeItem', 1), seedId('storeItem', 2)];
	return [
		{
			id: ids.purchases.open,
			memberId: ada,
			storeItemId: mug,
			quantity: 1,
			totalPrice: 250,
			status: 'pending',
			createdAt: isoDaysAgo(2),
			isFinalized: false,
			metadata: { address: '1 Harbour Road' },
		},
		{
			id: ids.purchases.alsoOpen,
			memberId: bruno,
			storeItemId: poster,
			quantity: 2,
			totalPrice: 200,
			status: 'pending',
			createdAt: isoDaysAgo(1),
			isFinalized: false,
			metadata: {},
		},
		{
			id: ids.purchases.finalized,
			memberId: chen,
			storeItemId: poster,
			quantity: 1,
			totalPrice: 100,
			status: 'completed',
			createdAt: isoDaysAgo(20),
			finalizedAt: isoDaysAgo(19),
			isFinalized: true,
			metadata: {},
			finalizedMetadata: { sentBy: 'e-mail' },
		},
	];
}

/** The purchases. Members pay with their earnings, so the seed of the members must run first. */
export function seedRealm({ id, ledger }: Realm): Partial<Realm> {
	if (id !== realmIds.realm) return { purchases: new Map() };
	const purchases = seedPurchases();
	for (const { memberId, totalPrice, createdAt } of purchases) {
		ledger.move({
			currencyId: currencyIds.currencies.stars,
			from: memberId,
			to: store,
			amount: totalPrice,
			memo: 'Purchase',
			at: new Date(createdAt),
		});
	}
	return { purchases: byId(purchases) };
}
