import { z } from 'zod';

import { record } from '../../shared/record';
import { nftDetails } from '../nft/record';

/** A collection of NFTs (API document, extended 9). `volume` is a number, or an object with undocumented fields. */
export const collection = record(
	{
		id: z.string(),
		name: z.string(),
		description: z.string().nullable(),
		image: z.string().nullable(),
		bannerImage: z.string().nullable(),
		contractAddress: z.string(),
		chain: z.string(),
		totalSupply: z.number(),
		floorPrice: z.number().nullable(),
		volume: z.unknown(),
		marketCap: z.number().nullable(),
		nfts: z.array(nftDetails),
	},
	{
		simplified: [
			'contractAddress',
			'chain',
			'name',
			'description',
			'totalSupply',
			'floorPrice',
			'volume',
			'marketCap',
			'image',
			'id',
		],
	},
);
