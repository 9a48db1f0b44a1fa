import type { Member } from '../../../sandbox/resources/member/records';
import { issuer } from '../../../sandbox/base/ledger';
import { PollNode } from '../pollNode';
import { at, usePolledRealm } from '../polledRecords';

/** Runs after each response of the service. */
let afterRequest: () => void = () => {};
const { service, realm, fault, askedSince, join, trigger, start } = usePolledRealm({
	onRequest: () => afterRequest(),
});
afterEach(() => (afterRequest = () => {}));

const stars = () => service.ids.currencies.stars;

/** Awards or deducts without the API, in the default currency. */
function award(memberId: string, amount: number, currencyId = stars()): void {
	const [from, to] = amount > 0 ? [issuer, memberId] : [memberId, issuer];
	realm().ledger.move({ currencyId, from, to, amount: Math.abs(amount), memo: 'Test' });
}

interface Changed {
	member: { id: string };
	currencyId: string;
	previousBalance: number;
	newBalance: number;
	difference: number;
}

const changesOf = (node: PollNode) =>
	node.events.map(({ data }) => {
		const { member, previousBalance, newBalance, difference } = data as unknown as Changed;
		return [member.id, previousBalance, newBalance, difference];
	});

const balanceOf = (id: string, currencyId = stars()) => realm().ledger.balance(currencyId, id);

describe('a balance that changes', () => {
	it('is an event with the person, both balances and the difference, up and down', async () => {
		const { ada, bruno } = service.ids.members;
		const [before, brunos] = [balanceOf(ada), balanceOf(bruno)];
		const node = await start('balance.changed');
		await node.poll();
		expect(node.events).toEqual([]);
		award(ada, 25);
		award(bruno, -10);
		await node.poll();
		expect(node.events[0]).toEqual({
			eventId: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
			type: 'balance.changed',
			timestamp: expect.any(String) as string,
			realmId: service.realmId,
			data: {
				member: {
					id: ada,
					username: 'ada',
					displayName: 'Ada Lindqvist',
					email: 'ada@members.example',
				},
				currencyId: stars(),
				previousBalance: before,
				newBalance: before + 25,
				difference: 25,
			},
		});
		expect(changesOf(node)).toEqual([
			[ada, before, before + 25, 25],
			[bruno, brunos, brunos - 10, -10],
		]);
	});

	it('falls to zero and rises from zero, also for a member who joined since', async () => {
		const { ada } = service.ids.members;
		const before = balanceOf(ada);
		const node = await start('balance.changed');
		award(ada, -before);
		const joined = join();
		const other = join();
		award(joined, 7);
		await node.poll();
		award(other, 3);
		await node.poll();
		expect(changesOf(node)).toEqual([
			[ada, before, 0, -before],
			[joined, 0, 7, 7],
			[other, 0, 3, 3],
		]);
	});

	it('counts only in the chosen currency, without the request for the default one', async () => {
		const { ada } = service.ids.members;
		const { gems } = service.ids.currencies;
		const before = balanceOf(ada, gems);
		const node = await start('balance.changed', { currencyId: { __rl: true, mode: 'id', value: gems } });
		award(ada, 5);
		award(ada, 2, gems);
		const requests = service.requests.length;
		await node.poll();
		expect(changesOf(node)).toEqual([[ada, before, before + 2, 2]]);
		expect(askedSince(requests)).toEqual(['member.getMany']);
	});

	it('that went back and forth is another event each time', async () => {
		const { ada } = service.ids.members;
		const node = await start('balance.changed');
		for (const amount of [5, -5, 5, -5]) {
			award(ada, amount);
			await node.poll();
		}
		expect(node.events).toHaveLength(4);
		expect(new Set(node.events.map(({ eventId }) => eventId)).size).toBe(4);
	});

	it('counts each point once, though n8n died and the balance moved on before the repeat', async () => {
		const { ada } = service.ids.members;
		const before = balanceOf(ada);
		const node = await start('balance.changed');
		award(ada, 50);
		await node.poll();
		award(ada, 20);
		await node.restart();
		await node.poll();
		award(ada, 1);
		await node.poll();
		expect(changesOf(node)).toEqual([
			[ada, before, before + 50, 50],
			[ada, before + 50, before + 70, 20],
			[ada, before + 70, before + 71, 1],
		]);
	});

	it.each(['beforeAnything', 'beforeTheExecution'] as const)('is not lost when n8n dies %s', async (kill) => {
		const { ada } = service.ids.members;
		const before = balanceOf(ada);
		const node = await start('balance.changed');
		award(ada, 50);
		await node.poll(kill);
		award(ada, 20);
		await node.restart();
		await node.poll();
		const total = changesOf(node).reduce((sum, [, , , difference]) => sum + Number(difference), 0);
		expect(total).toBe(70);
		expect(node.events.at(-1)).toMatchObject({ data: { newBalance: before + 70 } });
	});

	it('of 700 members takes two polls, with one request for a hundred members', async () => {
		const ids = Array.from({ length: 700 }, () => join());
		const node = await start('balance.changed');
		for (const id of ids) award(id, 3);
		const requests = service.requests.length;
		await node.poll();
		expect(node.events).toHaveLength(500);
		expect(askedSince(requests)).toEqual([
			...Array.from({ length: 8 }, () => 'member.getMany'),
			'currency.getMany',
		]);
		await node.poll();
		expect(new Set(changesOf(node).map(([id]) => id))).toEqual(new Set(ids));
		expect(node.events).toHaveLength(700);
	});

	it('is refused in a realm with more than 10,000 members, at the first page', async () => {
		const node = trigger({ events: ['balance.changed'] });
		const { members } = realm();
		const one = [...members.values()][0]!;
		for (let number = members.size; number <= 10_000; number++)
			members.set(`m${number}`, { ...one, id: `m${number}` });
		const requests = service.requests.length;
		await expect(node.activate()).rejects.toThrow(
			'The realm has 10001 members, more than the 10000 that a poll can compare',
		);
		expect(askedSince(requests)).toEqual(['member.getMany']);
	});

	it('is refused for a currency that the realm does not have', async () => {
		const currencyId = { __rl: true, mode: 'id', value: 'c'.repeat(24) };
		const node = trigger({ events: ['balance.changed'], currencyId });
		await expect(node.activate()).rejects.toThrow('The realm does not have this currency');
	});

	it('is refused where the service shows no balances', async () => {
		const node = trigger({ events: ['balance.changed'] });
		const data = [{ id: service.ids.members.ada, joinedAt: '2026-01-01T00:00:00Z' }];
		fault({
			operation: 'member.getMany',
			status: 200,
			body: { data, meta: { page: 1, totalPages: 1, total: 1 } },
		});
		await expect(node.activate()).rejects.toThrow('it does not show the balances of the members');
	});

	it.each([
		['leaves', true],
		['leaves, and another one joins,', false],
	])('is no false one if a member %s while the first list is read', async (_, isAlone) => {
		const ids = Array.from({ length: 250 }, () => join(at(-9_000)));
		for (const id of ids) award(id, 5);
		afterRequest = () => {
			afterRequest = () => {};
			service.control.leaveMember(ids[0]!);
			if (!isAlone) join();
		};
		const node = await start('balance.changed');
		await node.poll();
		await node.poll();
		expect(changesOf(node)).toEqual([]);
		award(ids[200]!, 1);
		await node.poll();
		expect(changesOf(node)).toEqual([[ids[200], 5, 6, 1]]);
	});

	it('is no false one after a list that is empty once, at first or later', async () => {
		const ids = Array.from({ length: 1_500 }, () => join(at(-9_000)));
		for (const id of ids) award(id, 5);
		const none = { data: [], meta: { page: 1, totalPages: 0, total: 0 } };
		const showNone = () => fault({ operation: 'member.getMany', status: 200, times: 1, body: none });
		const node = trigger({ events: ['balance.changed'] });
		showNone();
		await node.activate();
		await node.poll();
		showNone();
		await node.poll();
		await node.poll();
		await node.poll();
		expect(node.events).toEqual([]);
	});

	it('is no false one for a member whose balances the first list did not show', async () => {
		const { ada } = service.ids.members;
		const node = trigger({ events: ['balance.changed'] });
		const data = [...realm().members.values()].map((member) => ({
			...member,
			balances: member.id === ada ? 'hidden' : [],
		}));
		const meta = { page: 1, totalPages: 1, total: data.length };
		fault({ operation: 'member.getMany', status: 200, times: 1, body: { data, meta } });
		await node.activate();
		await node.poll();
		expect(changesOf(node).filter(([id]) => id === ada)).toEqual([]);
	});

	it('of 1,200 members each minute reaches every member in time', async () => {
		const ids = Array.from({ length: 1_200 }, () => join(at(-9_000)));
		const node = await start('balance.changed');
		const seen = new Set<unknown>();
		for (let round = 0; round < 15; round++) {
			for (const id of ids) award(id, 1);
			jest.setSystemTime(Date.now() + 61_137);
			await node.poll();
			for (const [id] of changesOf(node)) seen.add(id);
		}
		expect(seen.size).toBe(1_200);
	});

	it('of more than 500 members is not lost or doubled when n8n dies after the first 500', async () => {
		const ids = Array.from({ length: 700 }, () => join(at(-9_000)));
		const node = trigger({ events: ['balance.changed'] }, true);
		await node.activate();
		for (const id of ids) award(id, 2);
		await node.poll();
		for (const id of ids) award(id, 3);
		await node.restartAnew();
		for (let poll = 0; poll < 4; poll++) await node.poll();
		const sums = new Map<unknown, number>();
		for (const [id, , , difference] of changesOf(node))
			sums.set(id, (sums.get(id) ?? 0) + Number(difference));
		expect([...new Set(sums.values())]).toEqual([5]);
		expect(sums.size).toBe(700);
	});

	it('of another default currency is no change', async () => {
		const node = await start('balance.changed');
		const { currencies } = realm();
		const { gems } = service.ids.currencies;
		for (const currency of currencies.values()) currency.default = currency.id === gems;
		await node.poll();
		expect(node.events).toEqual([]);
		const { ada } = service.ids.members;
		award(ada, 2, gems);
		await node.poll();
		expect(changesOf(node)).toEqual([[ada, balanceOf(ada, gems) - 2, balanceOf(ada, gems), 2]]);
	});

	it('has an example for a test of the trigger', async () => {
		const node = trigger({ events: ['balance.changed'] });
		const [sample] = await node.test();
		expect(sample).toMatchObject({ type: 'balance.changed', data: { member: {}, currencyId: stars() } });
	});
});

describe('a member who is updated', () => {
	const update = (id: string, changes: Partial<Member>) => Object.assign(realm().members.get(id)!, changes);
	const fieldsOf = (node: PollNode) =>
		node.events.map(({ data }) => (data as { changedFields: string[] }).changedFields);

	it('is an event that names the changed fields', async () => {
		const { ada, bruno } = service.ids.members;
		const node = await start('member.updated');
		update(ada, { displayName: 'Ada L.', email: 'ada@new.example' });
		update(bruno, { metadata: { team: 'red' } });
		join();
		await node.poll();
		expect(fieldsOf(node)).toEqual([['displayName', 'email'], ['metadata']]);
		expect(node.events[0]!.data).toEqual({
			member: {
				id: ada,
				username: 'ada',
				displayName: 'Ada L.',
				email: 'ada@new.example',
				metadata: {},
			},
			changedFields: ['displayName', 'email'],
		});
	});

	it('is no event for points, activity, or another order of the metadata', async () => {
		const { ada } = service.ids.members;
		update(ada, { metadata: { a: 1, b: 2 } });
		const node = await start('member.updated');
		award(ada, 5);
		service.control.noteActivity(ada);
		update(ada, { metadata: { b: 2, a: 1 } });
		await node.poll();
		expect(node.events).toEqual([]);
	});

	it('is named again with the same fields after n8n died, whatever changed since', async () => {
		const { ada } = service.ids.members;
		const node = await start('member.updated');
		update(ada, { email: 'ada@new.example' });
		await node.poll();
		update(ada, { username: 'ada2' });
		await node.restart();
		await node.poll();
		expect(fieldsOf(node)).toEqual([['email'], ['username']]);
	});

	it('needs no further request beside changed balances', async () => {
		const currencyId = { __rl: true, mode: 'id', value: stars() };
		const node = trigger({ events: ['member.updated', 'balance.changed'], currencyId });
		await node.activate();
		const requests = service.requests.length;
		update(service.ids.members.ada, { username: 'ada2' });
		award(service.ids.members.ada, 1);
		await node.poll();
		expect(node.events.map(({ type }) => type).sort()).toEqual(['balance.changed', 'member.updated']);
		expect(askedSince(requests)).toEqual(['member.getMany']);
	});
});
