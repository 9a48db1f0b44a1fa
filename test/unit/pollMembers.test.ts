// Falls with nodes/RewardsEngagement/pollTrigger/pollers/memberJoined.ts.

import { memberJoined } from '../../nodes/RewardsEngagement/pollTrigger/pollers/memberJoined';

const PAGE = 100;

/** Pages of these sizes. Each member joined a second before the previous one in the list. */
async function poll(sizes: readonly number[], more: object = {}) {
	const asked: unknown[] = [];
	const send = async ({ query }: { query: { page: number } }) => {
		asked.push(query);
		const before = sizes.slice(0, query.page - 1).reduce((sum, size) => sum + size, 0);
		const data = Array.from({ length: sizes[query.page - 1] ?? 0 }, (_, index) => ({
			id: `m${before + index}`,
			joinedAt: new Date(1_700_000_000_000 - (before + index) * 1_000).toISOString(),
		}));
		return await Promise.resolve({ headers: {}, body: { data, meta: more } });
	};
	const reading = {
		client: { send },
		realmId: 'abcdefabcdefabcdefabcdef',
		maxEvents: 9_999,
		hasTime: () => true,
	};
	const { events } = await memberJoined.read({ done: 0, seen: {}, past: 0 }, reading as never);
	return { asked, events };
}

it('members are asked for with those who joined last in front', async () => {
	const { asked } = await poll([3]);
	expect(asked).toEqual([{ sortBy: 'joinedAt', sortOrder: 'desc', page: 1, limit: PAGE }]);
});

it.each([
	[[3], {}, 1],
	[[PAGE, 3], {}, 2],
	[[PAGE, PAGE], {}, 3],
	[[3, 3, 3], { totalPages: 3 }, 3],
	[[3, 3, 0], { totalPages: 5 }, 3],
	[[PAGE, PAGE, PAGE], { totalPages: '2' }, 2],
])('members on pages of %j are all read, with %j beside them', async (sizes, more, requests) => {
	const { asked, events } = await poll(sizes, more);
	expect(asked).toHaveLength(requests);
	expect(events).toHaveLength(sizes.slice(0, requests).reduce((sum, size) => sum + size, 0));
});

it('members are read from fifteen pages in one poll', async () => {
	expect((await poll(Array.from({ length: 20 }, () => PAGE))).asked).toHaveLength(15);
});
