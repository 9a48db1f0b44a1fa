import type { IDataObject } from 'n8n-workflow';

import { nextPlace } from '../../api/paging';
import { getManyPurchases } from '../../resources/purchase/getMany';
import { isRecord } from '../../shared/json';
import { PAGE } from '../poller';
import { timedPoller, type EventList } from '../timedPoller';

/** The list of purchases. Its order is not documented, so a poll may have to read the whole list. */
const purchases = {
	words: { records: 'purchases', made: 'were made' },
	isSorted: false,
	maxPages: Infinity,
	request: (realmId) => getManyPurchases.request({ realmId }),
	// The paging is inferred, and a page number counts pages of the service's own size.
	query: ({ after, page }) => ({ take: after === undefined ? undefined : PAGE, after, page }),
	nextPlace: (meta, { page = 0 }) => nextPlace(meta, page),
	madeAt: 'createdAt',
	identityOf: ({ id }) => [id],
} satisfies Partial<EventList>;

/** The service's list does not have the buyer. */
const madeData = ({ storeItem, totalPrice, ...purchase }: IDataObject): IDataObject => ({
	purchase: { ...purchase, totalPrice },
	item: { ...itemOf(storeItem), cost: totalPrice },
	completedAt: purchase.createdAt,
});

function itemOf(storeItem: unknown): IDataObject {
	const item: unknown = isRecord(storeItem) ? storeItem.item : undefined;
	const { id, name, type } = (isRecord(item) ? item : {}) as IDataObject;
	return { id, name, type };
}

export const purchaseMade = timedPoller({
	...purchases,
	type: 'store.purchase.completed',
	overlap: 2 * 60_000,
	dataOf: ({ record }) => madeData(record),
});

export const purchaseFinalized = timedPoller({
	...purchases,
	type: 'store.purchase.finalized',
	// A purchase on a page that was already read may be finalized before one on a later page.
	overlap: 10 * 60_000,
	later: { hasHappened: ({ isFinalized }) => isFinalized === true, at: 'finalizedAt' },
	dataOf: ({ record }) => ({ ...madeData(record), finalizedAt: record.finalizedAt }),
});
