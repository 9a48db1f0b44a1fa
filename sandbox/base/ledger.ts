import Big from 'big.js';

import { exactly, isAmount, sumOf } from './decimal';
import { businessRule } from './errors';
import { newId } from './ids';

/** The source of all points: one account per currency, whose balance goes below zero when it pays rewards. */
export const issuer = 'issuer';
/** Receives the points that members spend in the store. */
export const store = 'store';
/** The holder of a member credential's points, until the credential is linked to an account. */
export const credentialHolder = (credentialId: string) => `credential ${credentialId}`;
/** The holder of the points that an NFT of an activation earned, until its owner claims them. */
export const nftHolder = (activationId: string, nftId: string) => `nft ${activationId}/${nftId}`;
/** Whether the holder is a person, and none of the accounts above. */
export const isPerson = (holder: string) =>
	holder !== issuer && holder !== store && !/^(credential|nft) /.test(holder);

/** One movement: `amount` moves from `from` to `to`. */
export interface Entry {
	id: string;
	at: string;
	currencyId: string;
	/** A member id, `issuer`, `store`, or the holder of a credential or an NFT. */
	from: string;
	to: string;
	/** Above zero, and exactly equal to its written decimal. */
	amount: number;
	memo: string;
}

export interface Account {
	currencyId: string;
	holder: string;
	balance: number;
}

/** An account in memory. Its balance is a decimal, because a sum of binary numbers would drift. */
type Kept = Omit<Account, 'balance'> & { balance: Big };

export type Movement = Pick<Entry, 'currencyId' | 'from' | 'to' | 'amount' | 'memo'> & { at?: Date };

/** Runs work that moves points in several ledgers. When it throws, no movement stays. */
export const atomicallyIn = <T>(ledgers: readonly Ledger[], work: () => T): T =>
	ledgers.reduce((inner, ledger) => () => ledger.atomically(inner), work)();

/**
 * A double-entry ledger of exact decimals. Every entry takes the same amount from one account that it gives to
 * another. So the sum over all accounts of a currency is always zero. Only the issuer may go below zero.
 */
export class Ledger {
	readonly entries: Entry[] = [];

	private readonly kept = new Map<string, Kept>();

	/** The balance of a holder in a currency, or 0 before the first movement. */
	balance(currencyId: string, holder: string): number {
		return this.exactBalance(currencyId, holder).toNumber();
	}

	/** Every account with at least one movement. */
	accounts(): Account[] {
		return [...this.kept.values()].map((account) => ({ ...account, balance: account.balance.toNumber() }));
	}

	/** The sum over all accounts of one or all currencies. Anything but zero means that the ledger is broken. */
	sum(currencyId?: string): number {
		const accounts = [...this.kept.values()].filter(
			(account) => currencyId === undefined || account.currencyId === currencyId,
		);
		return sumOf(accounts.map(({ balance }) => balance)).toNumber();
	}

	/**
	 * Moves the whole amount or nothing.
	 *
	 * @throws {ServiceError} 422 when the account holds less than the amount, 400 when a balance would have too many
	 * digits for a number
	 * @throws {RangeError} when the amount is not a positive number that represents its decimal exactly
	 */
	move({ at = new Date(), ...movement }: Movement): Entry {
		const { currencyId, from, to, amount } = movement;
		if (!isAmount(amount)) throw new RangeError(`Not an amount: ${movement.amount}`);
		const source = this.exactBalance(currencyId, from);
		if (from !== issuer && source.lt(amount)) {
			throw businessRule('Insufficient balance', {
				currentBalance: source.toNumber(),
				requestedAmount: amount,
			});
		}
		// Balances are read as numbers, so each must stay representable.
		exactly(source.minus(amount));
		exactly(this.exactBalance(currencyId, to).plus(amount));
		const entry: Entry = { id: newId(), at: at.toISOString(), ...movement };
		this.apply(entry);
		this.entries.push(entry);
		return entry;
	}

	/** Runs work that moves points. When it throws, no movement stays. */
	atomically<T>(work: () => T): T {
		const start = this.entries.length;
		try {
			return work();
		} catch (error) {
			for (const { from, to, ...entry } of this.entries.splice(start)) {
				this.apply({ ...entry, from: to, to: from });
			}
			throw error;
		}
	}

	private exactBalance(currencyId: string, holder: string): Big {
		return this.kept.get(`${currencyId}/${holder}`)?.balance ?? Big(0);
	}

	private apply({ currencyId, from, to, amount }: Entry): void {
		this.change(currencyId, from, Big(amount).neg());
		this.change(currencyId, to, Big(amount));
	}

	private change(currencyId: string, holder: string, by: Big): void {
		const balance = this.exactBalance(currencyId, holder).plus(by);
		this.kept.set(`${currencyId}/${holder}`, { currencyId, holder, balance });
	}
}
