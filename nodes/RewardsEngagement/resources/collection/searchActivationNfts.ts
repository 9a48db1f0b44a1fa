import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { choosable, chosenFirst, openListSearch } from '../../declare/listSearch';
import { getManyActivations } from '../activation/getMany';
import { nftName } from '../nft/nftName';
import { getCollectionNfts } from './getNfts';

/** A longer list would be too long to choose from. */
const MOST = 500;

/** Lists the NFTs of the collection that the chosen activation follows. */
export async function searchActivationNfts(this: ILoadOptionsFunctions): Promise<INodeListSearchResult> {
	const search = await openListSearch(this);
	const activationId = chosenFirst(this, 'activationId', 'NFTs');
	const activation = (await search(getManyActivations, {})).find(({ id }) => id === activationId);
	if (!activation) return { results: [] };
	const { contractAddress, chain } = activation;
	const nfts = await search(getCollectionNfts, { contractAddress, chain, limit: MOST });
	return {
		results: choosable(nfts, 'id').map(({ record, value }) => ({ name: nftName(record) || value, value })),
	};
}
