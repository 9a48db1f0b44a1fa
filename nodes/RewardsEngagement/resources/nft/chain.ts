import { chainNames } from './record';
import { choice } from '../../fields/text';

/** The chain an NFT lives on. */
export const chain = choice(
	'Chain',
	Object.entries(chainNames).map(([value, name]) => ({ name, value })),
	{
		description: 'The chain the NFT lives on. Without it the service looks on Ethereum.',
		defaultValue: 'ethereum',
	},
);
