import { Random } from '../harness/random';
import { by } from './paymentStoryChance';
import {
	falselySkipped,
	falseReports,
	falseStop,
	tooLittlePaid,
	tooMuchPaid,
	tooMuchSaid,
} from './paymentStoryChecks';
import type { Front } from './paymentStoryFront';
import { Kinds, type Kind } from './paymentStoryKinds';
import { WAYS, type Plan } from './paymentStoryParameters';
import { doneIn, isDone, type Told } from './paymentStoryTold';
import {
	EXTRA,
	listed,
	partOf,
	reordered,
	wantedOf,
	wishes,
	withDryRuns,
	type Input,
	type Wish,
} from './paymentStoryWishes';
import { World, type Leg, type Paid } from './paymentStoryWorld';
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

/** What an agent's tool cannot be, or would hide. */
const AS_TOOL = {
	onError: 'continueRegularOutput',
	hasFee: false,
	again: 0,
	isByEmail: false,
	namesInitiators: false,
} as const;

/** What an item says whose key has no fingerprint any more. */
const CONFLICT = 'Not sent: this key was used for another request';

const MOST_LED_BACK = 3;
const MOST_RETRIES = 5;
const MOST_ROUNDS = 4;

/**
 * Tells a random story of one workflow that pays. It has deliveries of events whose lists change, grow and are
 * reordered, executions without an event, or items with the user's own keys. Every kind of failure occurs. At the end
 * everything is delivered once more. A person checks the ledger and releases the keys of missing payments, and
 * everything is delivered again. Then the ledger must have exactly the wanted payments.
 *
 * @param kinds what else the story may contain
 * @returns the problems in words: a payment too many or too few, or an item that contradicts the ledger
 */
export async function tellStory(
	service: TestService,
	front: Front,
	{ seed, origin, kinds = [] }: { seed: number; origin: Origin; kinds?: readonly Kind[] },
): Promise<string[]> {
	await service.control.reset();
	await front.move();
	processedValues.clear();
	const story = new Story(service, front, seed, origin, new Kinds(kinds));
	return await story.told();
}

let stories = 0;

class Story {
	private readonly random: Random;

	private readonly chance: ReturnType<typeof by>['chance'];

	private readonly plan: Plan;

	private readonly world: World;

	private readonly recipients: readonly string[];

	private readonly log: string[] = [];

	private readonly problems: string[] = [];

	private hasDied = false;

	/** Groups with a key that a person confirmed after a process had died. */
	private readonly confirmed = new Set<string>();

	constructor(
		service: TestService,
		front: Front,
		private readonly seed: number,
		private readonly origin: Origin,
		private readonly kinds: Kinds,
	) {
		const random = new Random(seed);
		// Neighboring seeds start with similar numbers.
		for (let left = 20; left > 0; left--) random.below(2);
		this.random = random;
		this.chance = by(random).chance;
		this.plan = this.planned();
		const { isByEmail } = this.plan;
		// A process that died in an earlier story keeps its locks, so no two stories have a workflow in common.
		const name = `story ${++stories}`;
		this.world = new World({ service, front, random, name, origin, kinds, isByEmail });
		this.recipients = this.world.recipients(this.plan).slice(0, 1 + random.below(3));
	}

	async told(): Promise<string[]> {
		this.log.push(JSON.stringify(this.plan));
		if (this.origin === 'execution') await this.executions();
		else await this.deliveries();
		return this.problems.length === 0 ? [] : [`seed ${this.seed}`, ...this.problems, ...this.log];
	}

	private planned(): Plan {
		const { random, origin, chance, kinds } = this;
		const plan: Plan = {
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
			isMixed: chance(0.5),
			isByEmail: kinds.draw('failingLookUps', random, 0.3) || kinds.draw('movingNames', random, 0.8),
			namesInitiators: kinds.has('failingLookUps'),
			savesProgress: kinds.draw('progress', random, 0.7),
			isTool: origin !== 'key' && kinds.draw('tools', random, 0.7),
			// Items of several events without pairing stand for all of them together.
			isFiltered: kinds.draw('amended', random, 0.5),
		};
		if (plan.isByEmail) plan.way = random.pick(['member.updateBalance', 'member.updateBalances']);
		// A look-up that failed matters if n8n tries again.
		if (plan.namesInitiators) plan.maxTries = random.pick([2, 3]);
		if (plan.isTool) Object.assign(plan, AS_TOOL);
		return this.isUnpaired(plan) ? { ...plan, isMerged: false } : plan;
	}

	/** Whether n8n cannot tell the source of each payment. An agent calls its tool for all items of its run. */
	private isUnpaired({ isFiltered, isTool }: Plan): boolean {
		return isFiltered || isTool;
	}

	/** Deliveries of the same wishes. All of them together must pay each wish once. */
	private async deliveries(): Promise<void> {
		const { plan, random, chance } = this;
		const isOfTwo = plan.isMerged || (this.origin === 'event' && !this.isUnpaired(plan) && chance(0.15));
		const events = this.origin === 'key' ? [undefined] : isOfTwo ? ['e1', 'e2'] : ['e1'];
		const whole = events.map((eventId) => ({ eventId, list: this.wishes() }));
		const wanted = wantedOf(whole, plan);
		for (let left = 1 + random.below(4); left > 0; left--) {
			// Without pairing, the items of two deliveries of an event look like those of one.
			const input = partOf(random, whole, this.isUnpaired(plan) ? 0 : 0.15);
			if (input.length > 0) await this.delivery(input, wanted);
		}
		// The key of an item does not depend on its way to the node.
		const straight = { isLooped: false, hasWait: false, again: 0, maxTries: 1 };
		const calm: Plan = { ...plan, ...straight, onError: 'continueErrorOutput' };
		let leg = await this.calm(calm, reordered(random, whole));
		const open = leg.own.filter(({ what }) => what === 'unknown');
		this.problems.push(...tooMuchPaid(leg.after, wanted), ...tooLittlePaid(leg.after, wanted, open));
		// A call of a tool uses no number while a key is open. So a person may find one open key after another.
		for (let rounds = plan.isTool ? MOST_ROUNDS : 1; rounds > 0; rounds--) {
			await this.settle(leg, true);
			leg = await this.calm(calm, reordered(random, whole));
		}
		const isMissing = 'after a person freed the keys of what was not paid';
		this.problems.push(
			...tooMuchPaid(leg.after, wanted),
			...tooLittlePaid(leg.after, wanted, []).map((problem) => `${problem}, ${isMissing}`),
		);
	}

	private async delivery(input: Input, wanted: Paid): Promise<void> {
		const leg = await this.chain(input, { share: 0.6, wanted });
		if (this.origin === 'key' && this.kinds.draw('releases', this.random, 0.6)) await this.settle(leg);
		this.moveNames();
	}

	private moveNames(): void {
		const { world, kinds, random } = this;
		if (world.people && kinds.draw('movingNames', random, 0.4)) this.log.push(world.people.move(random));
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
			// n8n saves the progress during the run of an agent without the agent, so a retry leaves it out.
			const isLeftOut = plan.isTool && all.length === 0;
			if (end === 'whole' && !isLeftOut) this.problems.push(...tooLittlePaid(after, wanted, all));
		}
	}

	/** One execution with manual retries, until it ends well. */
	private async chain(
		input: Input,
		{ share, wanted, before = new Map() }: { share: number; wanted: Paid; before?: Paid },
	): Promise<Leg> {
		const { plan, world, chance } = this;
		const isTroubled = chance(0.8);
		if (!isTroubled && chance(0.5)) return await this.calm(plan, input, before);
		let leg = await this.leg(plan, input, { isTroubled }, before);
		const legs: [Leg, ...Leg[]] = [leg];
		let changed = plan;
		for (let retries = 0; retries < MOST_RETRIES; retries++) {
			if (!this.isRetried(leg) || !chance(share)) break;
			// The first attempt does not know what a corrected retry has sent.
			if (changed.correction && legs.some(({ isLost }) => isLost)) break;
			if (chance(0.5)) world.newProcess();
			changed = this.corrected(changed, legs);
			this.moveNames();
			const retryOf = this.chosen(legs);
			leg = await this.leg(changed, input, { isTroubled: isTroubled && retries < 3, retryOf }, before);
			legs.push(leg);
		}
		this.problems.push(...tooMuchPaid(leg.after, wanted));
		return leg;
	}

	private isRetried({ end }: Leg): boolean {
		return end === 'stopped' || end === 'died' || (end === 'cancelled' && this.kinds.has('stopped'));
	}

	/**
	 * The attempt that a person retries: the newest, or an earlier one. One without data says nothing of its node. An
	 * earlier one does not say what later ones paid with corrected parameters.
	 */
	private chosen(legs: readonly [Leg, ...Leg[]]): Leg {
		const { kinds, random, chance, origin } = this;
		// n8n does not say that such an attempt was a retry itself, so the origin of the first attempt is lost.
		if (origin === 'execution' && legs.some(({ isLost }) => isLost) && !kinds.has('forgottenRetries'))
			return legs[0];
		const isNewest = chance(0.8) || kinds.has('changedParameters');
		const chosen = isNewest ? legs.at(-1)! : random.pick(legs);
		const isKept = kinds.has('progress') || kinds.has('amended');
		return chosen.end === 'died' && !(isKept && chosen.saved) ? legs[0] : chosen;
	}

	/**
	 * A person corrects the paying node before a retry. The data of the execution say which items were paid. Where n8n
	 * lost them, nothing can be promised. The calls of an agent have no places, so only equal ones are found.
	 */
	private corrected(plan: Plan, legs: readonly Leg[]): Plan {
		const { kinds, random, origin } = this;
		const isLost = legs.some((leg) => leg.isLost);
		if (origin !== 'execution' || isLost || plan.isTool || !kinds.draw('changedParameters', random, 0.8))
			return plan;
		return { ...plan, correction: random.pick(['amount', 'currency', 'operation']) };
	}

	/** A leg without failures. A dry run before it does nothing. */
	private async calm(plan: Plan, input: Input, before?: Paid): Promise<Leg> {
		const { world } = this;
		const [stored, paid] = [world.stored(), JSON.stringify([...world.paid()])];
		const dry = await world.leg(plan, input, { isTroubled: false, isDry: true });
		this.log.push(dry.words);
		if (world.stored() !== stored) this.problems.push(`a dry run changed ${stored} to ${world.stored()}`);
		if (JSON.stringify([...dry.after]) !== paid) this.problems.push('a dry run paid');
		return await this.leg(plan, input, { isTroubled: false }, before);
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
		this.hasDied ||= leg.end === 'died';
		this.problems.push(
			...falseReports(leg),
			// The error of an agent says nothing of the calls before it.
			...(plan.isTool ? [] : falseStop(leg)),
			...falselySkipped(leg, this.confirmed),
			...tooMuchSaid(leg, this.origin === 'key', before),
		);
		if (!world.hasDoubt && leg.own.some(({ what }) => what === 'unknown'))
			this.problems.push('an outcome is reported as unknown, and nothing happened that could make it so');
		return leg;
	}

	/** A person checks the ledger, may confirm the keys of what was paid, and releases those of missing payments. */
	private async settle({ own, after }: Leg, isWhole = false): Promise<void> {
		const { random, origin, plan, kinds, world } = this;
		const done = doneIn(own, origin === 'key');
		// Another item with the same key says that it was paid. Its outcome was not recorded.
		const isPaid = (one: Told) =>
			origin === 'key' &&
			own.some((other) => other.payer === one.payer && other.group === one.group && isDone(other));
		const keysOf = (group: string, wanted: boolean) =>
			own.flatMap(
				(one: Told) =>
					(one.group === group && one.what === 'unknown' && isPaid(one) === wanted && one.key) || [],
			);
		for (const group of new Set(own.map((one) => one.group))) {
			const open = by(random).shuffled([...new Set(keysOf(group, false))]);
			for (const key of new Set(keysOf(group, true))) await this.byHand('confirm', key);
			const paid = (after.get(group) ?? 0) - (done.get(group) ?? 0);
			// Only the last delivery reports every payment. A call of a tool reports no key after an open one.
			const isUnsure = world.hasStoreFailed && own.some((one) => one.group === group && one.why === CONFLICT);
			if (isWhole && !isUnsure && (paid < 0 || (paid > open.length && !plan.isTool)))
				this.problems.push(`${group}: of ${open.length} open keys ${paid} were paid`);
			const found = Math.max(0, paid);
			// The ledger does not say which of two nodes made a payment. Only the last delivery tells that of each.
			const isClear = isWhole || !plan.hasFee || plan.extra > 0;
			if (plan.isTool || kinds.has('confirms'))
				for (const key of isClear ? open.slice(0, found) : []) {
					if (this.hasDied && origin === 'key') this.confirmed.add(group);
					await this.byHand('confirm', key);
				}
			for (const key of open.slice(found)) await this.byHand('release', key);
		}
	}

	private async byHand(operation: 'confirm' | 'release', key: string): Promise<void> {
		this.log.push(`a person chooses ${operation} for ${key}`);
		const problem = await this.world.settle(operation, key);
		if (problem !== undefined) this.problems.push(problem);
	}

	private wishes(): Wish[] {
		const { random, origin, recipients, kinds, plan } = this;
		const list = wishes(random, origin, recipients);
		return kinds.has('dryRuns') && !plan.isTool ? withDryRuns(random, list) : list;
	}
}
