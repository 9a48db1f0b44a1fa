import { sumsOf } from '../../base/decimal';
import { find, type Realm } from '../../base/state';
import { claimableOf, type Claimable } from '../activation/balances';
import type { Activation } from '../activation/records';
import { isSameAddress, type Chain } from '../chain/records';
import type { Member } from '../member/records';

/** Whether a wallet belongs to a member. */
export function isWalletOf({ credentials }: Member, chain: Chain, wallet: string): boolean {
	return credentials.some(
		({ format, publicIdentifier }) => format === 'wallet' && isSameAddress(chain, publicIdentifier, wallet),
	);
}

/** The activation with this id, or all of them. @throws {ServiceError} 404 for an unknown one */
export function activationsOf({ activations }: Realm, activationId?: string): Activation[] {
	return activationId === undefined
		? [...activations.values()]
		: [find(activations, activationId, 'activation')];
}

/** The amounts that a member can claim from an activation. */
export function claimableBy(realm: Realm, member: Member, activation: Activation): Claimable[] {
	return claimableOf(realm, activation).filter(({ wallet }) => isWalletOf(member, activation.chain, wallet));
}

/** The sum for each currency. */
export function totals(claimable: readonly Claimable[]): Array<{ realmPointId: string; balance: number }> {
	const sums = sumsOf(claimable.map(({ realmPointId, balance }) => [realmPointId, balance]));
	return [...sums].map(([realmPointId, balance]) => ({ realmPointId, balance: balance.toNumber() }));
}
