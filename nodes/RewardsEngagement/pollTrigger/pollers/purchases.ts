import type { IDataObject } from 'n8n-workflow';

import { wholeNumber } from '../../api/paging';
import { getManyPurchases } from '../../resources/purchase/getMany';
import { isRecord } from '../../shared/json';
import { PAGE } from '../poller';
import type { Place } from '../listPage';
import { pagedPoller, type EventList } from '../pagedPoller';
import { Timeline } from '../timeline';

/** The list of purchases. Its order is not documented, so a poll may have to read the whole list. */
const purchases = {
	words: { records: 'purchases', made: 'were made' },
	isSorted: false,
	isCounted: false,
	maxPages: Infinity,
	request: (realmId) => getManyPurchases.request({ realmId }),
	// The paging is inferred, and a page number counts pages of the service's own size.
	query: ({ after, page }) => ({ take: after === undefined ? undefined : PAGE, after, page }),
	nextPlace,
	madeOf: ({ createdAt }) => createdAt,
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

export const purchaseMade = pagedPoller({
	...purchases,
	type: 'store.purchase.completed',
	timeline: new Timeline(2 * 60_000),
	isAtOnce: true,
	whenOf: ({ createdAt }) => createdAt,
	dataOf: ({ record }) => madeData(record),
});

export const purchaseFinalized = pagedPoller({
	...purchases,
	type: 'store.purchase.finalized',
	// A purchase on a page that was already read may be finalized before one on a later page.
	timeline: new Timeline(10 * 60_000),
	isAtOnce: false,
	whenOf: ({ isFinalized, finalizedAt }) => (isFinalized === true ? finalizedAt : undefined),
	dataOf: ({ record }) => ({ ...madeData(record), finalizedAt: record.finalizedAt }),
});

/** The kind of paging is not documented either. */
function nextPlace(
	{ page, totalPages, hasNextPage, endCursor, nextCursor }: Readonly<Record<string, unknown>>,
	{ page: asked = 0 }: Place,
): Place | undefined {
	const [said, last] = [wholeNumber(page), wholeNumber(totalPages)];
	if (said !== undefined && last !== undefined) {
		// Some services number every page 1.
		const number = Math.max(said, asked);
		return number < last ? { page: number + 1 } : undefined;
	}
	const after = nextCursor ?? endCursor;
	return hasNextPage === false || typeof after !== 'string' || after === '' ? undefined : { after };
}
