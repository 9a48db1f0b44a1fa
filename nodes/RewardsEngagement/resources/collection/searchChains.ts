import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { chainNames } from '../chain/fields';

export async function searchChains(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const results = Object.entries(chainNames)
		.map(([value, name]) => ({ name, value }))
		.filter((chain) => Object.values(chain).some((text) => text.toLowerCase().includes(wanted)));
	return await Promise.resolve({ results });
}
