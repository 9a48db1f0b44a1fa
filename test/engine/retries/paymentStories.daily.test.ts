// Every day, because it searches at random. At once: test/engine/keys/idempotencyKey.test.ts, test/engine/retries/retryOnFail.test.ts.
import type { IDataObject } from 'n8n-workflow';

import type { FaultRequest } from '../../../sandbox/faults/fault';
import { useSteadyClock } from '../../harness/clock';
import { until } from '../../harness/process/wait';
import { Random, SEED } from '../../harness/random';
import { sizeOf } from '../../harness/size';
import { byId } from '../../harness/workflows/nodes';
import type { GraphOptions } from '../engine';
import { LOOP, NEXT, NODE, SPLIT, START, TRIGGER } from '../nodeTypes';
import { Processes, type Attempt, type Ended } from '../processes';
import { processedValues, store } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

/**
 * Random stories of one workflow that pays. Lists are delivered in parts and in another order, while the service,
 * n8n's store and n8n itself fail. At the end a person settles what is open, and everything is delivered once more.
 * Then the ledger must have exactly the wanted payments.
 */

useSteadyClock();
const service = useService();
withoutPauses();

const STORIES = sizeOf(30, 300);
/** Many stories take longer than the limit for a test that hangs. Milliseconds. */
const TIMEOUT = 300_000 + STORIES * 5_000;
const MOST_RETRIES = 4;

type Origin = 'event' | 'execution' | 'key';

/** A wanted payment. The ledger cannot tell those of one group apart. */
interface Wish extends IDataObject {
	to: string;
	amount: number;
	key: string;
	group: string;
}

/** The node's report about an item. */
interface Told {
	group: string;
	what: 'applied' | 'skipped' | 'notApplied' | 'unknown';
	/** The key, if the outcome is unknown. */
	key?: string;
}

/** An execution, whose end is unknown if its process died. */
type Leg = Attempt & Partial<Ended> & { list: readonly Wish[] };

const isDone = ({ what }: Told) => what === 'applied' || what === 'skipped';

const refusals: ReadonlyArray<Partial<FaultRequest>> = [
	{ kind: 'status', status: 403 },
	{ kind: 'status', status: 422, body: { error: 'no' } },
];
const doubts: ReadonlyArray<Partial<FaultRequest>> = (['before', 'after'] as const).flatMap((when) => [
	{ kind: 'status', status: 502, when },
	{ kind: 'drop', when },
]);

const TROUBLES = [
	'none',
	'refusal',
	'refusal',
	'doubt',
	'doubt',
	'store',
	'deadRequest',
	'deadStore',
] as const;

let stories = 0;

class Story {
	private readonly random: Random;
	private readonly n8n = new Processes(`story ${++stories}`);
	private readonly plan;
	private readonly operation: string;
	private readonly entriesBefore = service.control.ledger().entries.length;
	readonly log: string[] = [];
	readonly problems: string[] = [];

	constructor(
		seed: number,
		private readonly origin: Origin,
	) {
		const random = (this.random = new Random(seed));
		// Neighboring seeds start with similar numbers.
		for (let left = 20; left > 0; left--) random.below(2);
		this.plan = {
			isBulk: this.chance(0.5),
			isLooped: this.chance(0.3),
			onError: random.pick(['stopWorkflow', 'continueErrorOutput'] as const),
			maxTries: random.pick([1, 1, 2, 3]),
			batchSize: 1 + random.below(4),
		};
		this.operation = this.plan.isBulk ? 'updateBalances' : 'updateBalance';
		this.log.push(JSON.stringify({ seed, origin, ...this.plan }));
	}

	/** Deliveries of one list. All of them together must pay each wish once. */
	async deliveries(): Promise<void> {
		const whole = this.wishes();
		for (let left = 1 + this.random.below(4); left > 0; left--) {
			const dropped = this.random.pick([0, 0.15, 0.5]);
			const part = this.shuffled(whole).filter(() => !this.chance(dropped));
			if (part.length > 0) await this.chain(part, whole);
		}
		const calm = await this.leg(this.shuffled(whole), whole, true);
		this.noneMissing(calm, whole);
		await this.settle(calm);
		await this.leg(this.shuffled(whole), whole, true);
		this.sameAs(whole, 'after a person settled the keys');
	}

	/** One execution, which a person retries. It must pay its own list. */
	async execution(): Promise<void> {
		const list = this.wishes();
		const last = await this.chain(list, list);
		if (!last.run || last.run.data.resultData.error) return;
		this.noneMissing(last, list);
	}

	private wishes(): Wish[] {
		const { chen, dalia, emeka } = service.ids.members;
		const places = Array.from({ length: 1 + this.random.below(6) }, (_one, index) => index);
		return places.map((index) => {
			const to = this.random.pick([chen, dalia, emeka]);
			if (this.origin !== 'key') {
				const amount = this.random.pick([7, 7, 7, 8]);
				return { to, amount, key: '', group: `${to} ${amount}` };
			}
			// Items of one key ask for the same.
			const number = this.random.below(index + 1);
			const of = [chen, dalia, emeka][number % 3]!;
			return { to: of, amount: number + 1, key: `order ${number}`, group: `${of} ${number + 1}` };
		});
	}

	/** The number of wanted payments by group: one per key. */
	private wanted(list: readonly Wish[]): Map<string, number> {
		const groups = list.map(({ group }) => group);
		return counted(this.origin === 'key' ? [...new Set(groups)] : groups);
	}

	private paid(): Map<string, number> {
		const { entries } = service.control.ledger();
		return counted(entries.slice(this.entriesBefore).map(({ to, amount }) => `${to} ${Number(amount)}`));
	}

	/** An execution with failures. A person may retry it. */
	private async chain(list: readonly Wish[], whole: readonly Wish[]): Promise<Leg> {
		const legs = [await this.leg(list, whole, false)];
		for (let retries = 0; retries < MOST_RETRIES; retries++) {
			const newest = legs.at(-1)!;
			const isOver = newest.saves.length === 0;
			if (isOver || (newest.run && !newest.run.data.resultData.error)) break;
			if (this.origin !== 'execution' && this.chance(0.5)) break;
			// An attempt that died does not know what the one before it sent.
			const isLost = legs.some(({ run }) => !run);
			legs.push(await this.leg(list, whole, retries > 1, isLost ? legs[0] : newest));
		}
		return legs.at(-1)!;
	}

	private async leg(
		list: readonly Wish[],
		whole: readonly Wish[],
		isCalm: boolean,
		retryOf?: Leg,
	): Promise<Leg> {
		const before = this.paid();
		const kept = retryOf?.saves[0]?.resultData.runData.Pay?.filter(({ error }) => !error).length ?? 0;
		const leg = await this.executed(this.graph(list, isCalm && !retryOf), isCalm, retryOf);
		service.control.clearFaults();
		delete store.written;
		const ended = { ...leg, list };
		const [own, all, paid] = [this.told(ended, kept), this.told(ended), this.paid()];
		const error = leg.run?.data.resultData.error;
		const said = own.map(({ group, what }) => `${group} ${what}`).join(', ');
		this.log.push(`${leg.run ? (error?.message ?? 'ended') : 'lost'}: ${said}. Paid: ${shown(paid)}`);
		for (const [group, times] of paid) {
			const most = this.wanted(whole).get(group) ?? 0;
			if (times > most) this.problems.push(`${group} was paid ${times} times of ${most}`);
		}
		for (const group of new Set(all.map((one) => one.group))) {
			const of = (what: Told['what']) => own.filter((one) => one.group === group && one.what === what).length;
			const moved = (paid.get(group) ?? 0) - (before.get(group) ?? 0);
			const most = error || !leg.run ? Infinity : of('applied') + of('unknown');
			if (moved < of('applied') || moved > most)
				this.problems.push(`${group}: ${of('applied')} are reported as applied, and ${moved} were`);
			const done = all.filter((one) => one.group === group && isDone(one)).length;
			const different = this.origin === 'key' ? Math.min(1, done) : done;
			if (different > (paid.get(group) ?? 0)) this.problems.push(`${group}: ${done} are reported as done`);
		}
		return ended;
	}

	private async executed(
		graph: GraphOptions,
		isCalm: boolean,
		retryOf?: Leg,
	): Promise<Attempt & Partial<Ended>> {
		const trouble = isCalm ? 'none' : this.random.pick(TROUBLES);
		const after = this.random.below(4);
		this.log.push(`${retryOf ? 'retry' : 'execution'} with ${trouble} after ${after}`);
		const ended = async () =>
			retryOf ? await this.n8n.retried(graph, retryOf) : await this.n8n.started(graph);
		if (trouble === 'store') {
			let left = after;
			store.written = () => {
				if (left-- === 0) throw new Error('connection lost');
			};
		}
		if (trouble === 'refusal' || trouble === 'doubt')
			this.fail(
				this.random.pick((trouble === 'doubt' ? doubts : refusals) as [Partial<FaultRequest>]),
				after,
			);
		// A retry is not killed here. test/engine/retries/killedBetweenSteps.test.ts does that.
		if (retryOf || (trouble !== 'deadRequest' && trouble !== 'deadStore')) return await ended();
		let isHeldUp = () => false;
		if (trouble === 'deadRequest') {
			const before = service.requests.length;
			this.fail({ kind: 'timeout', when: this.random.pick(['before', 'after'] as const) }, after);
			isHeldUp = () => service.requests.length > before + after;
		} else {
			let left = after;
			isHeldUp = () => left < 0;
			store.written = async () => {
				if (left-- === 0) await new Promise<never>(() => {});
			};
		}
		let isOver = false;
		try {
			const moment = async () => await until('the moment of death', () => isOver || isHeldUp());
			return await this.n8n.killed(graph, moment);
		} catch {
			// It ended before that moment, and its report is lost.
			return { id: '', saves: [] };
		} finally {
			isOver = true;
		}
	}

	/** This many requests succeed before one fails. */
	private fail(fault: Partial<FaultRequest>, after: number): void {
		const operation = `member.${this.operation}`;
		if (after > 0) service.control.addFault({ operation, kind: 'delay', delay: 1, times: after });
		service.control.addFault({ operation, kind: 'status', times: 1, ...fault });
	}

	/** A person looks at the ledger, confirms the keys of what was paid, and releases the others. */
	private async settle(leg: Leg): Promise<void> {
		const told = this.told(leg);
		for (const group of this.wanted(leg.list).keys()) {
			const paid = this.paid().get(group) ?? 0;
			const own = told.filter((one) => one.group === group);
			const open = [...new Set(own.flatMap(({ key }) => key ?? []))];
			const found = this.origin === 'key' ? paid : paid - own.filter(isDone).length;
			if (found > open.length && this.origin !== 'key')
				this.problems.push(`${group}: of ${open.length} open keys ${found} were paid`);
			for (const [index, key] of open.entries()) {
				const operation = index < found ? 'confirm' : 'release';
				const settling = { resource: 'idempotencyKey', operation, idempotencyKey: key };
				const { of } = await this.n8n.started({
					...this.graph([], true),
					nodes: { ...this.graph([], true).nodes, Settle: { type: NODE, parameters: settling } },
					connections: { Start: [['Settle']] },
				});
				const { json = {} } = of('Settle').items[0] ?? {};
				if (json[index < found ? 'confirmed' : 'released'] !== true)
					this.problems.push(`${operation} of ${key}: ${JSON.stringify(json)}`);
			}
		}
	}

	/** Everything is paid, unless a report says that it is open or not done. */
	private noneMissing(leg: Leg, list: readonly Wish[]): void {
		const told = this.told(leg);
		for (const [group, times] of this.wanted(list)) {
			const paid = this.paid().get(group) ?? 0;
			if (paid < times && !told.some((one) => one.group === group && !isDone(one)))
				this.problems.push(`${group} was paid ${paid} times of ${times}, and nothing is open`);
		}
	}

	private sameAs(list: readonly Wish[], when: string): void {
		const [wanted, paid] = [shown(this.wanted(list)), shown(this.paid())];
		if (wanted !== paid) this.problems.push(`${when}, ${paid} are paid of ${wanted}`);
	}

	/** The reports about the items. @param from skips the earlier runs of the node */
	private told({ run }: Leg, from = 0): Told[] {
		const runData = run?.data.resultData.runData ?? {};
		return (runData.Pay ?? []).slice(from).flatMap(({ data, source, error }) => {
			if (error) return [];
			const { previousNode = '', previousNodeRun = 0, previousNodeOutput = 0 } = source[0] ?? {};
			const input = runData[previousNode]?.[previousNodeRun]?.data?.main?.[previousNodeOutput] ?? [];
			return (data?.main ?? []).flatMap((items) =>
				(items ?? []).map(({ json, pairedItem }) => {
					const { group } = input[(pairedItem as { item: number }).item]!.json as Wish;
					const details = (json.details ?? {}) as {
						outcome?: 'unknown' | 'notApplied';
						idempotencyKey?: string;
					};
					const what = details.outcome ?? (json.skipped === true ? 'skipped' : 'applied');
					return { group, what, ...(what === 'unknown' && { key: details.idempotencyKey }) };
				}),
			);
		});
	}

	/** @param isStraight the key of an item does not depend on its way to the node */
	private graph(list: readonly Wish[], isStraight: boolean): GraphOptions {
		const { isBulk, isLooped, onError, maxTries, batchSize } = this.plan;
		const hasLoop = isLooped && !isStraight;
		const next = hasLoop ? 'Loop' : 'End';
		return {
			credential: service.credential(),
			nodes: {
				Start: { type: this.origin === 'event' ? TRIGGER : START },
				Split: { type: SPLIT },
				Loop: { type: LOOP },
				Pay: {
					type: NODE,
					onError: isStraight ? 'continueErrorOutput' : onError,
					...(maxTries > 1 && !isStraight && { retryOnFail: true, maxTries, waitBetweenTries: 1 }),
					parameters: {
						resource: 'member',
						operation: this.operation,
						serviceId: byId('={{ $json.to }}'),
						currencyId: byId(service.ids.currencies.stars),
						amount: '={{ $json.amount }}',
						...(this.origin === 'key' && { repeatProtection: 'key', idempotencyKey: '={{ $json.key }}' }),
						options: { retries: 0, ...(isBulk && { batchSize }) },
					},
				},
				End: { type: NEXT },
			},
			connections: {
				Start: [['Split']],
				Split: [[hasLoop ? 'Loop' : 'Pay']],
				Loop: [['End'], ['Pay']],
				Pay: [[next], [next]],
			},
			input: [
				{ ...(this.origin === 'event' && { eventId: 'e1', type: 'quest.completed' }), list: [...list] },
			],
		};
	}

	private chance(share: number): boolean {
		return this.random.below(1000) < share * 1000;
	}

	private shuffled<T>(values: readonly T[]): T[] {
		return values
			.map((value) => ({ value, place: this.random.below(2 ** 30) }))
			.sort((one, other) => one.place - other.place)
			.map(({ value }) => value);
	}
}

function counted(groups: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1);
	return counts;
}

const shown = (counts: Map<string, number>) => JSON.stringify([...counts].sort());

it.each([
	['an event', 'event'],
	['an execution that no event started', 'execution'],
	['a key that the user chose', 'key'],
] as const)(
	'the payments of %s are made exactly once in any story, and each item agrees with the ledger',
	async (_what, origin) => {
		for (let number = 0; number < STORIES; number++) {
			await service.move();
			await service.control.reset();
			processedValues.clear();
			delete store.wait;
			const story = new Story(SEED + number, origin);
			await (origin === 'execution' ? story.execution() : story.deliveries());
			if (story.problems.length > 0)
				throw new Error(
					[`REWARDS_ENGAGEMENT_SEED=${SEED + number}`, ...story.problems, ...story.log].join('\n'),
				);
		}
	},
	TIMEOUT,
);
