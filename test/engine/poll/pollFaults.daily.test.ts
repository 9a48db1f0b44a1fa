// Every day, because it searches at random. At once: test/engine/poll/polledMembers.test.ts, test/engine/poll/polledPurchases.test.ts, test/engine/poll/polledChanges.test.ts.
import type { IDataObject } from 'n8n-workflow';

import { atOneTime, endWaits, setClock } from '../../harness/clock';
import type { FaultRequest } from '../../../sandbox/faults/fault';
import { ALL_HAPPENINGS, type Happening } from '../../harness/polls/happenings';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';
import { ANY_FAULT, BUDGET_MS, removeOne, WatchedPoll } from './watchedPoll';
import { Random, SEED } from '../../harness/random';
import { sizeOf } from '../../harness/size';

/** Runs after each response of the service. */
let afterRequest: () => void = () => {};
const service = useService({ onRequest: () => afterRequest() });
withoutPauses();
beforeEach(() => processedValues.clear());
afterEach(() => {
	afterRequest = () => {};
	jest.useRealTimers();
});

/** The request for each event. */
const ASKED: Record<Happening, string> = {
	'member.joined': 'member.getMany',
	'member.referred': 'member.getMany',
	'member.returned': 'member.getMany',
	'member.updated': 'member.getMany',
	'balance.changed': 'member.getMany',
	'store.purchase.completed': 'purchase.getMany',
	'store.purchase.finalized': 'purchase.getMany',
	'raffle.drawn': 'raffle.getMany',
	'quest.changed': 'quest.getMany',
	'balance.reached': 'member.getLeaderboard',
	'export.finished': 'export.get',
};

/** Responses that are no list of the requested records. */
const WRONG_SHAPES: Array<[what: string, body: unknown]> = [
	['null', null],
	['a list without an envelope', [{ id: 'a' }]],
	['an object in place of the list', { data: { id: 'a' } }],
	['nothing known', { ok: true }],
];

const FAULTS: Array<[what: string, fault: Omit<FaultRequest, 'operation'>, words: RegExp]> = [
	['429 with a time', { kind: 'rateLimit', retryAfter: 3600 }, /limit|too many requests/i],
	['429 without one', { kind: 'status', status: 429 }, /limit|too many requests/i],
	['500', { kind: 'status', status: 500 }, /could not process the request/],
	['500 after acting', { kind: 'status', status: 500, when: 'after' }, /could not process the request/],
	['503', { kind: 'status', status: 503 }, /could not process the request/],
	['a time-out', { kind: 'timeout' }, /did not respond in time/],
	['a connection that drops at once', { kind: 'drop' }, /was lost|connection/],
	['a connection that drops after acting', { kind: 'drop', when: 'after' }, /was lost|connection/],
	['an answer cut off', { kind: 'cut' }, /was lost/],
	['half of an answer', { kind: 'truncate' }, /cannot be|JSON/i],
	['a page in place of JSON', { kind: 'html' }, /cannot be|JSON|HTML|page/i],
	['no content', { kind: 'empty' }, /empty response/],
	['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:9/' }, /redirect|moved|another address/i],
];

/**
 * Each event with everything that it cannot read. The client handles faults the same way for all, so only one event
 * has all of them.
 */
const GONE_WRONG = ALL_HAPPENINGS.flatMap((event, index) => [
	...FAULTS.filter((_fault, number) => index === 0 || index === number).map(
		(fault) => [event, ...fault] as const,
	),
	...WRONG_SHAPES.map(([what, body]) => {
		const fault = { kind: 'status', status: 200, body } as const;
		return [event, `${what} as the answer`, fault, /returned an unexpected list/] as const;
	}),
]);

it.each(GONE_WRONG)(
	'%s is emitted once after %s, which the log tells',
	async (event, _what, fault, words) => {
		const watched = await WatchedPoll.from(service, event, 2);
		const { node, happenings } = watched;
		happenings.happen(2);
		service.control.addFault({ operation: ASKED[event], ...fault });
		node.budget = BUDGET_MS;
		await node.poll();
		node.budget = undefined;
		expect(node.events).toEqual([]);
		expect(node.warnings).toEqual([expect.stringMatching(words)]);
		service.control.clearFaults();
		// The waiting time of the service is over.
		endWaits(60_000);
		happenings.happen(1);
		await watched.expectEachOnce();
	},
);

describe.each(ALL_HAPPENINGS)('%s', (event) => {
	it('is emitted once after an empty list', async () => {
		const watched = await WatchedPoll.from(service, event, 3);
		const body = { data: [], meta: { hasNextPage: false, page: 1, totalPages: 0, total: 0 } };
		if (event !== 'export.finished') {
			service.control.addFault({ operation: ASKED[event], kind: 'status', status: 200, body });
		}
		watched.happenings.happen(1);
		await watched.node.poll();
		service.control.clearFaults();
		watched.happenings.happen(1);
		await watched.expectEachOnce();
	});

	it('is emitted once although a third of the requests go wrong', async () => {
		const watched = await WatchedPoll.from(service, event, 110, { most: 170 });
		service.control.setFaultPlan({ operation: '*', seed: 7, rate: 0.3, faults: ANY_FAULT });
		watched.node.budget = BUDGET_MS;
		for (let poll = 0; poll < 12; poll++) {
			watched.happenings.happen(5);
			// A lasting problem is reported by a failed execution.
			await watched.node.poll().catch(() => undefined);
			if (poll % 5 === 4) await watched.node.restart();
		}
		service.control.setFaultPlan(undefined);
		watched.node.budget = undefined;
		for (let poll = 0; poll < 3; poll++) await watched.node.poll();
		await watched.expectEachOnce();
	});

	it('is emitted once while more happens, and older records change and vanish, between the pages', async () => {
		const before = 260;
		const watched = await WatchedPoll.from(service, event, before, { most: before + 40 });
		watched.happenings.happen(3);
		for (let poll = 0; poll < 3; poll++) {
			let disturbances = 4;
			afterRequest = () => {
				if (disturbances-- <= 0) return;
				watched.happenings.happen(1);
				removeOne(service, watched.happenings, 99 + poll * 10 + disturbances);
			};
			await watched.node.poll();
		}
		afterRequest = () => {};
		for (let poll = 0; poll < 3; poll++) await watched.node.poll();
		await watched.expectEachOnce();
	});

	it('is emitted once where all have the same time', async () => {
		await atOneTime(async () => {
			const watched = await WatchedPoll.from(service, event, 2);
			for (let poll = 0; poll < 3; poll++) {
				watched.happenings.happen(3);
				await watched.node.poll();
				await watched.node.restart();
			}
			await watched.expectEachOnce();
		});
	});

	it('is emitted once although the clock of n8n jumps back and forth', async () => {
		const watched = await WatchedPoll.from(service, event, 2);
		for (const hours of [-5, 30, -2]) {
			watched.happenings.happen(2);
			setClock(Date.now() + hours * 3_600_000);
			await watched.node.poll();
			jest.useRealTimers();
		}
		await watched.expectEachOnce();
	});

	it.each<[string, (state: IDataObject) => void]>([
		['nothing', ({ positions }) => replaceAll(positions, undefined)],
		['no object', ({ positions }) => replaceAll(positions, 'x')],
		['of another form', ({ positions }) => replaceAll(positions, { v: 2 })],
		['a text', (state) => (state.positions = 'x')],
		['a list', (state) => Object.assign(state, { positions: ['x'], by: 1 })],
	])('begins anew with a place that is %s, and goes on from there', async (_what, damage) => {
		const watched = await WatchedPoll.from(service, event, 3);
		watched.happenings.happen(2);
		await watched.node.poll();
		expect(watched.emitted).toHaveLength(2);
		for (const state of watched.node.remembered()) damage(state);
		await watched.node.restart();
		watched.happenings.happen(2);
		await watched.expectEachOnce();
	});

	it('goes on from a place that a later version added something to', async () => {
		const watched = await WatchedPoll.from(service, event, 3);
		watched.happenings.happen(1);
		await watched.node.poll();
		for (const { positions } of watched.node.remembered()) {
			for (const position of Object.values(positions as Record<string, IDataObject>)) {
				Object.assign(position, { more: { of: 'it' } });
			}
		}
		watched.happenings.happen(1);
		await watched.node.restart();
		await watched.expectEachOnce();
		expect(watched.node.warnings).toEqual([]);
	});
});

/** Replaces the value of each position. */
function replaceAll(positions: unknown, by: unknown): void {
	for (const name of Object.keys(positions as IDataObject)) (positions as Record<string, unknown>)[name] = by;
}

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
