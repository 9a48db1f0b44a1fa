import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { getManyWebhooks } from './getMany';
import { openListSearch, shownText } from '../../run/listSearch';

/** Lists the webhooks of the realm for a resource locator, filtered by address or event. */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const search = await openListSearch(this);
	const results = (await search(getManyWebhooks, {}))
		.filter(isRecord)
		.map(({ id, url, events }) => ({
			name: `${shownText(url)} (${Array.isArray(events) ? events.join(', ') : 'no events'})`,
			value: String(id),
		}))
		.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
	return { results };
}
