import { useSteadyClock } from '../harness/clock';
import { PollNode } from './pollNode';
import { processedValues } from './processedValues';
import { useService, withoutPauses } from './sandbox';

useSteadyClock();
const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const pass = (minutes: number) => jest.setSystemTime(Date.now() + minutes * 60_000);
const now = () => new Date().toISOString();

/** A purchase that is not finalized yet. */
function buy() {
	const { badge } = service.ids.storeItems;
	const { storeItems } = service.state.realms.get(service.realmId)!;
	Object.assign(storeItems.get(badge)!, { price: 0, stock: null, maxPerUser: null });
	const purchase = service.control.buyItem(badge, service.ids.members.ada);
	return Object.assign(purchase, { status: 'pending', isFinalized: false, finalizedAt: undefined });
}

it('a purchase whose finalization becomes visible ten minutes late is emitted, though later ones were', async () => {
	const node = new PollNode({ events: ['store.purchase.finalized'] }, service.credential());
	const [late, ...others] = [buy(), buy(), buy(), buy()];
	await node.activate();
	pass(1);
	const lateTime = now();
	const finalize = async (purchase: object, finalizedAt = now()) => {
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
	const emitted = node.events.map(({ data }) => (data as { purchase: { id: string } }).purchase.id);
	expect(emitted).toEqual([...others, late].map(({ id }) => id));
	expect(node.events.at(-1)!.timestamp).toBe(lateTime);
});
