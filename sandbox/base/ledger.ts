import Big from 'big.js';

import { exactly, isAmount, sumOf } from './decimal';
import { businessRule } from './errors';
import { newId } from './ids';

/** Where points come from: one account per currency, which goes below zero as rewards are paid. */
export const issuer = 'issuer';
/** Where points spent in the store go. */
export const store = 'store';
/** Who holds the points of a member credential, until it is linked to an account. */
export const credentialHolder = (credentialId: string) => `credential ${credentialId}`;
/** Who holds what an NFT of an activation earned, until its owner claims it. */
export const nftHolder = (activationId: string, nftId: string) => `nft ${activationId}/${nftId}`;
/** Whether it is an account of a person, and none of those above. */
export const isPerson = (holder: string) =>
	holder !== issuer && holder !== store && !/^(credential|nft) /.test(holder);

/** One movement: `amount` leaves `from` and arrives at `to`. */
export interface Entry {
	id: string;
	at: string;
	currencyId: string;
	/** A member id, `issuer`, `store`, or the holder of a credential or an NFT. */
	from: string;
	to: string;
	/** Above zero, and exactly the decimal that it is written as. */
	amount: number;
	memo: string;
}

export interface Account {
	currencyId: string;
	holder: string;
	balance: number;
}

/** An account as it is kept: a sum of binary numbers would drift away from that of the decimals. */
type Kept = Omit<Account, 'balance'> & { balance: Big };

export type Movement = Pick<Entry, 'currencyId' | 'from' | 'to' | 'amount' | 'memo'> & { at?: Date };

/** Does something in several ledgers whose movements stay all together, or not at all when it throws. */
export const atomicallyIn = <T>(ledgers: readonly Ledger[], work: () => T): T =>
	ledgers.reduce((inner, ledger) => () => ledger.atomically(inner), work)();

/**
 * A double-entry ledger of exact decimals. Every entry takes from one account what it gives to another, so the sum over
 * all accounts of a currency is zero at all times. Only the issuer may go below zero.
 */
export class Ledger {
	readonly entries: Entry[] = [];

	private readonly kept = new Map<string, Kept>();

	/** Balance of a holder in a currency; 0 when nothing ever moved. */
	balance(currencyId: string, holder: string): number {
		return this.exactBalance(currencyId, holder).toNumber();
	}

	/** Every account that ever moved. */
	accounts(): Account[] {
		return [...this.kept.values()].map((account) => ({ ...account, balance: account.balance.toNumber() }));
	}

	/** Sum over all accounts of a currency, or of all currencies; zero, or the ledger is broken. */
	sum(currencyId?: string): number {
		const accounts = [...this.kept.values()].filter(
			(account) => currencyId === undefined || account.currencyId === currencyId,
		);
		return sumOf(accounts.map(({ balance }) => balance)).toNumber();
	}

	/**
	 * Moves an amount, completely or not at all.
	 * @throws {ServiceError} 422 when the account it leaves holds less than the amount; 400 when a balance would get more
	 * digits than a number holds
	 * @throws {RangeError} when the amount is not a number above zero that holds its decimal exactly
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
		// Whoever reads a balance gets a number, so each must stay one.
		exactly(source.minus(amount));
		exactly(this.exactBalance(currencyId, to).plus(amount));
		const entry: Entry = { id: newId(), at: at.toISOString(), ...movement };
		this.apply(entry);
		this.entries.push(entry);
		return entry;
	}

	/** Does something whose movements stay all together, or not at all when it throws. */
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
