import { z } from 'zod';

import { dateTime, freeObject, record } from '../../shared/record';

/** The chains of the API document, section 2.4, spelled as there, with the names people know. */
export const chainNames = {
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
} as const;

const nft = {
	id: z.string(),
	contractAddress: z.string(),
	chain: z.string(),
	tokenId: z.string(),
	owner: z.string().nullable(),
	name: z.string().nullable(),
	description: z.string().nullable(),
	image: z.string().nullable(),
	attributes: z.array(z.unknown()).nullable(),
};

/** An NFT of a collection (API document, section 2.3). */
export const nftDetails = record(nft);

/** An NFT of an activation with the balances it earned (API document, section 2.5). */
export const nftBalance = record({
	...nft,
	balances: z.array(
		record({
			realmPointId: z.string(),
			balance: z.number(),
			lastCredited: dateTime.nullable(),
			lastCreditedBy: z.number().nullable(),
			pointMetadata: freeObject.nullable(),
		}),
	),
});
