import { Decimal } from '../../shared/decimal';
import { isRecord } from '../../shared/json';
import type { Spending } from '../../run/spending';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Of a record that names its currency only by what it shows of it. */
function pointOf({ realmPoint }: Record<string, unknown>): unknown {
	return isRecord(realmPoint) ? realmPoint.id : undefined;
}

/**
 * What so many pieces of a record cost, for the limits that a person may set.
 *
 * @param body the answer that holds the record
 * @param field which of its fields is the price of one
 * @returns no amount where the answer does not say it
 */
export function priceOf(body: unknown, field: 'price' | 'ticketPrice', count: number): Spending {
	const data = isRecord(body) ? body.data : undefined;
	const found = isRecord(data) ? data : {};
	const price = Decimal.of(found[field]);
	const currencyId = [found.currencyId, found.realmPointId, pointOf(found)].find(isText);
	const pieces = Decimal.of(count);
	return { amount: price && pieces && String(price.times(pieces)), currencyId };
}
