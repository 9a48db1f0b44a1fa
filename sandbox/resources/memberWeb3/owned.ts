import { sumsOf } from '../../base/decimal';
import { find, type Realm } from '../../base/state';
import { claimableOf, type Claimable } from '../activation/balances';
import type { Activation } from '../activation/records';
import { isSameAddress, type Chain } from '../chain/records';
import type { Member } from '../member/records';

/** Whether a wallet is one of a member's. */
export function isWalletOf({ credentials }: Member, chain: Chain, wallet: string): boolean {
	return credentials.some(
		({ format, publicIdentifier }) => format === 'wallet' && isSameAddress(chain, publicIdentifier, wallet),
	);
}

/** The activation of that id, or all of them. @throws {ServiceError} 404 for one that is not there */
export function activationsOf({ activations }: Realm, activationId?: string): Activation[] {
	return activationId === undefined
		? [...activations.values()]
		: [find(activations, activationId, 'activation')];
}

/** What a member could claim of an activation. */
export function claimableBy(realm: Realm, member: Member, activation: Activation): Claimable[] {
	return claimableOf(realm, activation).filter(({ wallet }) => isWalletOf(member, activation.chain, wallet));
}

/** How much that is of each currency. */
export function totals(claimable: readonly Claimable[]): Array<{ realmPointId: string; balance: number }> {
	const sums = sumsOf(claimable.map(({ realmPointId, balance }) => [realmPointId, balance]));
	return [...sums].map(([realmPointId, balance]) => ({ realmPointId, balance: balance.toNumber() }));
}
