import { ids as chainIds } from '../chain/seed';

export const ids = { nft: { ...chainIds.collections.lampKeepers, tokenId: '7' } } as const;
