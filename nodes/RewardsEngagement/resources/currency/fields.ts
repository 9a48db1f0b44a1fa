import type { Field } from '../../fields/field';
import { locator } from '../../fields/locator';

const HINT = 'Copy the ID from the dashboard: the service offers no list of currencies';

/**
 * A currency, by id or from the balances of the chosen sender. The API has no list of a realm's currencies.
 *
 * @param hasSender the operation also names a sender
 */
export function currency(
	displayName: string,
	{ description, hasSender = false }: { description: string; hasSender?: boolean },
): Field<string> {
	return locator(displayName, {
		description,
		hint: hasSender ? `${HINT}. Or choose from what the sender has.` : HINT,
		search: 'searchCurrencies',
		listName: 'From Balances',
		listPlaceholder: 'Select from what the sender has…',
		example: '64b7f1c2a9d3e45f60718294',
		mode: 'id',
	});
}
