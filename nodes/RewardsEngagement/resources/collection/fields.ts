import { chain as chainField } from '../../fields/chain';

export { cache, CHAIN_DATA, contractAddress } from '../nft/fields';

export const chain = chainField({
	description: 'The chain that the collection lives on. Without it the service looks on Ethereum.',
});

/** What a 404 may lack. */
export const COLLECTION = 'collection on this chain';
