import { hintsOf, RunSummary } from '../../nodes/RewardsEngagement/run/hints';

const tallied = (change: (summary: RunSummary) => void) => {
	const summary = new RunSummary();
	change(summary);
	return hintsOf(summary, 0).map(({ message, type }) => [type, message]);
};

it('a run in which nothing is to be told has no hints', () =>
	expect(hintsOf(new RunSummary(), 4_999)).toEqual([]));

it('says how many items were left out, and by which run they were done', () => {
	expect(
		tallied((summary) => [undefined, undefined, 0, 2].forEach((runIndex) => summary.skipped(runIndex))),
	).toEqual([
		['info', 'Repeat Protection left out 2 items that an earlier execution had done.'],
		['info', 'Repeat Protection left out one item that run 1 of this node in this execution had done.'],
		['info', 'Repeat Protection left out one item that run 3 of this node in this execution had done.'],
	]);
});

it('warns of what nobody knows, before all else', () => {
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
	expect(tallied((summary) => summary.inferred.add('Task Condition → Create'))).toEqual([
		[
			'info',
			'The API document does not show Task Condition → Create: path and fields are inferred from similar calls.',
		],
	]);
});

it.each([
	[5_000, '5 seconds'],
	[119_400, '119 seconds'],
	[600_000, '10 minutes'],
])('says where %i milliseconds went', (wait, words) => {
	expect(hintsOf(new RunSummary(), wait)).toEqual([
		{
			message: `${words} of this run went by waiting for the service's limit of requests.`,
			type: 'info',
			location: 'outputPane',
		},
	]);
});
