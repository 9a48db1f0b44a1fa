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

test('for any transfers the sum stays zero, no balance goes below zero, and a refusal moves nothing', () => {
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

test('balances are the sums of the entries', () => {
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

test('for any fractions, every balance is the exact sum of the decimals', () => {
	const holder = fc.constantFrom('a', 'b', 'c');
	const movement = fc.record({ from: holder, to: holder, cents: fc.bigInt({ min: 1n, max: 5_000n }) });
	fc.assert(
		fc.property(fc.array(movement, { maxLength: 60 }), (movements) => {
			const ledger = filled(['a', 'b', 'c'], 100.1);
			// Calculates in whole cents, so that this sum does not use the ledger's own arithmetic.
			const cents = new Map([
				[issuer, -30_030n],
				['a', 10_010n],
				['b', 10_010n],
				['c', 10_010n],
			]);
			for (const { from, to, cents: moved } of movements) {
				const move = () =>
					ledger.move({ currencyId, from, to, amount: Number(moved) / 100, memo: 'transfer' });
				if (cents.get(from)! < moved) {
					expect(move).toThrow(ServiceError);
				} else {
					move();
					cents.set(from, cents.get(from)! - moved);
					cents.set(to, cents.get(to)! + moved);
				}
				expect(ledger.sum(currencyId)).toBe(0);
				for (const [name, expected] of cents) {
					expect(ledger.balance(currencyId, name)).toBe(Number(expected) / 100);
				}
			}
		}),
		{ numRuns: 50 },
	);
});

test.each([
	[[0.1, 0.2], 0.3],
	[[0.1, 0.1, 0.1], 0.3],
	[[0.7, 0.1], 0.8],
	[[1.005, 1000], 1001.005],
	[[1e-7, 2e-7], 3e-7],
])('%p arrive as %p', (amounts, expected) => {
	const ledger = filled(['a'], 2000);
	for (const amount of amounts) ledger.move({ currencyId, from: 'a', to: 'b', amount, memo: 'transfer' });
	expect(ledger.balance(currencyId, 'b')).toBe(expected);
	expect(ledger.accounts().map(({ balance }) => balance)).toContain(expected);
	// The account can pay out its whole balance again.
	ledger.move({ currencyId, from: 'b', to: 'a', amount: expected, memo: 'back' });
	expect([ledger.balance(currencyId, 'b'), ledger.balance(currencyId, 'a')]).toEqual([0, 2000]);
});

test('after fractions are returned, the balance is the same as before', () => {
	const ledger = filled(['a'], 0.3);
	const work = () => {
		for (const amount of [0.1, 0.1]) ledger.move({ currencyId, from: 'a', to: 'b', amount, memo: 'x' });
		ledger.move({ currencyId, from: 'a', to: 'b', amount: 0.2, memo: 'too much' });
	};
	expect(() => ledger.atomically(work)).toThrow('Insufficient balance');
	expect(ledger.accounts().map(({ balance }) => balance)).toEqual([-0.3, 0.3, 0]);
	expect(ledger.entries).toHaveLength(1);
});

test('a balance gets no more digits than a number holds', () => {
	const ledger = filled(['a'], 1_000_000);
	const before = ledger.accounts();
	const move = (amount: number) => ledger.move({ currencyId, from: issuer, to: 'a', amount, memo: 'x' });
	expect(() => move(0.000_000_000_1)).toThrow('The amount has too many digits.');
	expect(() => move(Number.MAX_SAFE_INTEGER)).toThrow('The amount is too large.');
	expect(ledger.accounts()).toEqual(before);
});

test.each([0, -1, 0.1 + 0.2, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER + 1])(
	'%p is not an amount',
	(amount) => {
		const ledger = filled(['a'], 10);
		expect(() => ledger.move({ currencyId, from: 'a', to: 'b', amount, memo: 'x' })).toThrow(RangeError);
	},
);

test('parallel transfers over HTTP neither lose nor create points', async () => {
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
