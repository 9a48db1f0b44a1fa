import type { IDataObject } from 'n8n-workflow';

import { useSteadyClock } from '../harness/clock';
import { PollNode } from './pollNode';
import { emittedIds, realmOf } from './polledRecords';
import { processedValues } from './processedValues';
import { useService, withoutPauses } from './sandbox';

useSteadyClock();
const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

/** A published trigger for changes of quests. The next list of the service has these quests. */
function watchQuests() {
	const show = (quests: readonly IDataObject[]) => {
		service.control.clearFaults();
		const body = { data: quests, meta: { hasNextPage: false } };
		service.control.addFault({ operation: 'quest.getMany', kind: 'status', status: 200, body });
	};
	const node = new PollNode({ events: ['quest.changed'] }, service.credential());
	return { node, show };
}

const quest = {
	id: 'q',
	name: 'First steps',
	description: 'Walk',
	type: 'once',
	status: 'active',
	startDate: '2026-01-01T00:00:00.000Z',
	endDate: '2027-01-01T00:00:00.000Z',
	tasks: [{ id: 't', name: 'Walk', order: 1 }],
};

it.each([
	['name', 'Other'],
	['description', 'Run'],
	['type', 'daily'],
	['status', 'ended'],
	['startDate', '2026-02-01T00:00:00.000Z'],
	['endDate', null],
	['tasks', [{ id: 't', name: 'Run', order: 1 }]],
])('a quest has changed when its %s has', async (name, value) => {
	const { node, show } = watchQuests();
	show([quest]);
	await node.activate();
	show([{ ...quest, [name]: value }]);
	await node.poll();
	expect(node.events.map(({ type }) => type)).toEqual(['quest.changed']);
});

it('a quest has not changed when other numbers or only the order of its fields have', async () => {
	const { node, show } = watchQuests();
	show([{ ...quest, participants: 1 }]);
	await node.activate();
	const reversed = (fields: object) => Object.fromEntries(Object.entries(fields).reverse());
	show([reversed({ ...quest, tasks: quest.tasks.map(reversed), participants: 2 })]);
	await node.poll();
	expect([node.events, node.warnings]).toEqual([[], []]);
});

it('hundreds of quests that the service leaves out for a while are not new when it lists them again', async () => {
	const { node, show } = watchQuests();
	const quests = Array.from({ length: 300 }, (_, number) => ({ id: `q${number}`, name: `Quest ${number}` }));
	show(quests);
	await node.activate();
	for (const listed of [[], quests.slice(0, 20), quests]) {
		show(listed);
		await node.poll();
	}
	expect(node.events).toEqual([]);
	show([...quests, { id: 'new', name: 'New' }]);
	await node.poll();
	expect(emittedIds(node, 'quest')).toEqual(['new']);
});

it('of the leaderboard no page is read after the first balance below the threshold', async () => {
	const data = [5_000, 999].map((balance, index) => ({ accountId: `m${index}`, balance, rank: index + 1 }));
	const body = { data, meta: { hasNextPage: true, endCursor: 'm1' } };
	service.control.addFault({ operation: 'member.getLeaderboard', kind: 'status', status: 200, body });
	const node = new PollNode({ events: ['balance.reached'], threshold: 1_000 }, service.credential());
	await node.activate();
	expect(service.requests).toHaveLength(1);
});

it('a position that cannot be read is named in the log, and its event starts again without it', async () => {
	const node = new PollNode({ events: ['raffle.drawn'] }, service.credential());
	await node.activate();
	for (const { positions } of node.remembered()) {
		for (const name of Object.keys(positions as IDataObject)) (positions as IDataObject)[name] = 'x';
	}
	const raffle = realmOf(service).raffles.get(service.ids.raffle)!;
	raffle.winners = [service.ids.members.ada];
	await node.restart();
	await node.poll();
	expect([node.events, node.warnings]).toEqual([
		[],
		[expect.stringContaining('cannot read its stored position of raffle.drawn')],
	]);
});

it('two polls at once read once', async () => {
	const node = new PollNode({ events: ['raffle.drawn'] }, service.credential());
	await node.activate();
	const before = service.requests.length;
	service.control.addFault({ operation: 'raffle.getMany', kind: 'delay', delay: 100 });
	await Promise.all([node.poll(), node.poll()]);
	expect(service.requests).toHaveLength(before + 1);
});
