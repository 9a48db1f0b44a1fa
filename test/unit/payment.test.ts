// Falls with nodes/RewardsEngagement/run/payment.ts.

import type { IDataObject } from 'n8n-workflow';

import type { Payment } from '../../nodes/RewardsEngagement/declare/operation';
import type { Field } from '../../nodes/RewardsEngagement/fields/field';
import { PaymentSum, whoOf, withPayment } from '../../nodes/RewardsEngagement/run/payment';

const change: Payment = { kind: 'change', holder: 'serviceId', balance: 'balance', currency: 'currencyId' };
const transfer: Payment = { kind: 'transfer', holder: 'serviceId', currency: 'currencyId' };

const field = {} as Field<unknown>;

const job = (amount: unknown, more: { currencyId?: unknown; payment?: Payment; names?: object } = {}) => ({
	operation: { payment: 'payment' in more ? more.payment : change },
	values: { serviceId: 'm1', amount, currencyId: more.currencyId },
	names: { ...more.names },
});

describe('the result of a payment', () => {
	const resultOf = (json: IDataObject, names: Record<string, string> = {}, payment = change) =>
		withPayment(payment, { values: { serviceId: 'm1', amount: 5 }, names }, json);

	it('begins with who, how much, the new balance and the name', () => {
		const given = resultOf({ id: 't1', balance: 15, amount: 5 }, { serviceId: 'Ada' });
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
		expect(resultOf(json, { serviceId: 'Ada' })).toEqual(json);
	});

	it('leaves out what is not known', () => {
		expect(resultOf({ id: 't1' }, { serviceId: '' }, transfer)).toStrictEqual({
			serviceId: 'm1',
			amount: 5,
			id: 't1',
		});
	});
});

describe('the sum of a run', () => {
	const sumOf = (...jobs: Array<ReturnType<typeof job>>) => {
		const summary = new PaymentSum();
		for (const one of jobs) summary.add(one);
		return summary.done.join(', ');
	};
	const named = (name: string) => ({ currencyId: 'c1', names: { currencyId: name } });

	it('is nothing for nothing, for what is no payment, and without an amount', () => {
		expect(sumOf()).toBe('');
		expect(sumOf(job(5, { payment: undefined }), job('much'), job(undefined))).toBe('');
	});

	it('adds with every digit, and groups them by three', () => {
		expect(sumOf(job(0.1), job(0.2))).toBe('2 awarded, 0.3 of the default currency in total');
		const many = Array.from({ length: 1_500 }, () => job(1_000.0625));
		expect(sumOf(...many)).toBe('1,500 awarded, 1,500,093.75 of the default currency in total');
	});

	it('tells awards from deductions, and transfers from both', () => {
		expect(sumOf(job(5), job(-2), job(-1), job(3, { payment: transfer }))).toBe(
			'1 awarded, 5 of the default currency in total, 2 deducted, 3 of the default currency in total, 1 transferred, 3 of the default currency in total',
		);
	});

	it('tells currencies apart', () => {
		expect(
			sumOf(job(5, { currencyId: 'a' }), job(6, { currencyId: '' }), job(7, { currencyId: 'b' }), job(1)),
		).toBe('4 awarded, 5 of currency a, 7 of the default currency and 7 of currency b in total');
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
		expect(sumOf(job(5, named(shown)))).toBe(`1 awarded, 5 ${name} in total`);
	});
});

describe('the plan of a dry run', () => {
	const of = (amount: number, serviceId: string, more: { payment?: Payment; values?: object } = {}) => ({
		operation: {
			payment: more.payment ?? change,
			parameters: { serviceId: field, type: field, amount: field },
		},
		values: { serviceId, amount, currencyId: 'c1', ...more.values },
		names: { currencyId: '⭐ Stars' },
	});
	const planOf = (...payments: Array<ReturnType<typeof of>>) => {
		const summary = new PaymentSum();
		for (const one of payments) summary.add(one, JSON.stringify(whoOf(one)));
		return summary.plan;
	};
	const person: Payment = { ...change, holder: 'credentialId' };

	it.each([
		['one award', [of(5, 'a')], ['award 5 Stars to one member']],
		['several awards to one', [of(5, 'a'), of(6, 'a')], ['award 11 Stars to one member']],
		['awards to several', [of(1_000, 'a'), of(6, 'b'), of(1, 'b')], ['award 1,007 Stars to 2 members']],
		['deductions', [of(-5, 'a'), of(-0.5, 'b')], ['deduct 5.5 Stars from 2 members']],
		[
			'both',
			[of(5, 'a'), of(-3, 'a'), of(2, 'b')],
			['award 7 Stars to 2 members', 'deduct 3 Stars from one member'],
		],
		['one transfer', [of(5, 'a', { payment: transfer })], ['transfer 5 Stars in one transfer']],
		[
			'transfers of one',
			[of(5, 'a', { payment: transfer }), of(5, 'a', { payment: transfer })],
			['transfer 10 Stars in 2 transfers'],
		],
		['an award to a person', [of(5, 'a', { payment: person })], ['award 5 Stars to one person']],
		[
			'awards to people',
			[of(5, 'a', { payment: person }), of(5, 'a', { payment: person, values: { type: 'social' } })],
			['award 10 Stars to 2 people'],
		],
		[
			'several currencies',
			[of(5, 'a'), of(5, 'a', { values: { currencyId: '' } })].map((one, index) => ({
				...one,
				names: index === 0 ? one.names : { currencyId: '' },
			})),
			['award 5 Stars and 5 of the default currency to one member'],
		],
	])('says who would get what: %s', (_what, payments, plan) => expect(planOf(...payments)).toEqual(plan));

	it('of nothing is empty', () => expect(planOf()).toEqual([]));
});

it.each([
	['the amount and the currency', { amount: 5, currencyId: 'c1' }],
	['a value that is missing', { serviceId: undefined }],
	['a value that is no parameter', { realmId: 'r1' }],
])('does not count as whose balance changes: %s', (_what, values) => {
	const parameters = { serviceId: field, type: field, amount: field, currencyId: field };
	const paying = { operation: { payment: change, parameters }, names: {} };
	expect(whoOf({ ...paying, values: { type: 'social', ...values } })).toStrictEqual({ type: 'social' });
});
