import { useSteadyClock } from '../../harness/clock';
import { PollNode } from '../pollNode';
import { at, emittedIds, pass, realmOf, showLeaderboard } from '../polledRecords';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

useSteadyClock();
/** Runs after each response of the service. */
let afterRequest: () => void = () => {};
const service = useService({ onRequest: () => afterRequest() });
withoutPauses();
beforeEach(() => processedValues.clear());
afterEach(() => (afterRequest = () => {}));

const realm = () => realmOf(service);
/** Starts a trigger for one event. */
const start = async (event: string, parameters = {}) => {
	const node = new PollNode({ events: [event], ...parameters }, service.credential());
	await node.activate();
	return node;
};

/** The next leaderboard has two pages. The second one starts with this balance. */
function showBoard(balance: number): void {
	const second = [
		{ accountId: 'm1', balance },
		{ accountId: 'm2', balance: 5 },
	];
	showLeaderboard(service, [{ accountId: 'm0', balance: 150 }], second, 'm0');
}

it('known defect 3.9: members who joined at one time are lost where their order changes between two pages', async () => {
	const node = await start('member.joined');
	pass(10);
	const joinedAt = at(-300);
	const joined = Array.from({ length: 150 }, (_, number) => service.control.joinMember(`equal-${number}`).id);
	for (const id of joined) realm().members.get(id)!.joinedAt = joinedAt;
	afterRequest = () => {
		const { members } = realm();
		realm().members = new Map([...members].reverse());
		afterRequest = () => {};
	};
	await node.poll();
	for (let poll = 0; poll < 3; poll++) await node.poll();
	const emitted = emittedIds(node, 'member');
	// Right: all 150. An ID on two pages says that the list was reordered, so the pages are read again.
	expect(emitted).toHaveLength(100);
	expect(joined.filter((id) => !emitted.includes(id))).toHaveLength(50);
});

it('known defect 3.9: a quest has changed at each poll where the service lists its tasks in another order', async () => {
	const node = await start('quest.changed');
	const { firstSteps } = service.ids.quests;
	for (let poll = 0; poll < 3; poll++) {
		realm().tasks.set(firstSteps, [...realm().tasks.get(firstSteps)!].reverse());
		await node.poll();
	}
	// Right: no event.
	expect(node.events.map(({ type }) => type)).toEqual(['quest.changed', 'quest.changed', 'quest.changed']);
});

it('known defect 3.9: a balance below the threshold in exactly one poll gives no event as it rises again', async () => {
	showBoard(100);
	const node = await start('balance.reached', { threshold: 100 });
	for (const balance of [99, 100, 100]) {
		showBoard(balance);
		await node.poll();
	}
	// Right: one event, because the leaderboard showed the balance below the threshold.
	expect([node.events, node.warnings]).toEqual([[], []]);
});

it('known defect 3.9: a purchase that is finalized without a time gives no event', async () => {
	const node = await start('store.purchase.finalized');
	const { badge } = service.ids.storeItems;
	Object.assign(realm().storeItems.get(badge)!, { price: 0, stock: null, maxPerUser: null });
	const purchase = service.control.buyItem(badge, service.ids.members.ada);
	await node.poll();
	Object.assign(purchase, { status: 'completed', isFinalized: true });
	delete purchase.finalizedAt;
	for (let poll = 0; poll < 3; poll++) {
		pass(20);
		await node.poll();
	}
	// Right: one event with the time at which it was seen.
	expect([node.events, node.warnings]).toEqual([[], []]);
});
