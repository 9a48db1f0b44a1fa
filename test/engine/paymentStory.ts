import { Random } from '../harness/random';
import { by } from './paymentStoryChance';
import {
	falseReports,
	falseStop,
	tooLittlePaid,
	tooMuchPaid,
	tooMuchSaid,
	wrongForesight,
} from './paymentStoryChecks';
import type { Front } from './paymentStoryFront';
import { doneIn, type Told } from './paymentStoryTold';
import { EXTRA, listed, partOf, reordered, wantedOf, wishes, type Input } from './paymentStoryWishes';
import { WAYS, World, type Leg, type Paid, type Plan } from './paymentStoryWorld';
import { processedValues } from './processedValues';
import type { TestService } from './sandbox';

export type Origin = Plan['origin'];

/** The Error output leads items back, so this is the most frequent. */
const ON_ERROR = [
	'stopWorkflow',
	'continueRegularOutput',
	'continueErrorOutput',
	'continueErrorOutput',
] as const;

const MOST_LED_BACK = 3;
const MOST_RETRIES = 5;

/**
 * Tells a random story of one workflow that pays. It has deliveries of events whose lists change, grow and are
 * reordered, executions without an event, or items with the user's own keys. Every kind of failure occurs. At the end
 * everything is delivered once more. A person checks the ledger and releases the keys of missing payments, and
 * everything is delivered again. Then the ledger must have exactly the wanted payments.
 *
 * @returns the problems in words: a payment too many or too few, or an item that contradicts the ledger
 */
export async function tellStory(
	service: TestService,
	front: Front,
	seed: number,
	origin: Origin,
): Promise<string[]> {
	await service.control.reset();
	processedValues.clear();
	const story = new Story(service, front, seed, origin);
	return await story.told();
}

class Story {
	private readonly random: Random;

	private readonly chance: ReturnType<typeof by>['chance'];

	private readonly plan: Plan;

	private readonly world: World;

	private readonly recipients: readonly string[];

	private readonly log: string[] = [];

	private readonly problems: string[] = [];

	constructor(
		service: TestService,
		front: Front,
		private readonly seed: number,
		private readonly origin: Origin,
	) {
		const random = new Random(seed);
		// Neighboring seeds start with similar numbers.
		for (let left = 20; left > 0; left--) random.below(2);
		this.random = random;
		this.chance = by(random).chance;
		this.plan = this.planned();
		this.world = new World(service, front, random, `${origin} story ${seed}`, origin);
		this.recipients = this.world.recipients(this.plan.way).slice(0, 1 + random.below(3));
	}

	async told(): Promise<string[]> {
		this.log.push(JSON.stringify(this.plan));
		if (this.origin === 'execution') await this.executions();
		else await this.deliveries();
		return this.problems.length === 0 ? [] : [`seed ${this.seed}`, ...this.problems, ...this.log];
	}

	private planned(): Plan {
		const { random, origin, chance } = this;
		return {
			origin,
			way: random.pick(WAYS),
			onError: random.pick(ON_ERROR),
			isLooped: chance(0.3),
			hasWait: chance(0.2),
			hasFee: chance(0.2),
			isMerged: origin === 'event' && chance(0.2),
			maxTries: random.pick([1, 1, 2, 3]),
			batchSize: 1 + random.below(4),
			again: chance(0.6) ? MOST_LED_BACK : 0,
			isDaring: chance(0.3),
			extra: chance(0.5) ? EXTRA : 0,
		};
	}

	/** Deliveries of the same wishes. All of them together must pay each wish once. */
	private async deliveries(): Promise<void> {
		const { plan, random, chance } = this;
		const isOfTwo = plan.isMerged || (this.origin === 'event' && chance(0.15));
		const events = this.origin === 'key' ? [undefined] : isOfTwo ? ['e1', 'e2'] : ['e1'];
		const whole = events.map((eventId) => ({ eventId, list: this.wishes() }));
		const wanted = wantedOf(whole, plan);
		for (let left = 1 + random.below(4); left > 0; left--) {
			const input = partOf(random, whole);
			if (input.length > 0) await this.chain(input, { share: 0.6, wanted });
		}
		// The key of an item does not depend on its way to the node.
		const straight = { isLooped: false, hasWait: false, again: 0, maxTries: 1 };
		const calm: Plan = { ...plan, ...straight, onError: 'continueErrorOutput' };
		const first = await this.calm(calm, reordered(random, whole));
		const open = first.own.filter(({ what }) => what === 'unknown');
		this.problems.push(...tooMuchPaid(first.after, wanted), ...tooLittlePaid(first.after, wanted, open));
		await this.release(first);
		const { after } = await this.calm(calm, reordered(random, whole));
		const isMissing = 'after a person freed the keys of what was not paid';
		this.problems.push(
			...tooMuchPaid(after, wanted),
			...tooLittlePaid(after, wanted, []).map((problem) => `${problem}, ${isMissing}`),
		);
	}

	/** Executions without an event. Each must pay its own list. */
	private async executions(): Promise<void> {
		const { plan, random } = this;
		for (let left = 1 + random.below(2); left > 0; left--) {
			const input = [{ list: this.wishes() }];
			const before = this.world.paid();
			const wanted = new Map(before);
			for (const [group, times] of wantedOf(input, plan)) wanted.set(group, times + (before.get(group) ?? 0));
			const { end, after, all } = await this.chain(input, { share: 1, wanted, before });
			if (end === 'whole') this.problems.push(...tooLittlePaid(after, wanted, all));
		}
	}

	/** One execution with manual retries, until it ends well. */
	private async chain(
		input: Input,
		{ share, wanted, before = new Map() }: { share: number; wanted: Paid; before?: Paid },
	): Promise<Leg> {
		const { plan, random, world, chance } = this;
		const isTroubled = chance(0.8);
		if (!isTroubled && chance(0.5)) return await this.calm(plan, input, before);
		let leg = await this.leg(plan, input, { isTroubled }, before);
		const legs: [Leg, ...Leg[]] = [leg];
		for (let retries = 0; retries < MOST_RETRIES; retries++) {
			if ((leg.end !== 'stopped' && leg.end !== 'died') || !chance(share)) break;
			if (chance(0.5)) world.newProcess();
			// When nothing was paid, a person who has checked may release the whole execution.
			const isUnpaid = [...leg.after].every(([group, paid]) => paid === (before.get(group) ?? 0));
			if (this.origin === 'execution' && isUnpaid && chance(0.7))
				for (const mark of world.marks()) await this.free(mark);
			// The newest attempt, or an earlier one. If one died before it reached each node, no key shows that: see
			// the docs.
			const chosen = chance(0.8) ? leg : random.pick(legs);
			const retryOf = this.isTold(chosen) ? chosen : legs[0];
			leg = await this.leg(plan, input, { isTroubled: isTroubled && retries < 3, retryOf }, before);
			legs.push(leg);
		}
		this.problems.push(...tooMuchPaid(leg.after, wanted));
		return leg;
	}

	/** Whether a retry of an attempt tells each node that it is a repeat. */
	private isTold({ id, end }: Leg): boolean {
		const own = this.world.marks().filter((mark) => mark.startsWith(`execution ${id},`));
		return end !== 'died' || new Set(own).size === (this.plan.hasFee ? 2 : 1);
	}

	/** A leg without failures. Before it, a dry run says what the leg will do, and does nothing. */
	private async calm(plan: Plan, input: Input, before?: Paid): Promise<Leg> {
		const { world } = this;
		const [stored, paid] = [world.stored(), JSON.stringify([...world.paid()])];
		const dry = await world.leg(plan, input, { isTroubled: false, isDry: true });
		this.log.push(dry.words);
		if (world.stored() !== stored) this.problems.push(`a dry run changed ${stored} to ${world.stored()}`);
		if (JSON.stringify([...dry.after]) !== paid) this.problems.push('a dry run paid');
		const leg = await this.leg(plan, input, { isTroubled: false }, before);
		// A dry run refuses nothing, so no items return to it.
		if (plan.again === 0) this.problems.push(...wrongForesight(dry, leg));
		return leg;
	}

	private async leg(
		plan: Plan,
		input: Input,
		how: { isTroubled: boolean; retryOf?: Leg },
		before: Paid = new Map(),
	): Promise<Leg> {
		const { world } = this;
		const leg = await world.leg(plan, input, how);
		this.log.push(`${listed(input)}: ${leg.words}`);
		this.problems.push(
			...falseReports(leg),
			...falseStop(leg),
			...tooMuchSaid(leg, this.origin === 'key', before),
		);
		if (!world.hasDoubt && leg.own.some(({ what }) => what === 'unknown'))
			this.problems.push('an outcome is reported as unknown, and nothing happened that could make it so');
		return leg;
	}

	/** A person checks the ledger, and releases as many keys as payments are missing. */
	private async release({ own, after }: Leg): Promise<void> {
		const done = doneIn(own, this.origin === 'key');
		const keysOf = (group: string) =>
			own.flatMap((one: Told) => (one.group === group && one.what === 'unknown' && one.key) || []);
		for (const group of new Set(own.map((one) => one.group))) {
			const open = by(this.random).shuffled([...new Set(keysOf(group))]);
			const paid = (after.get(group) ?? 0) - (done.get(group) ?? 0);
			if (paid < 0 || paid > open.length)
				this.problems.push(`${group}: of ${open.length} open keys ${paid} were paid`);
			for (const key of open.slice(Math.max(0, paid))) await this.free(key);
		}
	}

	private async free(key: string): Promise<void> {
		this.log.push(`a person frees ${key}`);
		this.problems.push(...[await this.world.free(key)].filter((problem) => problem !== undefined));
	}

	private wishes() {
		return wishes(this.random, this.origin, this.recipients);
	}
}
