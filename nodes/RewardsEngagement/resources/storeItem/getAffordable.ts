import { path } from '../../api/path';
import { type Call, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { noneIfNotThere } from '../../errors';
import { flag } from '../../fields/text';
import { Decimal } from '../../shared/decimal';
import { isRecord } from '../../shared/json';
import { getManyCurrencies } from '../currency/getMany';
import { hexMember } from '../member/fields';
import { getMember, memberWithId } from '../member/get';
import { balanceIn } from '../member/record';
import { getManyStoreItems } from './getMany';
import { currencyIn } from './priceOf';
import { affordableItem } from './record';

type Found = Readonly<Record<string, unknown>>;

/** A store item with what decides its place in the order. */
interface Offer {
	price?: Decimal;
	affordable: boolean;
	json: Found;
}

/** The whole store decides the order, so every page is read, also with a limit. */
export const getAffordableStoreItems = operation({
	displayName: 'Get Affordable',
	action: 'Get affordable store items',
	description: 'Use for what a member can buy now. Shows the missing points, cheapest item first.',
	source: '4.11, extended 8.6',
	certainty: 'inferred',
	parameters: { serviceId: hexMember('Member', { description: 'The member who wants to buy' }) },
	additionalFields: {
		onlyAffordable: flag('Only Affordable', {
			description:
				'Whether to leave out items that the member cannot buy now. How many pieces the member already has is not known, so "Max per User" is not checked.',
		}),
	},
	effect: 'read',
	endpoint: 'storeItem.getMany',
	permission: 'store:read',
	pagination: { place: 'after', size: 'take', isInferred: true },
	request: ({ realmId }) => ({ method: 'GET', path: path`/api/v1/realms/${realmId}/store` }),
	perform: async ({ values, request, readList }) => {
		const { realmId, serviceId, onlyAffordable = false } = values;
		const store = await readList(getManyStoreItems.request({ realmId, returnAll: true }));
		// A second member would be an error.
		const search = { ...getMember.request({ realmId, serviceId }), listing: { maxRecords: 2 } };
		const member = memberWithId(await readList(search), serviceId);
		const items = store.filter(isRecord);
		const isUnnamed = items.some((one) => currencyIn(one) === undefined);
		const usual = isUnnamed ? await defaultCurrency(realmId, readList) : undefined;
		return items
			.map((one) => offerOf(one, member, currencyIn(one) ?? usual))
			.filter(({ affordable }) => affordable || !onlyAffordable)
			.sort(byPrice)
			.slice(0, request.listing?.maxRecords)
			.map(({ json }) => ({ json: json as never }));
	},
	response: listInData(affordableItem),
});

/** The ID of the realm's default currency. `undefined` if the realm has none, or the service lists no currencies. */
async function defaultCurrency(
	realmId: string,
	readList: Call<unknown>['readList'],
): Promise<string | undefined> {
	const request = getManyCurrencies.request({ realmId, isDefault: true, returnAll: true });
	const listed = await readList(request).catch(noneIfNotThere);
	const found = listed?.filter(isRecord).find((one) => one.default === true);
	return typeof found?.id === 'string' ? found.id : undefined;
}

function offerOf(found: Found, member: Found, currencyId: string | undefined): Offer {
	const price = Decimal.of(found.price);
	const balance = currencyId === undefined ? undefined : balanceIn(member, currencyId);
	const missing = missingOf(price, balance);
	const affordable = missing?.isAbove(Decimal.ZERO) === false && isOnSale(found);
	const sold = isRecord(found.item) ? found.item : found;
	const first = {
		name: sold.name ?? found.name ?? null,
		price: found.price ?? null,
		affordable,
		missing: numberOf(missing),
		balance: numberOf(balance),
		currencyId: currencyId ?? null,
	};
	return { price, affordable, json: { ...first, ...found, ...first } };
}

/** The points that are missing for a price. `undefined` if that cannot be known. */
function missingOf(price: Decimal | undefined, balance: Decimal | undefined): Decimal | undefined {
	// A free item needs no balance.
	if (price?.isAbove(Decimal.ZERO) === false) return Decimal.ZERO;
	if (!price || !balance) return undefined;
	return price.isAbove(balance) ? price.minus(balance) : Decimal.ZERO;
}

/** Whether an item is neither sold out nor switched off. Both have been seen by two names. */
function isOnSale({ stock, inventory, active }: Found): boolean {
	const left = Decimal.of(stock ?? inventory);
	return active !== false && left?.isAbove(Decimal.ZERO) !== false;
}

/** First what the member can buy, each cheapest first. Items without a readable price come last. */
function byPrice(one: Offer, other: Offer): number {
	if (one.affordable !== other.affordable) return one.affordable ? -1 : 1;
	if (!one.price || !other.price) return Number(!one.price) - Number(!other.price);
	return one.price.isAbove(other.price) ? 1 : other.price.isAbove(one.price) ? -1 : 0;
}

function numberOf(amount: Decimal | undefined): number | null {
	return amount ? Number(String(amount)) : null;
}
