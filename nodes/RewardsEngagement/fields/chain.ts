import type { Field } from './field';
import { choice } from './text';

/** The chains of the API document, section 2.4, spelled as there, with the names people know. */
export const chainNames: Readonly<Record<string, string>> = {
	abstract: 'Abstract',
	apechain: 'ApeChain',
	arbitrum: 'Arbitrum',
	arbitrumNova: 'Arbitrum Nova',
	astar: 'Astar',
	avalanche: 'Avalanche',
	base: 'Base',
	berachain: 'Berachain',
	blast: 'Blast',
	bsc: 'BNB Smart Chain',
	crossfi: 'CrossFi',
	ethereum: 'Ethereum',
	flow: 'Flow',
	geist: 'Geist',
	gnosis: 'Gnosis',
	ink: 'Ink',
	lens: 'Lens',
	linea: 'Linea',
	lumia: 'Lumia',
	mantle: 'Mantle',
	metis: 'Metis',
	opbnb: 'opBNB',
	optimism: 'Optimism',
	polygon: 'Polygon',
	polygonZkEVM: 'Polygon zkEVM',
	rootstock: 'Rootstock',
	scroll: 'Scroll',
	settlus: 'Settlus',
	shape: 'Shape',
	solana: 'Solana',
	soneium: 'Soneium',
	sonic: 'Sonic',
	starknet: 'Starknet',
	unichain: 'Unichain',
	worldchain: 'World Chain',
	zetachain: 'ZetaChain',
	zksync: 'zkSync',
	zora: 'Zora',
};

/** The chain that something lives on. An expression can give one that the list does not have. */
export function chain({ description }: { description: string }): Field<string> {
	return choice('Chain', {
		description,
		options: Object.entries(chainNames).map(([value, name]) => ({ name, value })),
		default: 'ethereum',
	});
}
