import { chain as chainField } from '../../fields/chain';

export const chain = chainField({
	description: 'The chain of the NFT. By default, the service uses Ethereum.',
});
