import { now } from '../../base/dates';
import { checkExact, sumOf } from '../../base/decimal';
import { badRequest } from '../../base/errors';
import { issuer, nftHolder } from '../../base/ledger';
import type { Realm, Schemas, State } from '../../base/state';
import { movable } from '../currency/movable';
import type { Activation } from './records';

/** The ledger accounts of an NFT. There is one, or one per owner when many copies of the NFT exist. */
function accountsOf(
	{ id, activationType, owners }: Activation,
	nftId: string,
): Array<{ holder: string; wallet: string }> {
	return (owners.get(nftId) ?? []).map(({ wallet }) => ({
		holder: nftHolder(id, activationType === 'erc1155' ? `${nftId}/${wallet}` : nftId),
		wallet,
	}));
}

/** The balances of an NFT of an activation, as in the API. */
export function nftBalances(
	{ ledger }: Realm,
	activation: Activation,
	nftId: string,
): Schemas['ActivationNftBalance']['balances'] {
	return activation.credits
		.filter((credit) => credit.nftId === nftId)
		.map(({ nftId: _of, ...credit }) => ({
			...credit,
			balance: sumOf(
				accountsOf(activation, nftId).map(({ holder }) => ledger.balance(credit.realmPointId, holder)),
			).toNumber(),
		}));
}

/** An amount that the owner of a wallet can claim. */
export interface Claimable {
	activation: Activation;
	nftId: string;
	holder: string;
	wallet: string;
	realmPointId: string;
	balance: number;
}

/** All amounts that the NFTs of an activation hold. */
export function claimableOf({ ledger }: Realm, activation: Activation): Claimable[] {
	return activation.credits
		.flatMap(({ nftId, realmPointId }) =>
			accountsOf(activation, nftId).map(({ holder, wallet }) => ({
				activation,
				nftId,
				holder,
				wallet,
				realmPointId,
				balance: ledger.balance(realmPointId, holder),
			})),
		)
		.filter(({ balance }) => balance > 0);
}

/** The part of a request that selects the NFTs to credit. */
export interface Selection {
	amount: number;
	currencyId?: string;
	selectionMode?: 'specific' | 'exclude' | 'all';
	nftIds?: readonly string[];
}

/**
 * Credits NFTs from the realm's own account. By default it credits all of them.
 *
 * @returns how many
 * @throws {ServiceError} 400 for an invalid amount or a currency of another realm, and all errors of {@link movable}
 */
export function creditNfts(
	state: State,
	realm: Realm,
	activation: Activation,
	{ amount, currencyId, selectionMode = 'all', nftIds = [] }: Selection,
): number {
	if (amount <= 0) throw badRequest('The amount must be above zero.');
	checkExact(amount);
	const { currency } = movable(state, realm, currencyId, 'earn', amount, issuer);
	if (!realm.currencies.has(currency.id)) throw badRequest('NFTs earn in currencies of the realm only.');
	const named = new Set(nftIds);
	const chosen = [...activation.owners.keys()].filter(
		(nftId) => selectionMode === 'all' || named.has(nftId) === (selectionMode === 'specific'),
	);
	realm.ledger.atomically(() => {
		for (const nftId of chosen) {
			for (const { holder } of accountsOf(activation, nftId)) {
				realm.ledger.move({
					currencyId: currency.id,
					from: issuer,
					to: holder,
					amount,
					memo: 'NFT credited',
				});
			}
		}
	});
	for (const nftId of chosen) noteCredit(activation, nftId, currency.id, amount);
	return chosen.length;
}

function noteCredit(activation: Activation, nftId: string, realmPointId: string, amount: number): void {
	const known = activation.credits.find(
		(credit) => credit.nftId === nftId && credit.realmPointId === realmPointId,
	);
	const credit = known ?? { nftId, realmPointId, pointMetadata: null, lastCredited: '', lastCreditedBy: 0 };
	if (!known) activation.credits.push(credit);
	Object.assign(credit, { lastCredited: now(), lastCreditedBy: amount });
}

/** Returns the balances of an activation's NFTs to the realm before the activation is deleted. */
export function takeBack(realm: Realm, activation: Activation): void {
	const memo = 'Activation removed';
	realm.ledger.atomically(() => {
		for (const { holder, realmPointId, balance } of claimableOf(realm, activation)) {
			realm.ledger.move({ currencyId: realmPointId, from: holder, to: issuer, amount: balance, memo });
		}
	});
}
