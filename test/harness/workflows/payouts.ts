import type { Service } from '../../../sandbox/service';

/** A payout to be made, and the member it is for: nobody else gets one, so the ledger tells what became of it. */
export interface Payout {
	recipientId: string;
	amount: number;
}

/** So many payouts of 1 to 40 points, each to a member who joins for it and owns nothing yet. */
export function preparePayouts(service: Service, count: number): Payout[] {
	return Array.from({ length: count }, (_, index) => ({
		recipientId: service.control.joinMember(`payee${index}`).id,
		amount: 1 + (index % 40),
	}));
}

/** The amounts that were really transferred to each member, whatever was answered; by member id. */
export function transferredTo(service: Service): Map<string, number[]> {
	const amounts = new Map<string, number[]>();
	for (const { to, amount, memo } of service.control.ledger().entries) {
		if (memo === 'Transfer') amounts.set(to, [...(amounts.get(to) ?? []), amount]);
	}
	return amounts;
}

/** What all but the issuer own of a currency: members, and the store. What they pay one another never changes it. */
export function ownedByMembers(service: Service, currencyId: string): number {
	return service.control
		.ledger()
		.accounts.filter((account) => account.currencyId === currencyId && account.balance > 0)
		.reduce((sum, { balance }) => sum + balance, 0);
}
