import { Decimal } from '../../shared/decimal';
import { isRecord } from '../../shared/json';
import type { Spending } from '../../run/spending';

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
	const currencyId = typeof found.currencyId === 'string' ? found.currencyId : undefined;
	const pieces = Decimal.of(count);
	return { amount: price && pieces && String(price.times(pieces)), currencyId };
}
