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
	/** Whole number above zero. */
	amount: number;
	memo: string;
}

export interface Account {
	currencyId: string;
	holder: string;
	balance: number;
}

export type Movement = Pick<Entry, 'currencyId' | 'from' | 'to' | 'amount' | 'memo'> & { at?: Date };

/**
 * A double-entry ledger. Every entry takes from one account what it gives to another, so the sum over all
 * accounts of a currency is zero at all times. Only the issuer may go below zero.
 */
export class Ledger {
	readonly entries: Entry[] = [];

	private readonly balances = new Map<string, Account>();

	/** Balance of a holder in a currency; 0 when nothing ever moved. */
	balance(currencyId: string, holder: string): number {
		return this.balances.get(`${currencyId}/${holder}`)?.balance ?? 0;
	}

	/** Every account that ever moved. */
	accounts(): Account[] {
		return [...this.balances.values()].map((account) => ({ ...account }));
	}

	/** Sum over all accounts of a currency, or of all currencies; zero, or the ledger is broken. */
	sum(currencyId?: string): number {
		return this.accounts()
			.filter((account) => currencyId === undefined || account.currencyId === currencyId)
			.reduce((sum, account) => sum + account.balance, 0);
	}

	/**
	 * Moves an amount, completely or not at all.
	 * @throws {ServiceError} 422 when the account it leaves holds less than the amount
	 * @throws {RangeError} when the amount is not a whole number above zero
	 */
	move({ at = new Date(), ...movement }: Movement): Entry {
		const { currencyId, from, to, amount } = movement;
		if (!Number.isSafeInteger(amount) || amount < 1) throw new RangeError(`Not an amount: ${amount}`);
		const currentBalance = this.balance(currencyId, from);
		if (from !== issuer && currentBalance < amount) {
			throw businessRule('Insufficient balance', { currentBalance, requestedAmount: amount });
		}
		const entry: Entry = { id: newId(), at: at.toISOString(), ...movement };
		this.change(currencyId, from, -amount);
		this.change(currencyId, to, amount);
		this.entries.push(entry);
		return entry;
	}

	/** Does something whose movements stay all together, or not at all when it throws. */
	atomically<T>(work: () => T): T {
		const start = this.entries.length;
		try {
			return work();
		} catch (error) {
			for (const { currencyId, from, to, amount } of this.entries.splice(start)) {
				this.change(currencyId, from, amount);
				this.change(currencyId, to, -amount);
			}
			throw error;
		}
	}

	private change(currencyId: string, holder: string, by: number): void {
		this.balances.set(`${currencyId}/${holder}`, {
			currencyId,
			holder,
			balance: this.balance(currencyId, holder) + by,
		});
	}
}
