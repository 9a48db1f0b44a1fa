import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { choosable, openListSearch, shownText } from '../../declare/listSearch';
import { isRecord } from '../../shared/json';
import { getPendingShares } from './getPending';

/** Lists the currencies that wait for the realm's decision, with the realm that offers each. */
export async function searchOfferedCurrencies(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const search = await openListSearch(this);
	const pending = (await search(getPendingShares, {})).filter(
		({ status = 'PENDING' }) => status === 'PENDING',
	);
	const results = choosable(pending, 'realmPointId')
		.map(({ record: { realmPoint, parentRealm }, value }) => {
			const words = isRecord(realmPoint) ? [shownText(realmPoint.emoji), shownText(realmPoint.name)] : [];
			const name = words.filter(Boolean).join(' ') || value;
			const from = isRecord(parentRealm) ? shownText(parentRealm.name) : '';
			return { name: `${name}${from && ` (from ${from})`}`, value };
		})
		.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
	return { results };
}
