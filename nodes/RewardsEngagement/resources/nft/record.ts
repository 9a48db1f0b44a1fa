import { z } from 'zod';

import { dateTime, freeObject, record } from '../../shared/record';

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

/** An NFT of an activation, with the balances that it earned (API document, section 2.5). */
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

/**
 * An NFT for sale. The API document shows none of its fields. These fields identify the NFT, and all others are
 * returned unchanged.
 */
export const listing = record({
	contractAddress: nft.contractAddress,
	chain: nft.chain,
	tokenId: nft.tokenId,
});
