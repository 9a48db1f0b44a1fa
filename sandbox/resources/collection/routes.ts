import { ok, type Routes } from '../../base/call';
import { product } from '../../base/decimal';
import { cursorPage } from '../../base/pages';
import { findCollection, isOf } from '../chain/onChain';

/** The number of NFTs in the record of a collection. */
const SHOWN = 5;

const sizes = { usual: 20, most: 100 };

export const routes: Routes<'collection'> = {
	/** API document, extended 7.4. 404 for an unknown collection. */
	get: ({ world: { state }, params, query: { chain = 'ethereum' } }) => {
		const collection = findCollection(state, chain, params.contractAddress);
		const { type: _type, volume, ...shown } = collection;
		const { floorPrice, totalSupply } = collection;
		return ok({
			data: {
				...shown,
				bannerImage: null,
				volume: floorPrice === null ? null : { total: volume },
				marketCap: floorPrice === null ? null : product(floorPrice, totalSupply).toNumber(),
				nfts: state.nfts.filter(isOf(collection)).slice(0, SHOWN),
			},
		});
	},

	/** 404 for an unknown collection, 400 for an invalid cursor. */
	getNfts: ({ world: { state }, params, query: { chain = 'ethereum', limit, cursor } }) => {
		const collection = findCollection(state, chain, params.contractAddress);
		return ok(cursorPage(state.nfts.filter(isOf(collection)), { take: limit, after: cursor }, sizes));
	},

	/** The same. */
	getListings: ({ world: { state }, params, query: { chain = 'ethereum', limit, cursor } }) => {
		const collection = findCollection(state, chain, params.contractAddress);
		return ok(cursorPage(state.listings.filter(isOf(collection)), { take: limit, after: cursor }, sizes));
	},
};
