// Falls with nodes/RewardsEngagement/run/hints.ts.

import { giveHints, hintsOf, RunSummary } from '../../nodes/RewardsEngagement/run/hints';

const tallied = (change: (summary: RunSummary) => void) => {
	const summary = new RunSummary();
	change(summary);
	return hintsOf(summary, 0).map(({ message, type }) => [type, message]);
};

it('a normal run has no hints', () => expect(hintsOf(new RunSummary(), 4_999)).toEqual([]));

it('says how many items were left out, and by which run they were done', () => {
	expect(
		tallied((summary) => [undefined, undefined, 0, 2].forEach((runIndex) => summary.skipped(runIndex))),
	).toEqual([
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

it('says that it was a dry run', () => {
	expect(tallied((summary) => Object.assign(summary, { dryRuns: 2 }))).toEqual([
		['info', 'This was a dry run of 2 items: nothing was sent.'],
	]);
});

it('says what Automatic covers where no event started the execution, and how to cover more', () => {
	expect(tallied((summary) => Object.assign(summary, { eventless: 'started' }))).toEqual([
		['info', expect.stringMatching(/covers this execution and its retries\. .*pays again\. .*By Key/)],
	]);
	expect(tallied((summary) => Object.assign(summary, { eventless: 'called' }))).toEqual([
		['info', expect.stringMatching(/covers this sub-workflow and its retries\. .*pays again\. .*eventId/)],
	]);
});

it('says which calls are inferred', () => {
	expect(tallied((summary) => summary.inferred.add('Task Condition → Create').add('Quest → Create'))).toEqual(
		[['info', 'Task Condition → Create, Quest → Create use undocumented endpoints that may change.']],
	);
});

describe('the sum of a payment', () => {
	const paying = (more: Partial<RunSummary> = {}) =>
		Object.assign(new RunSummary(), { isOfPayments: true }, more);
	const paid = (summary: RunSummary) => {
		const payment = { kind: 'change', holder: 'serviceId', currency: 'currencyId' } as const;
		summary.payments.add({ operation: { payment }, values: { amount: 5 }, names: { currencyId: 'Stars' } });
		return hintsOf(summary, 0).map(({ message, type }) => [type, message]);
	};

	it('says what was awarded, and nothing where nothing was', () => {
		expect(paid(paying())).toEqual([['info', '1 awarded, 5 Stars in total.']]);
		expect(hintsOf(paying(), 0)).toEqual([]);
	});

	it('warns where an item was refused or is unknown, and counts what was skipped', () => {
		const summary = paying({ refused: 1, unknown: 2 });
		for (const runIndex of [undefined, 0, 1, 1]) summary.skipped(runIndex);
		expect(paid(summary)[0]).toEqual([
			'warning',
			'1 awarded, 5 Stars in total, 4 skipped, 1 refused, 2 unknown.',
		]);
		expect(paid(paying({ refused: 1 }))).toEqual([['warning', '1 awarded, 5 Stars in total, 1 refused.']]);
		expect(paid(paying({ unknown: 1 }))[0]).toEqual(['warning', '1 awarded, 5 Stars in total, 1 unknown.']);
	});

	it('is not given for other operations and for dry runs', () => {
		expect(paid(paying({ isOfPayments: false }))).toEqual([]);
		expect(paid(paying({ dryRuns: 1 }))).toEqual([['info', expect.stringContaining('dry run of one item')]]);
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
