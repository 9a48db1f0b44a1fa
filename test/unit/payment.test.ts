// Falls with nodes/RewardsEngagement/run/payment.ts, nodes/RewardsEngagement/run/hints.ts and nodes/RewardsEngagement/shared/decimal.ts.

import type { IDataObject } from 'n8n-workflow';

import type { Payment } from '../../nodes/RewardsEngagement/declare/operation';
import type { Field } from '../../nodes/RewardsEngagement/fields/field';
import { PaymentSum, whoOf, withPayment } from '../../nodes/RewardsEngagement/run/payment';
import { giveHints, hintsOf } from '../../nodes/RewardsEngagement/run/hints';
import { RunSummary } from '../../nodes/RewardsEngagement/run/results';
import { Decimal } from '../../nodes/RewardsEngagement/shared/decimal';

const change: Payment = { kind: 'change', holder: 'serviceId', balance: 'balance', currency: 'currencyId' };
const transfer: Payment = { kind: 'transfer', holder: 'serviceId', currency: 'currencyId' };

const field = {} as Field<unknown>;

const job = (amount: unknown, more: { currencyId?: unknown; payment?: Payment; names?: object } = {}) => ({
	operation: { payment: 'payment' in more ? more.payment : change },
	values: { serviceId: 'm1', amount, currencyId: more.currencyId },
	names: { ...more.names },
});

describe('the result of a payment', () => {
	const resultOf = (json: IDataObject, names: Record<string, { name: string }> = {}, payment = change) =>
		withPayment(payment, { values: { serviceId: 'm1', amount: 5 }, names }, json);

	it('prefers what the service says', () => {
		const json = { serviceId: 'm2', amount: 4, newBalance: 9, balance: 5, name: 'Bea' };
		expect(resultOf(json, { serviceId: { name: 'Ada' } })).toEqual(json);
	});

	it('leaves out what is not known', () => {
		expect(resultOf({ id: 't1' }, { serviceId: { name: '' } }, transfer)).toStrictEqual({
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
	const named = (name: string) => ({ currencyId: 'c1', names: { currencyId: { name } } });

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
		names: { currencyId: { name: '⭐ Stars' } },
	});
	const planOf = (...payments: Array<ReturnType<typeof of>>) => {
		const summary = new PaymentSum();
		for (const one of payments) summary.add(one, JSON.stringify(whoOf(one)));
		return summary.plan;
	};
	const person: Payment = { ...change, holder: 'credentialId' };

	it.each([
		['deductions', [of(-5, 'a'), of(-0.5, 'b')], ['deduct 5.5 Stars from 2 members']],
		[
			'both',
			[of(5, 'a'), of(-3, 'a'), of(2, 'b')],
			['award 7 Stars to 2 members', 'deduct 3 Stars from one member'],
		],
		[
			'transfers of one',
			[of(5, 'a', { payment: transfer }), of(5, 'a', { payment: transfer })],
			['transfer 10 Stars in 2 transfers'],
		],
		[
			'awards to people',
			[of(5, 'a', { payment: person }), of(5, 'a', { payment: person, values: { type: 'social' } })],
			['award 10 Stars to 2 people'],
		],
		[
			'several currencies',
			[of(5, 'a'), of(5, 'a', { values: { currencyId: '' } })].map((one, index) => ({
				...one,
				names: index === 0 ? one.names : { currencyId: { name: '' } },
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

describe('the hints of a run', () => {
	const tallied = (change: (summary: RunSummary) => void) => {
		const summary = new RunSummary();
		change(summary);
		return hintsOf(summary, 0).map(({ message, type }) => [type, message]);
	};

	it('warns first about unknown outcomes', () => {
		const one = tallied((summary) => Object.assign(summary, { unknown: 1, dryRuns: 1 }));
		expect(one[0]).toEqual([
			'warning',
			'Outcome unknown: one item may have been applied. Check in the service before you run it again.',
		]);
		expect(tallied((summary) => Object.assign(summary, { unknown: 3 }))).toEqual([
			[
				'warning',
				'Outcome unknown: 3 items may have been applied. Check in the service before you run them again.',
			],
		]);
	});

	describe('the sum of a payment', () => {
		const paying = (more: Partial<RunSummary> = {}) =>
			Object.assign(new RunSummary(), { payments: new PaymentSum() }, more);
		const paid = (summary: RunSummary) => {
			const payment = { kind: 'change', holder: 'serviceId', currency: 'currencyId' } as const;
			summary.payments?.add({
				operation: { payment },
				values: { amount: 5 },
				names: { currencyId: { name: 'Stars' } },
			});
			return hintsOf(summary, 0).map(({ message, type }) => [type, message]);
		};

		it('says what was awarded, and nothing where nothing was', () => {
			expect(paid(paying())).toEqual([['info', '1 awarded, 5 Stars in total.']]);
			expect(hintsOf(paying(), 0)).toEqual([]);
		});

		it('warns where an item was refused, and leaves what was skipped or is unknown to other hints', () => {
			const summary = paying({ refused: 1, unknown: 2 });
			summary.skipped.set(undefined, 1).set(0, 1).set(1, 2);
			expect(paid(summary)[0]).toEqual(['warning', '1 awarded, 5 Stars in total, 1 refused.']);
			expect(paid(paying({ refused: 1 }))).toEqual([['warning', '1 awarded, 5 Stars in total, 1 refused.']]);
		});

		it('stands beside the warning of equal payments, from two on', () => {
			expect(paid(paying({ equalPayments: 2 }))).toEqual([
				['warning', expect.stringMatching(/^2 items each make the same payment\./)],
				['info', '1 awarded, 5 Stars in total.'],
			]);
			expect(paid(paying({ equalPayments: 1 }))).toHaveLength(1);
		});
	});

	it.each([
		[5_000, '5 seconds'],
		[119_400, '119 seconds'],
		[120_000, '2 minutes'],
		[600_000, '10 minutes'],
	])('says where %i milliseconds went', (wait, words) => {
		expect(hintsOf(new RunSummary(), wait)).toEqual([
			{
				message: `This run waited ${words} for the rate limit of the service.`,
				type: 'info',
				location: 'outputPane',
			},
		]);
	});

	it('an n8n without a place for hints gets none, and one that fails loses only the hints', () => {
		const summary = Object.assign(new RunSummary(), { dryRuns: 1 });
		const warnings: string[] = [];
		const giveTo = (context: object) =>
			giveHints({
				context: { logger: { warn: (words: string) => warnings.push(words) }, ...context },
				results: { summary, applied: 0 },
				client: { limitWait: { total: 0 } },
			} as never);
		const given: unknown[] = [];
		giveTo({ addExecutionHints: (...hints: unknown[]) => given.push(...hints) });
		expect(given).toEqual(hintsOf(summary, 0));
		giveTo({});
		expect(warnings).toEqual([]);
		const refuse = () => {
			throw new Error('no room');
		};
		giveTo({ addExecutionHints: refuse });
		expect(warnings).toEqual(['The hints above the output are missing: Error: no room']);
	});
});

describe('a decimal number', () => {
	const of = (value: unknown) => Decimal.of(value)!;

	it.each<[unknown, string]>([
		[5, '5'],
		['5.00', '5'],
		['-12.50', '-12.5'],
		['0.1', '0.1'],
		[1e-7, '0.0000001'],
		[1e21, '1000000000000000000000'],
		['9007199254740993', '9007199254740993'],
		[
			'123456789012345678901234567890.000000000000000000001',
			'123456789012345678901234567890.000000000000000000001',
		],
		[' 7 ', '7'],
		['007', '7'],
		['-0', '0'],
		[12345678901234567890n, '12345678901234567890'],
	])('reads %p as %s', (given, text) => expect(String(of(given))).toBe(text));

	it.each([
		undefined,
		null,
		NaN,
		Infinity,
		'',
		' ',
		'five',
		'0x10',
		'1,000',
		'1e9999',
		{},
		[],
		true,
		'1'.repeat(401),
	])('takes %p for no amount', (given) => expect(Decimal.of(given)).toBeUndefined());

	it('adds and takes away without losing a digit', () => {
		expect(String(of(0.1).plus(of(0.2)))).toBe('0.3');
		expect(String(of('9007199254740992').plus(of('1.5')))).toBe('9007199254740993.5');
		expect(String(of(1).minus(of('0.00000000000000000001')))).toBe('0.99999999999999999999');
	});

	it('tells the greater one beyond what a JavaScript number can', () => {
		expect(of('9007199254740993').isAbove(of('9007199254740992'))).toBe(true);
		expect(of('9007199254740992').isAbove(of('9007199254740992.0'))).toBe(false);
		expect(of('-3').size.isAbove(of(2))).toBe(true);
	});

	it.each([
		['0.1', '3', '0.3'],
		['2.50', '4', '10'],
		['9007199254740993', '10', '90071992547409930'],
	])('%s times %s is %s, with every digit', (one, other, product) => {
		expect(String(Decimal.of(one)!.times(Decimal.of(other)!))).toBe(product);
	});
});
