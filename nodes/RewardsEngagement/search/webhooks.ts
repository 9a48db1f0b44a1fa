import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isRecord } from '../records/json';
import { getManyWebhooks } from '../operations/webhook/getMany';
import { openSearch, shown } from './search';

/** Lists the webhooks of the realm for a resource locator, filtered by address or event. */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const search = await openSearch(this);
	const results = (await search(getManyWebhooks, {}))
		.filter(isRecord)
		.map(({ id, url, events }) => ({
			name: `${shown(url)} (${Array.isArray(events) ? events.join(', ') : 'no events'})`,
			value: String(id),
		}))
		.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
	return { results };
}
