import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { choosable, openListSearch, shownText } from '../../run/listSearch';
import { getPendingShares } from './getPending';

/** Lists the currencies that wait for the realm's answer, with the realm that offers each. */
export async function searchOfferedCurrencies(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const search = await openListSearch(this);
	const results = choosable(await search(getPendingShares, {}), 'realmPointId')
		.map(({ realmPointId, realmPoint, parentRealm }) => {
			const [currency, parent] = [realmPoint, parentRealm].map((value) => (isRecord(value) ? value : {}));
			const name = [shownText(currency?.emoji), shownText(currency?.name)].filter(Boolean).join(' ');
			const from = shownText(parent?.name);
			return {
				name: `${name || String(realmPointId)}${from && ` (from ${from})`}`,
				value: String(realmPointId),
			};
		})
		.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
	return { results };
}
