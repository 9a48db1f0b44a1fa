import { notFound } from '../../base/errors';
import type { State } from '../../base/state';
import { isSameAddress, type Chain, type Collection, type Token } from './records';

interface OnChain {
	chain: Chain;
	contractAddress: string;
}

/** Selects the records of a contract. */
export const isOf =
	({ chain, contractAddress }: OnChain) =>
	(one: OnChain): boolean =>
		one.chain === chain && isSameAddress(chain, one.contractAddress, contractAddress);

/** @throws {ServiceError} 404 when the chain does not have the collection */
export function findCollection({ collections }: State, chain: Chain, contractAddress: string): Collection {
	const found = collections.find(isOf({ chain, contractAddress }));
	if (!found) throw notFound('There is no such collection on this chain.');
	return found;
}

/** `undefined` when the chain does not have the token. */
export function tokenAt({ tokens }: State, chain: Chain, address: string): Token | undefined {
	return tokens.find((token) => token.chain === chain && isSameAddress(chain, token.address, address));
}
