import { useSteadyClock } from '../harness/clock';
import { PollNode } from './pollNode';
import { at, buy, emittedIds, hide, join, pass, realmOf } from './polledRecords';
import { processedValues } from './processedValues';
import { useService, withoutPauses } from './sandbox';

useSteadyClock();
const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

/** A published trigger for one event, some time after it was published. */
async function published(event: string): Promise<PollNode> {
	const node = new PollNode({ events: [event] }, service.credential());
	await node.activate();
	pass(60);
	await node.poll();
	return node;
}

describe('a record that the service shows late is emitted', () => {
	it('up to two minutes after the member joined, also if it shows more than a page at once', async () => {
		const node = await published('member.joined');
		const joined = Array.from({ length: 150 }, (_, number) => join(service, at(-100 + number / 2)));
		const shows = joined.map((id) => hide(realmOf(service).members, id));
		await node.poll();
		for (const show of shows) show();
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual(joined);
	});

	it('up to two minutes after the purchase was made', async () => {
		const node = await published('store.purchase.completed');
		const made = [buy(service, at(0))];
		pass(1.8);
		const show = hide(realmOf(service).purchases, made[0]!);
		made.push(buy(service));
		await node.poll();
		expect(emittedIds(node, 'purchase')).toEqual([made[1]]);
		show();
		await node.poll();
		expect(emittedIds(node, 'purchase')).toEqual([made[1], made[0]]);
	});
});

it.each([400, 404, 422])(
	'purchases are found where the service answers %d to the place where the last poll ended',
	async (status) => {
		realmOf(service).purchases.clear();
		for (let number = 0; number < 120; number++) buy(service, at(-90_000 + number));
		const node = await published('store.purchase.completed');
		service.control.addFault({ operation: 'purchase.getMany', kind: 'status', status, times: 1 });
		const made = buy(service);
		await node.poll();
		expect([emittedIds(node, 'purchase'), node.warnings]).toEqual([[made], []]);
	},
);

it('more purchases than fit into one poll are each emitted, where the last one and the next were made at one time', async () => {
	const node = await published('store.purchase.completed');
	pass(30);
	const times = Array.from({ length: 520 }, (_, number) => at(-900 + Math.floor(number / 3)));
	const made = times.map((time) => buy(service, time));
	for (let poll = 0; poll < 3; poll++) await node.poll();
	expect(node.runs.map(({ length }) => length)).toEqual([500, 20]);
	expect(emittedIds(node, 'purchase').sort()).toEqual(made.sort());
});

/** A purchase that is not finalized yet. */
function buyPending() {
	const purchase = realmOf(service).purchases.get(buy(service))!;
	return Object.assign(purchase, { status: 'pending', isFinalized: false, finalizedAt: undefined });
}

it('a purchase whose finalization becomes visible ten minutes late is emitted, though later ones were', async () => {
	const node = new PollNode({ events: ['store.purchase.finalized'] }, service.credential());
	const [late, ...others] = [buyPending(), buyPending(), buyPending(), buyPending()];
	await node.activate();
	pass(1);
	const lateTime = at(0);
	const finalize = async (purchase: object, finalizedAt = at(0)) => {
		Object.assign(purchase, { status: 'completed', isFinalized: true, finalizedAt });
		await node.poll();
	};
	for (const other of others) {
		pass(3.25);
		await finalize(other);
	}
	// A copy of the service's database comes after 9 minutes and 50 seconds.
	pass(0.08);
	await finalize(late, lateTime);
	await node.poll();
	expect(emittedIds(node, 'purchase')).toEqual([...others, late].map(({ id }) => id));
	expect(node.events.at(-1)!.timestamp).toBe(lateTime);
});
