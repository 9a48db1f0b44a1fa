import type { Spending } from '../../declare/operation';
import { Decimal } from '../../shared/decimal';
import { isRecord } from '../../shared/json';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The currency of a price. `undefined` if the record names none, which means the default currency of the realm. */
export function currencyIn(found: Readonly<Record<string, unknown>>): string | undefined {
	const nested = isRecord(found.realmPoint) ? found.realmPoint.id : undefined;
	return [found.currencyId, found.realmPointId, nested].find(isText);
}

/**
 * The price of a number of pieces, for the limits that a user may set.
 *
 * @param body the response with the record
 * @param field the price of one piece
 * @returns no amount if the response does not have it
 */
export function priceOf(body: unknown, field: 'price' | 'ticketPrice', count: number): Spending {
	const data = isRecord(body) ? body.data : undefined;
	const found = isRecord(data) ? data : {};
	const price = Decimal.of(found[field]);
	const pieces = Decimal.of(count);
	return { amount: price && pieces && String(price.times(pieces)), currencyId: currencyIn(found) };
}
