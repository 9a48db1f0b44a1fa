import { chain as chainField } from '../../fields/chain';

/** The chain an NFT lives on. */
export const chain = chainField({
	description: 'The chain the NFT lives on. Without it the service looks on Ethereum.',
});
