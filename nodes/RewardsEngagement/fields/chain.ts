import type { Field } from './field';
import { locator } from './locator';

/** The chains of the API document, section 2.4, in its spelling, with their common names. */
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

/** The chain of a record: one of the list, or the name of another chain. */
export function chain({ description }: { description: string }): Field<string> {
	const { property, schema } = locator('Chain', {
		description,
		search: 'searchChains',
		listPlaceholder: 'Select a chain…',
		default: { value: 'ethereum', cachedResultName: 'Ethereum' },
		byHand: { displayName: 'By Name', name: 'name' },
		example: 'ethereum',
	});
	return { property, schema, sample: 'zora' };
}
