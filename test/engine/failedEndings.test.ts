import { onNextEnd } from './executionEnd';
import { PollNode } from './pollNode';
import { processedValues, store } from './processedValues';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());
afterEach(() => (store.wait = undefined));

const emittedBy = (node: PollNode) =>
	node.runs.map((items) =>
		items.map(({ json: { data } }) => (data as { member: { id: string } }).member.id).sort(),
	);

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
	expect(emittedBy(node)).toEqual([joined]);
});

it('events run once, although the database is away as their execution ends and an older state comes back', async () => {
	const node = new PollNode({ events: ['member.joined'] }, service.credential());
	await node.activate();
	const older = JSON.stringify(node.stored);
	const joined = [service.control.joinMember('one').id];
	onNextEnd(async (end) => {
		store.failure = new Error('The database is away');
		await end();
		delete store.failure;
	});
	await node.poll();
	// n8n has logged it, and the end of the next execution is written.
	joined.push(service.control.joinMember('two').id);
	await node.poll();
	node.stored = JSON.parse(older) as typeof node.stored;
	await node.restartAnew();
	await node.poll();
	expect(emittedBy(node)).toEqual(joined.map((id) => [id]));
});
