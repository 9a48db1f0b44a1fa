import { useSteadyClock } from '../harness/clock';
import { PollNode } from './pollNode';
import { at, buy, emittedIds, join, pass, realmOf } from './polledRecords';
import { processedValues } from './processedValues';
import { useService, withoutPauses } from './sandbox';

useSteadyClock();
const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

/** The minutes after which a poll fails in n8n, with one poll every five minutes. */
async function failures(node: PollNode, minutes: number): Promise<number[]> {
	const failed: number[] = [];
	for (let minute = 0; minute <= minutes; minute += 5) {
		await node.poll().catch(() => failed.push(minute));
		pass(5);
	}
	return failed;
}

describe('what a person sees of a service that is away', () => {
	let node: PollNode;
	beforeEach(async () => {
		node = new PollNode({ events: ['member.joined'] }, service.credential());
		await node.activate();
	});
	const answer = (status: number) => service.control.addFault({ operation: '*', kind: 'status', status });

	it.each([408, 429, 500])(
		'is one failed execution after a quarter of an hour of status %d, and then one an hour',
		async (status) => {
			answer(status);
			expect(await failures(node, 80)).toEqual([15, 75]);
		},
	);

	it('is a failed execution at the second poll of what does not pass by itself, and then one an hour', async () => {
		answer(403);
		expect(await failures(node, 70)).toEqual([5, 65]);
	});

	it('starts from the beginning once a poll went well', async () => {
		for (let round = 0; round < 2; round++) {
			answer(500);
			expect(await failures(node, 10)).toEqual([]);
			service.control.clearFaults();
			await node.poll();
		}
	});
});

describe('with too little time for all events of a trigger', () => {
	/** A trigger whose purchases take longer to read than two polls may take. */
	function busy(event: string, options = {}): PollNode {
		for (let number = 0; number < 900; number++) buy(service, at(-90_000 - ((number * 7_919) % 901)));
		return new PollNode({ events: ['store.purchase.completed', event], options }, service.credential());
	}
	const slowDown = (node: PollNode) => {
		node.budget = 4_000;
		service.control.addFault({ operation: 'purchase.getMany', kind: 'delay', delay: 350 });
	};

	it('each event still gets its turn', async () => {
		const node = busy('raffle.drawn');
		await node.activate();
		slowDown(node);
		const raffle = realmOf(service).raffles.get(service.ids.raffle)!;
		raffle.winners = [service.ids.members.ada];
		for (let poll = 0; poll < 2; poll++) await node.poll();
		expect(emittedIds(node, 'raffle')).toEqual([raffle.id]);
	});

	it('each event still starts when the trigger does, so that nothing after it is lost', async () => {
		const node = busy('member.joined', { includeRecentEvents: 1 });
		slowDown(node);
		await node.activate('init');
		service.control.clearFaults();
		const joined = [join(service, at(1)), join(service, at(2))];
		for (let poll = 0; poll < 2; poll++) await node.poll();
		const names = node.events.map(({ data }) => (data as { member?: { id: string } }).member?.id);
		expect(names.filter((id) => joined.includes(id!))).toEqual(joined);
	});

	it('a list that must be read whole is told to be too long', async () => {
		const node = new PollNode({ events: ['quest.changed'] }, service.credential());
		await node.activate();
		node.budget = 1_000;
		const page = (number: number) => ({
			data: [{ id: `page ${number}`, name: 'Quest' }],
			meta: { hasNextPage: true, endCursor: String(number) },
		});
		for (let number = 0; number < 9; number++) {
			const fault = { operation: 'quest.getMany', status: 200, times: 1, body: page(number) } as const;
			service.control.addFault({ ...fault, kind: 'status', delay: 90 });
		}
		await node.poll();
		expect([node.events, node.warnings]).toEqual([
			[],
			[expect.stringContaining('too long to read in one poll')],
		]);
	});
});
