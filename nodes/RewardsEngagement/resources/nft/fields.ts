import { flag, id } from '../../fields/text';
import { address, chain as chainField } from '../chain/fields';

/** This group of operations is missing in some installations. */
export const CHAIN_DATA = 'data of chains';

export const contractAddress = address('Contract Address', {
	description: 'The contract address of the collection, exactly as on the chain',
	placeholder: 'e.g. 0x5a9d00000000000000000000000000000000c0de',
});

export const tokenId = id('Token ID', {
	description: 'The number of the NFT in its collection, as text with every digit, such as 7',
	placeholder: 'e.g. 7',
});

export const chain = chainField({
	description: 'The chain of the NFT. By default, the service uses Ethereum.',
});

/** Whether stored data is good enough. Its maximum age is not documented. */
export const cache = flag('Cache', {
	description: 'Whether the service may return cached data. The age of that data is unknown.',
});
