import { endWaits } from '../harness/clock';
import { ALL_HAPPENINGS } from '../harness/polls/happenings';
import { Random, SEED } from '../harness/random';
import { sizeOf } from '../harness/size';
import { processedValues } from './processedValues';
import { useService, withoutPauses } from './sandbox';
import { ANY_FAULT, BUDGET_MS, removeOne, WatchedPoll } from './watchedPoll';

/** Runs after each response of the service. */
let afterRequest: () => void = () => {};
const service = useService({ onRequest: () => afterRequest() });
withoutPauses();
beforeEach(() => processedValues.clear());
afterEach(() => {
	afterRequest = () => {};
});

const STORIES = sizeOf(2, 60);
const ROUNDS = 12;
const FEW = 8;
const KILLS = ['beforeAnything', 'beforeTheExecution', 'beforeTheCursor'] as const;

/** Removes a new member from the list. @returns a function that brings the member back, within two minutes */
function hideLatest({ happenings }: WatchedPoll): () => void {
	const { members } = service.state.realms.get(service.realmId)!;
	const member = members.get(happenings.happened['member.joined'].at(-1)!)!;
	members.delete(member.id);
	return () => void members.set(member.id, member);
}

const STORIES_OF_ALL = ALL_HAPPENINGS.flatMap((event) =>
	Array.from({ length: STORIES }, (_, number) => [event, SEED + number] as const),
);

it.each(STORIES_OF_ALL)(
	'%s is emitted once, whatever goes wrong (seed %s)',
	async (event, seed) => {
		const random = new Random(seed);
		const isOneIn = (count: number) => random.below(count) === 0;
		const isDurable = isOneIn(2);
		// Two and a half pages exist at the start. An export costs a request in each poll.
		const [before, many] = event === 'export.finished' ? [20, FEW] : [250, 120];
		const most = before + ROUNDS * (many + 6);
		const watched = await WatchedPoll.from(service, event, before, { most, isDurable });
		const { node, happenings } = watched;
		let old = before;
		for (let round = 0; round < ROUNDS; round++) {
			happenings.happen(random.below(isOneIn(4) ? many : FEW));
			const show = event === 'member.joined' && isOneIn(4) ? hideLatest(watched) : () => {};
			let disturbances = isOneIn(3) ? 4 : 0;
			afterRequest = () => {
				if (disturbances-- <= 0) return;
				happenings.happen(1);
				if (isOneIn(2)) removeOne(service, happenings, --old);
			};
			if (isOneIn(3)) {
				service.control.setFaultPlan({ operation: '*', seed: seed + round, rate: 0.3, faults: ANY_FAULT });
				node.budget = BUDGET_MS;
			}
			const kill = isOneIn(4) ? random.pick(KILLS) : undefined;
			// A lasting problem is reported by a failed execution.
			await node.poll(kill).catch(() => undefined);
			// A durable n8n can also refuse a poll, and continue.
			const isRefused = isDurable && kill !== undefined && isOneIn(2);
			if (!isRefused && (kill !== undefined || isOneIn(6)))
				await (isOneIn(2) ? node.restart() : node.restartAnew());
			afterRequest = () => {};
			service.control.setFaultPlan(undefined);
			node.budget = undefined;
			// The waiting time of the service is over.
			endWaits(60_000);
			show();
		}
		for (let poll = 0; poll < 4; poll++) await node.poll();
		await watched.expectEachOnce();
	},
	120_000,
);
