import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { choosable, openListSearch, shownText } from '../../declare/listSearch';
import { getManyWebhooks } from './getMany';

/** Lists the webhooks of the realm for a resource locator, filtered by address or event. */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const search = await openListSearch(this);
	const results = choosable(await search(getManyWebhooks, {}), 'id')
		.map(({ record: { url, events }, value }) => ({
			name: `${shownText(url)} (${Array.isArray(events) ? events.map(shownText).join(', ') : 'no events'})`,
			value,
		}))
		.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
	return { results };
}
