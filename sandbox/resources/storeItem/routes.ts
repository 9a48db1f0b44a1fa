import { created, ok, type Routes } from '../../base/call';
import { newId } from '../../base/ids';
import { recordPage } from '../../base/pages';
import { find, type Realm, type Schemas, type State } from '../../base/state';
import { usableCurrency } from '../currency/movable';
import { defaultCurrency } from '../currency/records';
import { buyItem } from '../purchase/activity';
import { purchaseRecord } from '../purchase/routes';
import type { StoreItem } from './records';

/** An item as in the API, with its currency. */
function itemRecord(state: State, realm: Realm, storeItem: StoreItem): Schemas['StoreItem'] {
	const { id, name } = usableCurrency(state, realm, storeItem.currencyId);
	return { ...storeItem, realmPoint: { id, name } };
}

/** The fields of a body that describe the given item itself. */
export function itemFields<T extends Record<string, unknown>>(body: T) {
	const names = ['name', 'description', 'image', 'type', 'metadata'];
	const isOf = (one: [string, unknown]) => names.includes(one[0]);
	const entries = Object.entries(body);
	return {
		item: Object.fromEntries(entries.filter(isOf)),
		others: Object.fromEntries(entries.filter((one) => !isOf(one))),
	};
}

export const routes: Routes<'storeItem'> = {
	getMany: ({ world: { state }, realm, query }) =>
		ok(recordPage([...realm.storeItems.values()], query, (item) => itemRecord(state, realm, item))),

	/** 404 for an unknown currency. */
	create: ({ world: { state }, realm, body }) => {
		const { name = '', description = '', image, type = 'DIGITAL', metadata = {} } = body;
		const { price = 0, stock = null, maxPerUser = null, requiredMetadata = [] } = body;
		const { id: currencyId } = usableCurrency(state, realm, body.currencyId ?? defaultCurrency(realm).id);
		const storeItem: StoreItem = {
			id: newId(),
			item: { id: newId(), name, description, type, metadata, ...(image !== undefined && { image }) },
			requiredMetadata,
			currencyId,
			price,
			stock,
			maxPerUser,
		};
		realm.storeItems.set(storeItem.id, storeItem);
		return created({ data: itemRecord(state, realm, storeItem) });
	},

	get: ({ world: { state }, realm, params }) =>
		ok({ data: itemRecord(state, realm, find(realm.storeItems, params.itemId, 'store item')) }),

	/** 404 for an unknown item or currency. */
	update: ({ world: { state }, realm, params, body }) => {
		const storeItem = find(realm.storeItems, params.itemId, 'store item');
		if (body.currencyId !== undefined) usableCurrency(state, realm, body.currencyId);
		const { item, others } = itemFields(body);
		Object.assign(storeItem, others);
		Object.assign(storeItem.item, item);
		return ok({ data: itemRecord(state, realm, storeItem) });
	},

	/** Refuses with 404 (item, member), 400 (metadata) and 422 (balance, stock, limit per member). */
	purchase: ({ world, realm, params, body: { quantity, metadata = {}, accountId = realm.ownerId } }) => {
		const buying = { quantity, metadata, isComplete: true };
		return ok({ data: purchaseRecord(realm, buyItem(world, realm, params.itemId, accountId, buying)) });
	},
};
