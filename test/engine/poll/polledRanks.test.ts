import type { IDataObject } from 'n8n-workflow';

import { issuer } from '../../../sandbox/base/ledger';
import { PollNode } from '../pollNode';
import { usePolledRealm } from '../polledRecords';

const { service, realm, fault, askedSince, join, trigger, start } = usePolledRealm();

const currencyId = () => service.ids.currencies.stars;

/** Gives a member this balance of the default currency. */
function setBalance(memberId: string, balance: number): void {
	const amount = balance - realm().ledger.balance(currencyId(), memberId);
	if (amount === 0) return;
	const [from, to] = amount > 0 ? [issuer, memberId] : [memberId, issuer];
	realm().ledger.move({ currencyId: currencyId(), from, to, amount: Math.abs(amount), memo: 'Test' });
}

/** Only these members are in the realm, with these balances. */
function onlyWith(...balances: number[]): string[] {
	realm().members.clear();
	return balances.map((balance) => {
		const id = join();
		setBalance(id, balance);
		return id;
	});
}

interface Ranked {
	member: { id: string };
	previousRank: number | null;
	rank: number | null;
	newBalance: number | null;
}

/** The moves that a trigger emitted, from and to a rank. */
const movesOf = (node: PollNode) =>
	node.events.map(({ data }) => {
		const { member, previousRank, rank } = data as unknown as Ranked;
		return [member.id, previousRank, rank];
	});

const top = async (topMembers: number) => await start('rank.changed', { topMembers });

it('a member who enters the top, moves within it or leaves it is an event with both ranks', async () => {
	const [ada, bruno, chen, dalia] = onlyWith(400, 300, 200, 100) as [string, string, string, string];
	const node = await top(3);
	await node.poll();
	expect(node.events).toEqual([]);
	setBalance(dalia, 350);
	const requests = service.requests.length;
	await node.poll();
	await node.poll();
	expect(askedSince(requests)).toEqual(['member.getLeaderboard', 'member.getLeaderboard']);
	expect(movesOf(node)).toEqual([
		[dalia, null, 2],
		[bruno, 2, 3],
		[chen, 3, null],
	]);
	const { username, displayName } = realm().members.get(dalia)!;
	expect(node.events[0]).toEqual({
		eventId: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
		type: 'rank.changed',
		timestamp: expect.any(String) as string,
		realmId: service.realmId,
		data: {
			member: { id: dalia, username, displayName },
			currencyId: null,
			previousRank: null,
			rank: 2,
			newBalance: 350,
		},
	});
	setBalance(ada, 1);
	await node.poll();
	expect(movesOf(node).slice(3)).toEqual([
		[dalia, 2, 1],
		[bruno, 3, 2],
		[chen, null, 3],
		[ada, 1, null],
	]);
});

it('a member who leaves the top has the new balance, or none where the leaderboard does not show it', async () => {
	const ids = onlyWith(...Array.from({ length: 120 }, (_, number) => 1_000 - number));
	const node = await top(1);
	setBalance(ids[0]!, 950.5);
	await node.poll();
	setBalance(ids[1]!, 1);
	await node.poll();
	const left = node.events.map(({ data }) => data as unknown as Ranked).filter(({ rank }) => rank === null);
	expect(left.map(({ member, newBalance }) => [member.id, newBalance])).toEqual([
		[ids[0], 950.5],
		[ids[1], null],
	]);
});

it('moves from one place to others, or from others to one, are different events', async () => {
	const [ada] = onlyWith(400, 300, 200) as [string];
	const [early, late] = [await top(3), await top(3)];
	setBalance(ada, 250);
	const second = await top(3);
	// As if they had begun at one moment.
	for (const node of [early, late, second])
		for (const { positions } of node.remembered())
			for (const position of Object.values(positions as Record<string, IDataObject>)) position.since = 0;
	await early.restart();
	setBalance(ada, 100);
	await late.restart();
	await second.restart();
	const moves = [early, late, second].flatMap((node) =>
		node.events.map(({ eventId }, index) => ({ eventId, move: movesOf(node)[index]! })),
	);
	const ofAda = moves.filter(({ move: [id] }) => id === ada);
	expect(ofAda.map(({ move }) => move)).toEqual([
		[ada, 1, 2],
		[ada, 1, 3],
		[ada, 2, 3],
	]);
	expect(new Set(ofAda.map(({ eventId }) => eventId)).size).toBe(3);
});

it('balances that change without another order are no event', async () => {
	const [ada, bruno] = onlyWith(400, 300) as [string, string];
	const node = await top(10);
	setBalance(ada, 500);
	setBalance(bruno, 310);
	await node.poll();
	expect(node.events).toEqual([]);
});

it('the same move is another event each time', async () => {
	const [ada] = onlyWith(400, 300) as [string];
	const node = await top(10);
	for (const balance of [200, 400, 200, 400]) {
		setBalance(ada, balance);
		await node.poll();
	}
	expect(node.events).toHaveLength(8);
	expect(new Set(node.events.map(({ eventId }) => eventId)).size).toBe(8);
});

it('members with equal balances keep their places, in whatever order the service shows them', async () => {
	const ids = onlyWith(100, 100, 100, 100);
	const node = await top(2);
	const members = [...realm().members];
	for (let round = 0; round < 4; round++) {
		realm().members.clear();
		for (const [id, member] of [...members].sort(() => (round % 2 ? 1 : -1))) realm().members.set(id, member);
		await node.poll();
	}
	expect(node.events).toEqual([]);
	setBalance(ids[3]!, 101);
	await node.poll();
	expect(movesOf(node)[0]).toEqual([ids[3], null, 1]);
});

it('a move is repeated as it was after n8n died, and the next one follows', async () => {
	const [ada, bruno, chen] = onlyWith(400, 300, 200) as [string, string, string];
	const node = await top(3);
	setBalance(ada, 250);
	await node.poll();
	setBalance(ada, 100);
	await node.restart();
	await node.poll();
	expect(movesOf(node)).toEqual([
		[bruno, 2, 1],
		[ada, 1, 2],
		[chen, 3, 2],
		[ada, 2, 3],
	]);
});

it('a move is not lost when n8n dies before the execution', async () => {
	const [ada, bruno] = onlyWith(400, 300) as [string, string];
	const node = await top(3);
	setBalance(ada, 250);
	await node.poll('beforeTheExecution');
	await node.restart();
	expect(movesOf(node)).toEqual([
		[bruno, 2, 1],
		[ada, 1, 2],
	]);
});

it('an empty leaderboard for one poll moves no member, and for two empties the top', async () => {
	const [ada] = onlyWith(400) as [string];
	const node = await top(3);
	const body = { data: [], meta: { hasNextPage: false } };
	fault({ operation: 'member.getLeaderboard', status: 200, times: 1, body });
	await node.poll();
	await node.poll();
	expect(node.events).toEqual([]);
	setBalance(ada, 0);
	await node.poll();
	await node.poll();
	expect(movesOf(node)).toEqual([[ada, 1, null]]);
});

it('the whole top of a hundred may change at once, with one request', async () => {
	const ids = onlyWith(...Array.from({ length: 200 }, (_, number) => 1_000 - number));
	const node = await top(100);
	for (const id of ids.slice(0, 100)) setBalance(id, 1);
	const requests = service.requests.length;
	await node.poll();
	expect(node.events).toHaveLength(200);
	expect(askedSince(requests)).toEqual(['member.getLeaderboard']);
});

it.each([0, 101, 2.5])('a top of %s is refused', async (topMembers) => {
	const node = trigger({ events: ['rank.changed'], topMembers });
	await expect(node.activate()).rejects.toThrow('"Top Members" must be a whole number from 1 to 100');
});

it('a test of the trigger shows the first member as if entering', async () => {
	const [ada] = onlyWith(400, 300) as [string];
	const [sample] = await trigger({ events: ['rank.changed'] }).test();
	expect(sample).toMatchObject({ data: { member: { id: ada }, previousRank: null, rank: 1 } });
});
