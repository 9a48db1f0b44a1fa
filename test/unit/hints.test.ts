// Falls with nodes/RewardsEngagement/run/hints.ts.

import { giveHints, hintsOf, RunSummary } from '../../nodes/RewardsEngagement/run/hints';
import { PaymentSum } from '../../nodes/RewardsEngagement/run/payment';

const tallied = (change: (summary: RunSummary) => void) => {
	const summary = new RunSummary();
	change(summary);
	return hintsOf(summary, 0).map(({ message, type }) => [type, message]);
};

it('a normal run has no hints', () => expect(hintsOf(new RunSummary(), 4_999)).toEqual([]));

it('says how many items were left out, and by which run they were done', () => {
	expect(tallied(({ skipped }) => void skipped.set(undefined, 2).set(0, 1).set(2, 1))).toEqual([
		['info', 'Repeat Protection skipped 2 items that an earlier execution already processed.'],
		[
			'info',
			'Repeat Protection skipped one item that run 1 of this node in this execution already processed.',
		],
		[
			'info',
			'Repeat Protection skipped one item that run 3 of this node in this execution already processed.',
		],
	]);
});

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

describe('a dry run', () => {
	const plannedWith = (change: Partial<RunSummary>, ...amounts: number[]) =>
		tallied((summary) => {
			const payment = { kind: 'change', holder: 'serviceId', currency: 'currencyId' } as const;
			const planned = new PaymentSum();
			for (const amount of amounts)
				planned.add(
					{ operation: { payment }, values: { amount }, names: { currencyId: 'Stars' } },
					`member with ${amount}`,
				);
			Object.assign(summary, { planned }, change);
		});

	it('says what it would move, and what it refused', () => {
		expect(plannedWith({ dryRuns: 3 }, 40, 50, 60)).toEqual([
			['info', 'Would award 150 Stars to 3 members, 0 refused. Nothing was sent.'],
		]);
		expect(plannedWith({ dryRuns: 2, refused: 1 }, 40, -50)).toEqual([
			[
				'info',
				'Would award 40 Stars to one member, deduct 50 Stars from one member, 1 refused. Nothing was sent.',
			],
		]);
	});

	it.each([
		[1, 'one request'],
		[2, '2 requests'],
	])('says how many requests it would send that are no payments: %i', (dryRuns, requests) => {
		expect(plannedWith({ dryRuns })).toEqual([
			['info', `Would send ${requests}, 0 refused. Nothing was sent.`],
		]);
	});
});

it('says what Automatic covers where no event started the execution, and how to cover more', () => {
	expect(tallied((summary) => Object.assign(summary, { eventless: 'started' }))).toEqual([
		['info', expect.stringMatching(/covers this execution and its retries\. .*pays again\. .*By Key/)],
	]);
	expect(tallied((summary) => Object.assign(summary, { eventless: 'called' }))).toEqual([
		['info', expect.stringMatching(/covers this sub-workflow and its retries\. .*pays again\. .*eventId/)],
	]);
});

it('says that an endpoint is inferred', () => {
	expect(tallied((summary) => Object.assign(summary, { inferred: 'Quest → Create' }))).toEqual([
		['info', 'Quest → Create uses an undocumented endpoint that may change.'],
	]);
});

describe('the sum of a payment', () => {
	const paying = (more: Partial<RunSummary> = {}) =>
		Object.assign(new RunSummary(), { payments: new PaymentSum() }, more);
	const paid = (summary: RunSummary) => {
		const payment = { kind: 'change', holder: 'serviceId', currency: 'currencyId' } as const;
		summary.payments?.add({ operation: { payment }, values: { amount: 5 }, names: { currencyId: 'Stars' } });
		return hintsOf(summary, 0).map(({ message, type }) => [type, message]);
	};

	it('says what was awarded, and nothing where nothing was', () => {
		expect(paid(paying())).toEqual([['info', '1 awarded, 5 Stars in total.']]);
		expect(hintsOf(paying(), 0)).toEqual([]);
	});

	it('warns where an item was refused or is unknown, and counts what was skipped', () => {
		const summary = paying({ refused: 1, unknown: 2 });
		summary.skipped.set(undefined, 1).set(0, 1).set(1, 2);
		expect(paid(summary)[0]).toEqual([
			'warning',
			'1 awarded, 5 Stars in total, 4 skipped, 1 refused, 2 unknown.',
		]);
		expect(paid(paying({ refused: 1 }))).toEqual([['warning', '1 awarded, 5 Stars in total, 1 refused.']]);
		expect(paid(paying({ unknown: 1 }))[0]).toEqual(['warning', '1 awarded, 5 Stars in total, 1 unknown.']);
	});

	it('is not given for other operations and for dry runs', () => {
		expect(paid(new RunSummary())).toEqual([]);
		expect(paid(paying({ dryRuns: 1 }))).toEqual([
			['info', 'Would send one request, 0 refused. Nothing was sent.'],
		]);
	});

	it('stands beside the warning of equal payments, from two on', () => {
		expect(paid(paying({ equalPayments: 2 }))).toEqual([
			['warning', expect.stringMatching(/^2 items each make the same payment\./)],
			['info', '1 awarded, 5 Stars in total.'],
		]);
		expect(paid(paying({ equalPayments: 1 }))).toHaveLength(1);
	});
});

it('says what Automatic covers in runs that send, and not in dry runs', () => {
	expect(tallied((summary) => Object.assign(summary, { eventless: 'started', dryRuns: 1 }))).toHaveLength(1);
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

it('an n8n without a place for hints gets none', () => {
	const dry = Object.assign(new RunSummary(), { dryRuns: 1 });
	const given: unknown[] = [];
	giveHints({ addExecutionHints: (...hints: unknown[]) => given.push(...hints) } as never, dry, 0);
	expect(given).toEqual(hintsOf(dry, 0));
	expect(() => giveHints({} as never, dry, 0)).not.toThrow();
});

describe('what Automatic cannot do', () => {
	it('is said of items that may come from any of several events', () => {
		const summary = Object.assign(new RunSummary(), { isOfAnyEvent: true });
		expect(hintsOf(summary, 0)).toEqual([
			{
				message: expect.stringMatching(
					/^Several events started this execution, .* paid again\. Keep the pairing/,
				),
				type: 'info',
				location: 'outputPane',
			},
		]);
	});

	it('is a warning where n8n keeps nothing of what was sent', () => {
		const summary = Object.assign(new RunSummary(), { isUnkept: true, isOfAnyEvent: true });
		const [first, ...others] = hintsOf(summary, 0);
		expect(first).toEqual({
			message:
				'This version of n8n does not keep which requests were sent. Repeat Protection does not cover a retry of this execution.',
			type: 'warning',
			location: 'outputPane',
		});
		expect(others).toHaveLength(1);
	});
});
