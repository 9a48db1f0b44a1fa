import { shownText } from '../../declare/listSearch';

/** The label of an NFT: its name, and its number in the collection unless the name contains it. */
export function nftName(nft: { readonly name: unknown; readonly tokenId: unknown }): string {
	const name = shownText(nft.name);
	const tokenId = typeof nft.tokenId === 'number' ? String(nft.tokenId) : shownText(nft.tokenId);
	return name.includes(tokenId) ? name : `${name} #${tokenId}`.trim();
}
