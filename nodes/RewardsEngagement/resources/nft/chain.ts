import { chainNames } from './record';
import { choice } from '../../fields/text';

/** The chain an NFT lives on. */
export const chain = choice('Chain', {
	description: 'The chain the NFT lives on. Without it the service looks on Ethereum.',
	options: Object.entries(chainNames).map(([value, name]) => ({ name, value })),
	default: 'ethereum',
});
