import type { Service } from '../../../sandbox/service';

/** A payout with its member. No one else gets one, so the ledger shows the result of each payout. */
export interface Payout {
	recipientId: string;
	amount: number;
}

/** That many payouts of 1 to 40 points. Each goes to a new member without points. */
export function preparePayouts(service: Service, count: number): Payout[] {
	return Array.from({ length: count }, (_, index) => ({
		recipientId: service.control.joinMember(`payee${index}`).id,
		amount: 1 + (index % 40),
	}));
}

/** The amounts that were really transferred, by member id, regardless of the responses. */
export function transferredTo(service: Service): Map<string, number[]> {
	const amounts = new Map<string, number[]>();
	for (const { to, amount, memo } of service.control.ledger().entries) {
		if (memo === 'Transfer') amounts.set(to, [...(amounts.get(to) ?? []), amount]);
	}
	return amounts;
}

/** The sum of a currency that the members and the store hold. Payments between them never change it. */
export function ownedByMembers(service: Service, currencyId: string): number {
	return service.control
		.ledger()
		.accounts.filter((account) => account.currencyId === currencyId && account.balance > 0)
		.reduce((sum, { balance }) => sum + balance, 0);
}
