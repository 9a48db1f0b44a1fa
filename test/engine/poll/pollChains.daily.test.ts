// Every day, because it searches at random. At once: test/engine/poll/polledBalances.test.ts, test/engine/poll/polledRanks.test.ts, test/engine/poll/polledTimes.test.ts.
import type { INodeParameters } from 'n8n-workflow';

import { Random, SEED } from '../../harness/random';
import { sizeOf } from '../../harness/size';
import { issuer } from '../../../sandbox/base/ledger';
import type { Member } from '../../../sandbox/resources/member/records';
import { PollNode } from '../pollNode';
import { usePolledRealm } from '../polledRecords';
import { ANY_FAULT, BUDGET_MS } from './watchedPoll';

/** Runs after each response of the service. */
let afterRequest: () => void = () => {};
const { service, realm, join, trigger } = usePolledRealm({ onRequest: () => afterRequest() });
afterEach(() => (afterRequest = () => {}));

const STORIES = sizeOf(6, 60);
const ROUNDS = 25;
const DAY_MS = 24 * 60 * 60_000;
const stories = Array.from({ length: STORIES }, (_, number) => SEED + number);

const balanceOf = (id: string) => realm().ledger.balance(service.ids.currencies.stars, id);

function award(id: string, amount: number): void {
	const [from, to] = amount > 0 ? [issuer, id] : [id, issuer];
	realm().ledger.move({
		currencyId: service.ids.currencies.stars,
		from,
		to,
		amount: Math.abs(amount),
		memo: 'Story',
	});
}

/** One event of a member that leads from one value to another. */
interface Step {
	id: string;
	from: number | null;
	to: number | null;
}

/** Polls, with kills, restarts and failed requests at every point, while something happens. */
class Story {
	readonly node: PollNode;

	constructor(
		private readonly random: Random,
		parameters: INodeParameters,
	) {
		// Only with durable cursors does n8n store a position and its execution together.
		this.node = trigger(parameters, true);
	}

	async poll(): Promise<void> {
		const { node, random } = this;
		const fate = random.below(10);
		if (fate > 7) return await this.pollWithFaults();
		if (fate === 0) {
			await node.poll('beforeTheExecution');
			return await node.restart();
		}
		await node.poll();
		if (fate === 1) await node.restart();
		if (fate === 2) await node.restartAnew();
	}

	/** Polls while a third of the requests fail. A lasting problem is reported by a failed execution. */
	private async pollWithFaults(): Promise<void> {
		const { node, random } = this;
		const seed = random.below(1_000_000);
		service.control.setFaultPlan({ operation: '*', seed, rate: 0.3, faults: ANY_FAULT });
		node.budget = BUDGET_MS;
		await node.poll().catch(() => undefined);
		node.budget = undefined;
		service.control.setFaultPlan(undefined);
	}

	/** The steps of each member. Each must continue where the one before ended. */
	stepsOf(stepOf: (data: never) => Step): Map<string, Step[]> {
		const steps = new Map<string, Step[]>();
		for (const { data } of this.node.events) {
			const step = stepOf(data as never);
			steps.set(step.id, [...(steps.get(step.id) ?? []), step]);
		}
		return steps;
	}

	expectNoEventTwice(): void {
		const ids = this.node.events.map(({ eventId }) => eventId);
		expect(new Set(ids).size).toBe(ids.length);
	}
}

function expectChains(steps: ReadonlyMap<string, Step[]>, first: (id: string) => number | null): void {
	for (const [id, ofMember] of steps) {
		let value = first(id);
		for (const { from, to } of ofMember) {
			expect([id, from]).toEqual([id, value]);
			value = to;
		}
	}
}

const lastOf = (steps: ReadonlyMap<string, Step[]>, id: string) => steps.get(id)?.at(-1)?.to;

it.each(stories)('the differences of all balances add up, whatever happens (seed %s)', async (seed) => {
	const random = new Random(seed);
	const ids = [...realm().members.keys()].slice(0, 8);
	// The list of members has up to three pages.
	for (let count = random.below(250); count > 0; count--) ids.push(join());
	const before = new Map(ids.map((id) => [id, balanceOf(id)]));
	const story = new Story(random, { events: ['balance.changed'] });
	await story.node.activate();
	for (let round = 0; round < ROUNDS; round++) {
		if (random.below(6) === 0) ids.push(join());
		const change = () => {
			const id = ids[random.below(ids.length)]!;
			award(id, random.below(3) === 0 && balanceOf(id) > 0 ? -balanceOf(id) : 1 + random.below(3));
		};
		for (let count = random.below(5); count > 0; count--) change();
		afterRequest = random.below(3) === 0 ? change : () => {};
		await story.poll();
		afterRequest = () => {};
	}
	for (let poll = 0; poll < 3; poll++) await story.node.poll();
	const steps = story.stepsOf(
		({
			member,
			previousBalance,
			newBalance,
		}: {
			member: Member;
			previousBalance: number;
			newBalance: number;
		}) => ({
			id: member.id,
			from: previousBalance,
			to: newBalance,
		}),
	);
	expectChains(steps, (id) => before.get(id) ?? 0);
	for (const id of ids) expect([id, lastOf(steps, id) ?? before.get(id) ?? 0]).toEqual([id, balanceOf(id)]);
	story.expectNoEventTwice();
});

it.each(stories)('the ranks of each member follow one another, whatever happens (seed %s)', async (seed) => {
	const random = new Random(seed);
	const top = 4;
	const ids = [...realm().members.keys()].slice(0, 10);
	const ranking = () => {
		const ranked = [...realm().members.keys()].sort((one, other) => balanceOf(other) - balanceOf(one));
		return new Map(ranked.slice(0, top).map((id, index) => [id, index + 1]));
	};
	const before = ranking();
	const story = new Story(random, { events: ['rank.changed'], topMembers: top });
	await story.node.activate();
	let number = 0;
	for (let round = 0; round < ROUNDS; round++) {
		// No two balances are equal, so there is one right order.
		for (let count = random.below(4); count > 0; count--) {
			const wanted = 1_000_000 + random.below(1_000) * 1_000 + number++;
			const id = ids[random.below(ids.length)]!;
			if (wanted !== balanceOf(id)) award(id, wanted - balanceOf(id));
		}
		await story.poll();
	}
	for (let poll = 0; poll < 3; poll++) await story.node.poll();
	const steps = story.stepsOf(
		({
			member,
			previousRank,
			rank,
		}: {
			member: Member;
			previousRank: number | null;
			rank: number | null;
		}) => ({
			id: member.id,
			from: previousRank,
			to: rank,
		}),
	);
	expectChains(steps, (id) => before.get(id) ?? null);
	const after = ranking();
	for (const id of realm().members.keys()) {
		const last = steps.has(id) ? lastOf(steps, id) : (before.get(id) ?? null);
		expect([id, last]).toEqual([id, after.get(id) ?? null]);
	}
	story.expectNoEventTwice();
});

it.each(stories)('each year and each time without activity is emitted once (seed %s)', async (seed) => {
	const random = new Random(seed);
	realm().members.clear();
	const DAYS = 20;
	const start = Date.parse('2026-02-20T10:00:00Z');
	jest.setSystemTime(start);
	const expected: string[] = [];
	const members = Array.from({ length: 150 + random.below(200) }, () => {
		const id = join(new Date(start - random.below(1_500) * DAY_MS - random.below(DAY_MS)).toISOString());
		service.control.noteActivity(id, random.below(40) + Math.random());
		return realm().members.get(id)!;
	});
	const story = new Story(random, {
		events: ['member.anniversary', 'member.inactive'],
		inactiveDays: DAYS,
	});
	await story.node.activate();
	let done = start;
	for (let round = 0; round < 12; round++) {
		const now = start + (round + 1) * DAY_MS * 3 + random.below(DAY_MS);
		for (const member of members) {
			const lastActive = Date.parse(member.lastActive!) + DAYS * DAY_MS;
			// The service tells its time in whole seconds.
			if (lastActive > done + 1_000 && lastActive <= now - 1_000)
				expected.push(`${member.id} ${member.lastActive}`);
			else if (lastActive > done && lastActive <= now + 1_000)
				member.lastActive = new Date(now).toISOString();
			for (let years = 1; years < 6; years++) {
				const day = anniversaryOf(member.joinedAt, years);
				if (day > dayOf(done) && day <= dayOf(now)) expected.push(`${member.id} ${years}`);
			}
		}
		jest.setSystemTime(now);
		await story.poll();
		await story.node.poll();
		await story.node.poll();
		for (const member of members) if (random.below(10) === 0) member.lastActive = new Date(now).toISOString();
		done = now;
	}
	const emitted = story.node.events.map(({ data }) => {
		const { member, years } = data as unknown as { member: Member; years?: number };
		return `${member.id} ${years ?? member.lastActive}`;
	});
	expect(emitted.sort()).toEqual(expected.sort());
	story.expectNoEventTwice();
});

it.each(stories)('each return is emitted once, whatever happens (seed %s)', async (seed) => {
	const random = new Random(seed);
	realm().members.clear();
	const DAYS = 3;
	const start = Date.parse('2026-03-01T10:00:00Z');
	jest.setSystemTime(start);
	const members = Array.from({ length: 20 + random.below(60) }, () => {
		const id = join(new Date(start - 50 * DAY_MS).toISOString());
		return service.control.noteActivity(id, random.below(8) + 0.5);
	});
	const story = new Story(random, { events: ['member.returned'], inactiveDays: DAYS });
	await story.node.activate();
	const expected: string[] = [];
	const isAway = ({ lastActive }: Member) => Date.parse(lastActive!) <= Date.now() - DAYS * DAY_MS;
	let away = new Set(members.filter(isAway));
	for (let round = 0; round < ROUNDS; round++) {
		jest.setSystemTime(start + (round + 1) * 0.7 * DAY_MS);
		for (const member of members)
			if (random.below(7) === 0)
				member.lastActive = new Date(Date.now() - random.below(DAY_MS / 24)).toISOString();
		for (const member of away) if (!isAway(member)) expected.push(member.id);
		away = new Set(members.filter(isAway));
		await story.poll();
		// No member becomes inactive and returns between two polls that succeed.
		await story.node.poll();
	}
	const returned = story.node.events.map(({ data }) => (data as { member: { id: string } }).member.id);
	expect(returned.sort()).toEqual(expected.sort());
	story.expectNoEventTwice();
});

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The day of an anniversary, in UTC. */
function anniversaryOf(joinedAt: string, years: number): string {
	const [year, month, day] = joinedAt.slice(0, 10).split('-') as [string, string, string];
	const later = Number(year) + years;
	const isThere = month !== '02' || day !== '29' || later % 4 === 0;
	return `${later}-${month}-${isThere ? day : '28'}`;
}
