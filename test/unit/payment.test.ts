import type { Payment } from '../../nodes/RewardsEngagement/declare/operation';
import { PaymentSummary, withPayment } from '../../nodes/RewardsEngagement/run/payment';

const change: Payment = { kind: 'change', holder: 'serviceId', balance: 'balance', currency: 'currencyId' };
const transfer: Payment = { kind: 'transfer', holder: 'serviceId', currency: 'currencyId' };

const job = (amount: unknown, more: { currencyId?: unknown; payment?: Payment; names?: object } = {}) => ({
	operation: { payment: 'payment' in more ? more.payment : change },
	values: { serviceId: 'm1', amount, currencyId: more.currencyId },
	names: { ...more.names },
});

describe('the result of a payment', () => {
	it('begins with who, how much, the new balance and the name', () => {
		const json = { id: 't1', balance: 15, amount: 5 };
		const given = withPayment(job(5, { names: { serviceId: 'Ada' } }), json);
		expect(Object.entries(given)).toEqual([
			['serviceId', 'm1'],
			['amount', 5],
			['newBalance', 15],
			['name', 'Ada'],
			['id', 't1'],
			['balance', 15],
		]);
	});

	it('prefers what the service says', () => {
		const json = { serviceId: 'm2', amount: 4, newBalance: 9, balance: 5, name: 'Bea' };
		expect(withPayment(job(5, { names: { serviceId: 'Ada' } }), json)).toEqual(json);
	});

	it('leaves out what is not known', () => {
		expect(withPayment(job(5, { payment: transfer, names: { serviceId: '' } }), { id: 't1' })).toEqual({
			serviceId: 'm1',
			amount: 5,
			id: 't1',
		});
	});

	it('is no other for what is no payment', () => {
		const json = { id: 't1' };
		expect(withPayment(job(5, { payment: undefined }), json)).toBe(json);
	});
});

describe('the sum of a run', () => {
	const sumOf = (...jobs: Array<ReturnType<typeof job>>) => {
		const summary = new PaymentSummary();
		for (const one of jobs) summary.add(one);
		return summary.words;
	};
	const named = (name: string) => ({ currencyId: 'c1', names: { currencyId: name } });

	it('is nothing for nothing, for what is no payment, and without an amount', () => {
		expect(sumOf()).toEqual([]);
		expect(sumOf(job(5, { payment: undefined }), job('much'), job(undefined))).toEqual([]);
	});

	it('adds with every digit, and groups them by three', () => {
		expect(sumOf(job(0.1), job(0.2))).toEqual(['2 awarded', '0.3 of the default currency in total']);
		const many = Array.from({ length: 1_500 }, () => job(1_000.0625));
		expect(sumOf(...many)).toEqual(['1,500 awarded', '1,500,093.75 of the default currency in total']);
	});

	it('tells awards from deductions, and transfers from both', () => {
		expect(sumOf(job(5), job(-2), job(-1), job(3, { payment: transfer }))).toEqual([
			'1 awarded',
			'5 of the default currency in total',
			'2 deducted',
			'3 of the default currency in total',
			'1 transferred',
			'3 of the default currency in total',
		]);
	});

	it('tells currencies apart', () => {
		expect(
			sumOf(job(5, { currencyId: 'a' }), job(6, { currencyId: '' }), job(7, { currencyId: 'b' }), job(1)),
		).toEqual(['4 awarded', '5 of currency a, 7 of the default currency and 7 of currency b in total']);
	});

	it.each([
		['⭐ Stars', 'Stars'],
		['Stars', 'Stars'],
		['⭐⭐ Gold Stars', 'Gold Stars'],
		['Stars (old)', 'Stars (old)'],
		['100 Club', '100 Club'],
		['⭐', '⭐'],
		['', 'of currency c1'],
	])('calls the currency of the list by its name: %j', (shown, name) => {
		expect(sumOf(job(5, named(shown)))).toEqual(['1 awarded', `5 ${name} in total`]);
	});
});
