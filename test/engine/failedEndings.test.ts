import { onNextEnd } from './executionEnd';
import { PollNode } from './pollNode';
import { processedValues, store } from './processedValues';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());
afterEach(() => (store.wait = undefined));

it('events run once, although the database refuses a write as their execution ends', async () => {
	const node = new PollNode({ events: ['member.joined'] }, service.credential());
	await node.activate();
	const joined = ['one', 'two', 'three'].map((name) => service.control.joinMember(name).id).sort();
	onNextEnd(async (end) => {
		const refused = new Set<string>();
		// The first write of the row fails.
		store.wait = async (row) => {
			if (refused.has(row)) return;
			refused.add(row);
			throw new Error('The database is locked');
		};
		await end();
		store.wait = undefined;
	});
	await node.poll();
	// A poll that finds nothing writes nothing.
	await node.poll();
	await node.restartAnew();
	const emitted = node.runs.map((items) =>
		items.map(({ json: { data } }) => (data as { member: { id: string } }).member.id).sort(),
	);
	expect(emitted).toEqual([joined]);
});
