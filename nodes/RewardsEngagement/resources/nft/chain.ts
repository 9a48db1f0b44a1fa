import { chain as chainField } from '../../fields/chain';

export const chain = chainField({
	description: 'The chain the NFT lives on. Without it the service looks on Ethereum.',
});
