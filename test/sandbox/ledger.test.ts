import fc from 'fast-check';
import { ServiceError } from '../../sandbox/base/errors';
import { issuer, Ledger } from '../../sandbox/base/ledger';
import { startService } from '../../sandbox/service';
import { send } from './testing';

const currencyId = 'points';

function filled(holders: string[], amount: number): Ledger {
	const ledger = new Ledger();
	for (const to of holders) ledger.move({ currencyId, from: issuer, to, amount, memo: 'start' });
	return ledger;
}

test('whatever is transferred, the sum stays zero, nobody goes below zero, and a refusal moves nothing', () => {
	const holder = fc.constantFrom('a', 'b', 'c', 'd');
	const movement = fc.record({ from: holder, to: holder, amount: fc.integer({ min: 1, max: 150 }) });
	fc.assert(
		fc.property(fc.array(movement, { maxLength: 60 }), (movements) => {
			const ledger = filled(['a', 'b', 'c', 'd'], 100);
			for (const { from, to, amount } of movements) {
				const before = ledger.accounts();
				try {
					ledger.move({ currencyId, from, to, amount, memo: 'transfer' });
				} catch (error) {
					expect(error).toBeInstanceOf(ServiceError);
					expect(before.find((account) => account.holder === from)?.balance).toBeLessThan(amount);
					expect(ledger.accounts()).toEqual(before);
				}
				expect(ledger.sum(currencyId)).toBe(0);
				expect(ledger.balance(currencyId, issuer)).toBe(-400);
				for (const account of ledger.accounts()) {
					if (account.holder !== issuer) expect(account.balance).toBeGreaterThanOrEqual(0);
				}
			}
		}),
		{ numRuns: 100 },
	);
});

test('balances are what the entries add up to', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 20 }), (amounts) => {
			const ledger = filled(['a'], 1000);
			for (const amount of amounts) ledger.move({ currencyId, from: 'a', to: 'b', amount, memo: 'transfer' });
			const paid = amounts.reduce((sum, amount) => sum + amount, 0);
			expect(ledger.balance(currencyId, 'a')).toBe(1000 - paid);
			expect(ledger.balance(currencyId, 'b')).toBe(paid);
		}),
	);
});

test.each([0, -1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('%p is not an amount', (amount) => {
	const ledger = filled(['a'], 10);
	expect(() => ledger.move({ currencyId, from: 'a', to: 'b', amount, memo: 'x' })).toThrow(RangeError);
});

test('all at once over HTTP, transfers neither lose nor make a point', async () => {
	const service = await startService();
	try {
		const { newcomer, ...others } = service.ids.members;
		const senders = Object.values(others).slice(0, 10);
		const starsOf = () =>
			service.control
				.ledger()
				.accounts.filter((account) => account.currencyId === service.ids.currencies.stars);
		const owned = () => starsOf().reduce((sum, { balance }) => sum + Math.max(balance, 0), 0);
		const before = owned();
		const replies = await Promise.all(
			senders.flatMap((sender) =>
				Array.from({ length: 5 }, () =>
					send(service, 'PATCH', `/api/v1/realms/${service.realmId}/members/${sender}/transfer`, {
						body: { recipientId: newcomer, amount: 130 },
					}),
				),
			),
		);
		const moved = replies.filter(({ status }) => status === 200).length;
		expect(replies.every(({ status }) => status === 200 || status === 422)).toBe(true);
		expect(moved).toBeGreaterThan(0);
		expect(moved).toBeLessThan(replies.length);
		expect(starsOf().find(({ holder }) => holder === newcomer)?.balance).toBe(moved * 130);
		expect(owned()).toBe(before);
		expect(service.control.ledger().sum).toBe(0);
		expect(service.contractViolations).toEqual([]);
	} finally {
		await service.stop();
	}
});
