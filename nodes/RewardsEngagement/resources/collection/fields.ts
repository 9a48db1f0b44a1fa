import { chain as chainField } from '../chain/fields';

export { cache, CHAIN_DATA, contractAddress } from '../nft/fields';

export const chain = chainField({
	description: 'The chain of the collection. By default, the service uses Ethereum.',
});

/** The record that a 404 may be about. */
export const COLLECTION = 'collection on this chain';
