import { shownText } from '../../declare/listSearch';
import { isRecord } from '../../shared/json';
import type { NoRecord } from '../../shared/record';

/** The name of the item that a record of the store or a raffle gives away. */
export function itemName({ item }: { readonly item: { readonly name: unknown } | NoRecord }): string {
	return isRecord(item) ? shownText(item.name) : '';
}
