import type { Entry } from '../../sandbox/base/ledger';
import type { Service } from '../../sandbox/service';

/** The payer, the recipient, the amount and the currency. */
export interface Payment {
	from: string;
	to: string;
	currencyId: string;
	amount: number;
}

/** The two balances of a payment at one moment, and the sum over the whole ledger. */
export interface Balances {
	payer: number;
	recipient: number;
	/** The sum over all accounts of all currencies. It never changes, because points only move. */
	sum: number;
}

/** Reads both balances from the service's ledger. */
export function readBalances(service: Service, { from, to, currencyId }: Payment): Balances {
	const { accounts, sum } = service.control.ledger();
	const balanceOf = (holder: string) =>
		accounts.find((account) => account.holder === holder && account.currencyId === currencyId)?.balance ?? 0;
	return { payer: balanceOf(from), recipient: balanceOf(to), sum };
}

/** Every entry of the ledger from the payer to the recipient, of any amount and currency. */
export function transfersOf(service: Service, { from, to }: Payment): Entry[] {
	return service.control.ledger().entries.filter((entry) => entry.from === from && entry.to === to);
}

/**
 * Describes what is wrong with the transfers and balances after the bonus. Undefined when the money arrived exactly
 * once.
 *
 * @param transfers All transfers between the two since the demo began.
 * @param before Balances after the quest's own reward and before the bonus.
 */
export function checkPayment(
	payment: Payment,
	transfers: Entry[],
	before: Balances,
	after: Balances,
): string[] {
	const { amount, currencyId } = payment;
	const problems: string[] = [];
	if (transfers.length !== 1)
		problems.push(`The ledger has ${transfers.length} transfers for this bonus instead of 1.`);
	for (const transfer of transfers) {
		if (transfer.amount !== amount)
			problems.push(`A transfer moved ${transfer.amount} instead of ${amount}.`);
		if (transfer.currencyId !== currencyId)
			problems.push('A transfer moved a currency other than the default one.');
	}
	if (after.recipient - before.recipient !== amount) {
		problems.push(`The recipient got ${after.recipient - before.recipient} instead of ${amount}.`);
	}
	if (before.payer - after.payer !== amount) {
		problems.push(`The payer paid ${before.payer - after.payer} instead of ${amount}.`);
	}
	if (after.sum !== before.sum)
		problems.push(`The sum of the ledger changed from ${before.sum} to ${after.sum}.`);
	return problems;
}
