// Falls with nodes/RewardsEngagement/once/runKeys.ts.

import type { Outcome } from '../../nodes/RewardsEngagement/errors';
import { paymentsOf } from '../../nodes/RewardsEngagement/once/journals';
import { Random, SEED } from '../harness/random';
import { sizeOf } from '../harness/size';
import { NodeRow } from './journalRow';
import { Process, Stop, runNode, type Kind, type Result, type Wish } from './keyedRun';

const STORIES = sizeOf(2_500, 50_000);

/** What n8n saved of an attempt: its data, and what was left to do. */
interface Saved {
	stored: object;
	runIndex: number;
	queue: Wish[][];
}

interface Attempt {
	id: number;
	end: 'finished' | 'failed' | 'killed';
	saved?: Saved;
	/** Whether the node has begun. */
	hasBegun: boolean;
}

const copyOf = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T;

/** Whether the data of an attempt say which one was the first. */
const knowsFirst = (stored: { idempotency?: { origin?: string } } = {}) =>
	stored.idempotency?.origin !== undefined;

/**
 * Wishes, and the result of each: in runs, tries, loops, kills, retries and deliveries. What the service did is known
 * here, and not to the node.
 */
class Story {
	readonly wrong = new Set<string>();
	private readonly random;
	private readonly row = new NodeRow();
	private readonly kind;
	private readonly wishes: Wish[];
	private readonly isLoop;
	private readonly leadsBack;
	private readonly windowSize;
	private readonly attempts: Attempt[] = [];
	/** How often something was paid under a key since a person released it. */
	private readonly paidUnder = new Map<string, number>();
	/** What the first attempt began with. */
	private first?: Saved;
	/** What was last said of a wish. */
	private readonly told = new Map<Wish, Result>();
	private isChanged = false;
	private wasKilled = false;
	/** Whether n8n and its database never failed. */
	private isClear = true;
	/** Whether its database never failed. Otherwise an item may be told as open that a person has settled. */
	private isReadable = true;
	private readonly unknown = new Set<string>();
	/** The last attempt, in which nothing fails. */
	private isCalm = false;

	constructor(readonly seed: number) {
		const random = (this.random = new Random(seed));
		const names = ['a', 'b', 'c'].slice(0, 1 + random.below(3)) as [string];
		this.kind = random.pick<Kind>(['execution', 'execution', 'event', 'key']);
		this.wishes = Array.from({ length: 1 + random.below(5) }, (_, id) => ({
			id,
			name: random.pick(names),
			paid: 0,
		}));
		this.isLoop = random.below(3) === 0;
		this.leadsBack = random.below(3) === 0;
		this.windowSize = 1 + random.below(4);
	}

	async play(): Promise<void> {
		const { random } = this;
		await this.start();
		for (let more = random.below(5); more > 0; more--) {
			if (random.below(3) === 0) await this.settleByHand();
			await this.goOn();
		}
		await this.settleByHand();
		this.isCalm = true;
		await this.goOn();
		this.checkPaid();
	}

	private may(limit: number): boolean {
		return !this.isCalm && this.random.below(limit) === 0;
	}

	/** A new execution. The items of an event may come in another order. */
	private async start(): Promise<void> {
		const list = [...this.wishes];
		if (this.kind === 'event') list.sort(() => this.random.below(2) - 0.5);
		await this.attempt({ stored: {}, runIndex: 0, queue: this.isLoop ? list.map((wish) => [wish]) : [list] });
	}

	/** The next delivery or execution, or a retry of an attempt that did not finish. */
	private async goOn(): Promise<void> {
		const { random } = this;
		if (this.kind === 'event' ? this.isCalm || random.below(2) === 0 : this.kind === 'key' && this.isCalm)
			return await this.start();
		const left = this.attempts.filter((one) => one.end !== 'finished');
		const [oldest, newest] = [left[0], this.attempts.at(-1)];
		if (!oldest || newest?.end === 'finished') return;
		// Without its data, a retry that ended before the node is taken for a first attempt. A person retries the first.
		const mayRetry = newest && !this.isLost(newest);
		const other = this.may(2) ? left[random.below(left.length)]! : oldest;
		const isNewest = mayRetry && (this.isChanged || !this.may(3));
		const retried = isNewest ? newest : this.isLost(other) ? oldest : other;
		// Earlier attempts do not know what was sent before the parameters changed.
		if (this.isChanged && !isNewest) return;
		const { stored, runIndex, queue } = retried.saved ?? { ...this.first!, stored: {} };
		const from = { stored: copyOf(stored), runIndex, queue: [...queue] };
		const mayChange = retried === newest && retried.saved && !this.wasKilled && this.kind !== 'event';
		if (mayChange && this.may(3)) this.change(queue[0]!);
		await this.attempt(from, retried.id);
	}

	private isLost({ id, saved, hasBegun }: Attempt): boolean {
		return this.kind === 'execution' && id > 1 && !knowsFirst(saved?.stored) && !hasBegun;
	}

	/** A person changes a parameter of the node. */
	private change(items: readonly Wish[]): void {
		for (const wish of items) {
			if (this.random.below(2) === 0) continue;
			wish.name = this.random.pick(['x', 'y']);
			this.isChanged = true;
		}
	}

	/** One attempt at an execution, from what n8n had saved. */
	private async attempt(from: Saved, retryOf?: number): Promise<void> {
		this.first ??= { ...from, queue: [...from.queue] };
		const { random } = this;
		const id = this.attempts.length + 1;
		const attempt: Attempt = { id, end: 'finished', hasBegun: false };
		this.attempts.push(attempt);
		const lasts = this.may(4) ? random.below(30) : Infinity;
		const process = new Process(this.row, random, lasts, () => {
			const fails = !this.isChanged && this.may(40);
			this.isClear &&= !fails;
			this.isReadable &&= !fails;
			return fails;
		});
		const stored = from.stored;
		const queue = [...from.queue];
		let { runIndex } = from;
		let led = 0;
		const save = () => (attempt.saved = { stored: copyOf(stored), runIndex, queue: [...queue] });
		const saves = random.pick(['none', 'start', 'progress']);
		if (saves !== 'none') save();
		const tries = 1 + random.below(3);
		const stops = this.may(2);
		const told: Array<[Wish, Result]> = [];
		try {
			while (queue.length > 0) {
				const items = queue[0]!;
				const context = process.contextOf(stored, runIndex, id, retryOf);
				const { kind, windowSize } = this;
				const results = await runNode(items, {
					...{ process, context, kind, windowSize, tries, stops },
					isMissing: () => this.may(12),
					begun: () => (attempt.hasBegun = true),
					send: (wish, key) => this.send(wish, key),
				});
				told.push(...items.map((item, index): [Wish, Result] => [item, results[index]!]));
				queue.shift();
				runIndex++;
				const back = items.filter((_, index) => results[index] === 'refused');
				if (this.leadsBack && back.length > 0 && led++ < 3) queue.unshift(back);
				if (saves === 'progress') save();
			}
		} catch (thrown) {
			if (!(thrown instanceof Stop)) throw thrown;
			attempt.end = thrown.end;
		}
		if (attempt.end === 'killed') [this.wasKilled, this.isClear] = [true, false];
		else save();
		this.checkTold(told);
	}

	/** The service. A request of unknown outcome may have been applied. */
	private send(wish: Wish, key: string): Outcome {
		const outcome = this.isCalm
			? 'applied'
			: this.random.pick<Outcome>(['applied', 'applied', 'notApplied', 'unknown']);
		const isPaid = outcome === 'applied' || (outcome === 'unknown' && this.random.below(2) === 0);
		if (outcome === 'unknown') this.unknown.add(key);
		if (!isPaid) return outcome;
		wish.paid++;
		this.paidUnder.set(key, (this.paidUnder.get(key) ?? 0) + 1);
		return outcome;
	}

	/** A person checks the service for each open key, and settles it. */
	private async settleByHand(): Promise<void> {
		const process = new Process(this.row, this.random, Infinity);
		const journal = paymentsOf(process.contextOf({}, 0, 0));
		for (let round = 0; round < 3; round++)
			for (const value of this.row.values) {
				if (!value.endsWith('\0open') || value.startsWith('retry ')) continue;
				const [key = ''] = value.split('\0');
				if (this.isClear && !this.unknown.has(key)) this.wrong.add('open for nothing');
				if (this.paidUnder.get(key)) await journal.confirm(key);
				else await journal.release(key);
			}
		// A payment that was reversed in the service may be made again.
		for (const wish of this.wishes) {
			const key = `key ${wish.id}`;
			if (this.kind !== 'key' || wish.paid === 0 || !this.may(4)) continue;
			if ((await journal.release(key)) !== 'done') this.wrong.add('paid, and not done');
			wish.paid--;
			this.paidUnder.delete(key);
		}
	}

	/** What finished runs said. */
	private checkTold(told: ReadonlyArray<[Wish, Result]>): void {
		for (const [wish, result] of told) {
			this.told.set(wish, result);
			if (typeof result === 'string') continue;
			if (this.isCalm) this.wrong.add('open in the end');
			const isOpen = [...this.row.values].some((value) => /^(.*?)\0.*open$/.exec(value)?.[1] === result.open);
			if (!isOpen && this.isReadable) this.wrong.add('told as open, and not open');
		}
	}

	/** Equal wishes stand for each other. After a change of parameters each wish counts. */
	private checkPaid(): void {
		const isEnded = this.attempts.at(-1)?.end === 'finished';
		if (isEnded && this.told.size < this.wishes.length) this.wrong.add('not reported');
		// Then nothing says which wish was paid.
		if (this.isChanged && this.wasKilled) return;
		const groups = new Map<unknown, Wish[]>();
		for (const wish of this.wishes) {
			const group = this.isChanged || this.kind === 'key' ? wish.id : wish.name;
			groups.set(group, [...(groups.get(group) ?? []), wish]);
		}
		for (const group of groups.values()) {
			const paid = group.reduce((sum, wish) => sum + wish.paid, 0);
			const told = group.filter((wish) => ['applied', 'done'].includes(this.told.get(wish) as string));
			if (paid > group.length) this.wrong.add('paid twice');
			if (paid < told.length) this.wrong.add('told as paid');
			if (paid < group.length && this.kind !== 'execution') this.wrong.add('dropped');
		}
	}
}

it('no payment is made twice or dropped, and all are reported', async () => {
	for (let seed = SEED; seed < SEED + STORIES; seed++) {
		const story = new Story(seed);
		await story.play();
		expect({ seed, wrong: [...story.wrong] }).toEqual({ seed, wrong: [] });
	}
});
