// Falls with nodes/RewardsEngagement/api/waitClock.ts.

import { WaitClock } from '../../nodes/RewardsEngagement/api/waitClock';

it.each<[string, Array<[number, number]>, number]>([
	['none', [], 0],
	['one', [[5, 9]], 4],
	[
		'two apart',
		[
			[1, 3],
			[5, 9],
		],
		6,
	],
	[
		'two that touch',
		[
			[1, 3],
			[3, 9],
		],
		8,
	],
	[
		'one in another',
		[
			[5, 6],
			[0, 7],
		],
		7,
	],
	[
		'one over several',
		[
			[1, 2],
			[4, 5],
			[6, 7],
			[3, 8],
		],
		6,
	],
	[
		'one that begins in the middle of one before',
		[
			[1, 5],
			[3, 8],
		],
		7,
	],
])('the length of %s', (_what, waits, total) => {
	const clock = new WaitClock();
	for (const [from, to] of waits) clock.note(from, to);
	expect(clock.total).toBe(total);
});
