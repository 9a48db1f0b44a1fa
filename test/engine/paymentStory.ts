import type { IDataObject, INodeParameters, IRunExecutionData } from 'n8n-workflow';

import { credentialHolder } from '../../sandbox/base/ledger';
import { find } from '../../sandbox/base/state';
import { Random } from '../harness/random';
import { byId } from '../harness/workflows/byId';
import { runGraph } from './engine';
import { NODE, START } from './nodeTypes';
import type { Front } from './paymentStoryFront';
import { doneIn, isDone, runsIn, toldIn, type Told } from './paymentStoryTold';
import { Troubles } from './paymentStoryTroubles';
import {
	executeSaving,
	retried,
	startingWith,
	workflowFor,
	type Payer,
	type Shape,
} from './paymentStoryWorkflow';
import { processedValues } from './processedValues';
import type { TestService } from './sandbox';

export type Origin = Shape['origin'];

/** What is paid: by which operation, and to whom. */
const ways = [
	'member.updateBalance',
	'member.updateBalances',
	'memberCredential.updateBalance',
	'memberCredential.updateBalances',
] as const;

/** Texts that are three, whatever they look like as numbers. */
const VALUES = ['1001.1', '1001.10', '1001.2'] as const;

const AMOUNTS = [7, 8] as const;
/** What the second node pays more, where its payments are to be told from those of the first. */
const EXTRA = 100;
const MOST_LED_BACK = 3;
const MOST_RETRIES = 5;
const FAULT_RATE = 0.35;

/** A payment that is wanted. */
interface Wish {
	to: string;
	amount: number;
	/** The user's own. */
	key?: string;
}

/** What one start of the workflow brings: lists, each of one delivery of an event. */
type Input = ReadonlyArray<{ eventId?: string; list: readonly Wish[] }>;

/** An execution, or a retry of one by hand. */
interface Leg {
	id: string;
	end: 'whole' | 'stopped' | 'died' | 'cancelled';
	/** What n8n saved last. */
	saved?: IRunExecutionData;
	/** What it says of the items of its own runs. */
	own: Told[];
	/** The same of those before it whose data it has, too. */
	all: Told[];
}

interface Plan extends Shape {
	way: (typeof ways)[number];
	batchSize: number;
	/** Whether failed items come back to the node, those of unknown outcome included. */
	again: number;
	isDaring: boolean;
	/** Of the second node. */
	extra: number;
	events: readonly string[];
}

interface How {
	isTroubled: boolean;
	retryOf?: Leg;
	isDry?: true;
}

/**
 * Tells a random story of one workflow that pays: deliveries of events whose lists change, grow and are reordered,
 * executions that no event started, or items under keys of the user's own. All goes wrong that can. At the end everything
 * is delivered once more, a person looks in the ledger and frees the keys of what was not paid, and it is delivered again.
 *
 * @returns what was wrong, in words: a payment too many or too few, or an item that says what the ledger does not
 */
export async function tellStory(
	service: TestService,
	front: Front,
	seed: number,
	origin: Origin,
): Promise<string[]> {
	await service.control.reset();
	processedValues.clear();
	return await new Story(service, front, seed, origin).told();
}

class Story {
	private readonly random: Random;

	private readonly log: string[] = [];

	private readonly problems: string[] = [];

	private readonly plan: Plan;

	private readonly recipients: readonly string[];

	private process = 0;

	private executions = 0;

	/** Entries of the ledger before the story. */
	private readonly entriesBefore: number;

	private hasDoubt = false;

	constructor(
		private readonly service: TestService,
		private readonly front: Front,
		private readonly seed: number,
		private readonly origin: Origin,
	) {
		this.random = new Random(seed);
		front.random = this.random;
		front.doubts = 0;
		this.plan = this.planned();
		this.recipients = this.recipientsOf(this.plan.way).slice(0, 1 + this.random.below(3));
		this.entriesBefore = service.control.ledger().entries.length;
	}

	async told(): Promise<string[]> {
		this.log.push(JSON.stringify(this.plan));
		if (this.origin === 'execution') await this.executionsOfOwn();
		else await this.deliveries();
		return this.problems.length === 0 ? [] : [`seed ${this.seed}`, ...this.problems, ...this.log];
	}

	private planned(): Plan {
		const { random, origin } = this;
		const isOfTwo = origin === 'event' && this.chance(0.25);
		const isMerged = isOfTwo && this.chance(0.5);
		return {
			origin,
			way: random.pick(ways),
			onError: random.pick(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput']),
			isLooped: this.chance(0.3),
			hasWait: this.chance(0.2),
			hasFee: this.chance(0.2),
			isMerged,
			maxTries: 1 + random.below(3),
			batchSize: 1 + random.below(4),
			again: this.chance(0.4) ? MOST_LED_BACK : 0,
			isDaring: this.chance(0.3),
			extra: this.chance(0.5) ? EXTRA : 0,
			events: origin !== 'event' ? [] : isOfTwo ? ['e1', 'e2'] : ['e1'],
		};
	}

	/** Deliveries of the same wishes, of which each is wanted once in all of them together. */
	private async deliveries(): Promise<void> {
		const { plan } = this;
		const sources = plan.events.length > 0 ? plan.events : [undefined];
		const whole = sources.map((eventId) => ({ eventId, list: this.wishes() }));
		const wanted = this.wantedOf(whole);
		for (let count = 1 + this.random.below(4); count > 0; count--) {
			const input = this.partOf(whole);
			if (input.length > 0) await this.chain(plan, input, 0.6, wanted);
		}
		// The key of an item does not depend on how it comes to the node.
		const calm: Plan = {
			...plan,
			onError: 'continueErrorOutput',
			isLooped: false,
			hasWait: false,
			again: 0,
			maxTries: 1,
		};
		const first = await this.calmLeg(calm, this.shuffledAll(whole));
		this.checkTotals(wanted, first);
		await this.release(first.own);
		const last = await this.calmLeg(calm, this.shuffledAll(whole));
		this.checkTotals(wanted, last);
		for (const [group, count] of wanted) {
			const paid = this.paid(group);
			if (paid !== count)
				this.problems.push(`${group} was paid ${paid} times of ${count}, after a person freed its open keys`);
		}
	}

	/** Executions that no event started: each wants its own list. */
	private async executionsOfOwn(): Promise<void> {
		for (let count = 1 + this.random.below(2); count > 0; count--) {
			const input = [{ list: this.wishes() }];
			const before = this.paidBefore();
			const wanted = new Map(
				[...this.wantedOf(input)].map(([group, times]) => [group, times + (before.get(group) ?? 0)]),
			);
			const last = await this.chain(this.plan, input, 1, wanted, before);
			if (last.end === 'whole') this.checkTotals(wanted, last, before);
		}
	}

	/** One execution with its retries by hand, as long as it does not end well. */
	private async chain(
		plan: Plan,
		input: Input,
		share: number,
		wanted: ReadonlyMap<string, number>,
		before: ReadonlyMap<string, number> = new Map(),
	): Promise<Leg> {
		const isTroubled = this.chance(0.8);
		if (!isTroubled && this.chance(0.5)) return await this.calmLeg(plan, input);
		let leg = await this.leg(plan, input, { isTroubled });
		const legs = [leg];
		for (let retries = 0; retries < MOST_RETRIES; retries++) {
			this.checkSaid(leg, before);
			if (leg.end !== 'stopped' && leg.end !== 'died') break;
			if (!this.chance(share)) break;
			if (this.chance(0.5)) this.newProcess();
			const isUntouched = [...this.paidBefore()].every(([group, paid]) => paid === (before.get(group) ?? 0));
			if (this.origin === 'execution' && isUntouched && this.chance(0.7)) await this.releaseMarks();
			// A person may take the newest attempt, or one before it.
			const retryOf = this.chance(0.8) ? leg : this.random.pick(legs as [Leg, ...Leg[]]);
			leg = await this.leg(plan, input, { isTroubled: isTroubled && retries < 3, retryOf });
			legs.push(leg);
		}
		this.checkSaid(leg, before);
		for (const [group, count] of wanted)
			if (this.paid(group) > count)
				this.problems.push(`${group} was paid ${this.paid(group)} times of ${count} wanted`);
		return leg;
	}

	/** A leg in which nothing goes wrong; before it, what it would do is asked for. */
	private async calmLeg(plan: Plan, input: Input): Promise<Leg> {
		const rows = () =>
			JSON.stringify([...processedValues].filter(([, values]) => values.length > 0).sort(), null, 1);
		const [stored, moved] = [rows(), this.entries().length];
		const dry = await this.leg(plan, input, { isTroubled: false, isDry: true });
		if (rows() !== stored) this.problems.push(`a dry run changed the store from ${stored} to ${rows()}`);
		if (this.entries().length !== moved) this.problems.push('a dry run paid');
		const leg = await this.leg(plan, input, { isTroubled: false });
		this.checkSaid(leg);
		if (leg.end !== 'whole' || plan.again > 0) return leg;
		dry.own.forEach(({ wouldBe, group, payer }, index) => {
			const { what } = leg.own[index] as Told;
			const became = what === 'applied' ? 'sent' : what === 'skipped' ? 'skipped' : 'refused';
			if (wouldBe !== became)
				this.problems.push(`item ${index} of ${payer}, ${group}: by the dry run it would be ${wouldBe}, and was ${became}`);
		});
		return leg;
	}

	private async leg(plan: Plan, input: Input, { isTroubled, retryOf, isDry }: How): Promise<Leg> {
		const { random, front } = this;
		const id = String(++this.executions);
		const kind = random.pick(['none', 'none', 'death', 'cancel', 'store', 'storeOnce'] as const);
		const running = new AbortController();
		const troubles = new Troubles(random, isTroubled ? kind : 'none', `${this.workflowId} `, running);
		front.rate = isTroubled ? FAULT_RATE : 0;
		front.watch = troubles;
		const before = this.paidBefore();
		const workflow = workflowFor(this.workflowId, plan, {
			Pay: this.parameters(plan, 0, isDry),
			Fee: this.parameters(plan, plan.extra, isDry),
		});
		const data = retryOf?.saved ? retried(retryOf.saved) : startingWith(workflow, this.written(plan, input));
		const earlier = runsIn(data);
		let saved = retryOf?.saved;
		const ended = await Promise.race([
			executeSaving({
				workflow,
				credential: this.credential(),
				data,
				mode: retryOf ? 'retry' : 'trigger',
				executionId: id,
				retryOfId: retryOf?.id,
				signal: running.signal,
				onSave: (next, isWaiting) => {
					if (troubles.isDead) return;
					saved = next;
					if (!isWaiting) troubles.saved();
				},
			}),
			troubles.death,
		]);
		await front.idle();
		troubles.end();
		delete front.watch;
		this.hasDoubt ||= front.doubts > 0 || troubles.hasStruck;
		if (troubles.isDead) this.newProcess();
		const run = ended === 'died' ? undefined : ended.data;
		const error = run?.resultData.error;
		const none = { Pay: 0, Fee: 0 };
		const groupOf = (payer: Payer, { group }: IDataObject) =>
			payer === 'Fee' && plan.extra > 0 ? `Fee ${String(group)}` : String(group);
		const own = run && toldIn(run, earlier, groupOf);
		const leg: Leg = {
			id,
			end: troubles.isDead ? 'died' : troubles.isCancelled ? 'cancelled' : error ? 'stopped' : 'whole',
			saved,
			own: own?.told ?? [],
			all: run ? toldIn(run, none, groupOf).told : [],
		};
		this.note(leg, input, { isTroubled, retryOf, isDry }, troubles, error?.message);
		if (isDry) return leg;
		if (leg.end === 'whole') this.problems.push(...(own?.problems ?? []));
		if (leg.end === 'whole' || leg.end === 'stopped') this.compare(leg, before, error);
		return leg;
	}

	/** What is reported must be what the ledger moved, but for what is said to be unknown. */
	private compare({ own, end }: Leg, before: ReadonlyMap<string, number>, error?: Error): void {
		for (const [group, paid] of this.paidBefore()) {
			const moved = paid - (before.get(group) ?? 0);
			const of = (what: Told['what']) => own.filter((one) => one.group === group && one.what === what).length;
			const most = end === 'whole' ? of('applied') + of('unknown') : Infinity;
			if (moved < of('applied') || moved > most)
				this.problems.push(
					`${group}: ${of('applied')} are reported as applied and ${of('unknown')} as unknown, and ${moved} were moved`,
				);
		}
		if (end === 'stopped') this.compareStop(own, before, error);
		if (!this.hasDoubt && own.some(({ what }) => what === 'unknown'))
			this.problems.push('an outcome is reported as unknown, and nothing happened that could make it so');
	}

	/** What stops an execution says how many items were paid before it, and whether one may have been. */
	private compareStop(own: readonly Told[], before: ReadonlyMap<string, number>, error?: Error): void {
		const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, one) => all + one, 0);
		const { description = '' } = error as Error & { description?: string };
		const text = `${error?.message} ${description}`;
		const [, count] = /(One|\d+) other items? (?:was|were) applied/.exec(text) ?? [];
		const inRun = count === undefined ? 0 : count === 'One' ? 1 : Number(count);
		const said = inRun + own.filter(({ what }) => what === 'applied').length;
		const isInDoubt = own.some(({ what }) => what === 'unknown') || /may have|unknown/.test(text);
		const moved = sum(this.paidBefore()) - sum(before);
		// At a second try what an earlier execution did counts among them.
		const isTooFew = moved < said && this.plan.maxTries === 1;
		if (isTooFew || (moved > said && !isInDoubt))
			this.problems.push(`the error says that ${said} were paid, and ${moved} were: ${text}`);
	}

	/** An execution never says "done" of more items than the ledger holds. */
	private checkSaid({ all }: Leg, before: ReadonlyMap<string, number> = new Map()): void {
		for (const [group, done] of doneIn(all, this.origin === 'key')) {
			const paid = this.paid(group) - (before.get(group) ?? 0);
			if (done > paid) this.problems.push(`${group}: ${done} are said to be done, and ${paid} are`);
		}
	}

	/** Everything is paid as often as it is wanted, or some of it is open. */
	private checkTotals(
		wanted: ReadonlyMap<string, number>,
		{ own, all, end }: Leg,
		before: ReadonlyMap<string, number> = new Map(),
	): void {
		if (end !== 'whole') this.problems.push(`the last leg ${end}`);
		for (const [group, count] of wanted) {
			const paid = this.paid(group);
			if (paid > count) this.problems.push(`${group} was paid ${paid} times of ${count} wanted`);
			const isLeft = (before.size > 0 || this.origin === 'execution' ? all : own).some(
				(one) =>
					one.group === group && (one.what === 'unknown' || (this.origin === 'execution' && !isDone(one))),
			);
			if (paid < count && !isLeft)
				this.problems.push(`${group} was paid ${paid} times of ${count}, and nothing is open`);
		}
	}

	/** A person looks in the ledger, and frees the keys of as many as were not paid. */
	private async release(told: readonly Told[]): Promise<void> {
		const done = doneIn(told, this.origin === 'key');
		for (const group of new Set(told.map((one) => one.group))) {
			const keys = told.flatMap((one) => (one.group === group && one.what === 'unknown' && one.key) || []);
			const open = this.shuffled([...new Set(keys)]);
			const paid = this.paid(group) - (done.get(group) ?? 0);
			if (paid < 0 || paid > open.length)
				this.problems.push(`${group}: of ${open.length} open keys ${paid} were paid`);
			for (const key of open.slice(Math.max(0, paid))) await this.free(key);
		}
	}

	/** The same for executions of which n8n saved nothing, and that paid nothing. */
	private async releaseMarks(): Promise<void> {
		for (const values of [...processedValues.values()])
			for (const value of values.filter((one) => one.startsWith('execution '))) await this.free(value);
	}

	private async free(key: string): Promise<void> {
		const { of } = await runGraph({
			credential: this.credential(),
			workflowId: this.workflowId,
			nodes: {
				Start: { type: START },
				Pay: { type: NODE },
				Fee: { type: NODE },
				Free: {
					type: NODE,
					parameters: { resource: 'idempotencyKey', operation: 'release', idempotencyKey: key },
				},
			},
			connections: { Start: [['Free']] },
		});
		const { error, items } = of('Free');
		this.log.push(`a person frees ${key}`);
		if (error || items[0]?.json.released !== true)
			this.problems.push(`${key} was not freed: ${error?.message ?? JSON.stringify(items[0]?.json)}`);
	}

	/** Another one for each process: what one has in memory is known by it. */
	private get workflowId(): string {
		return `${this.origin} story ${this.seed} ${this.process}`;
	}

	/** What another process finds: n8n's store, and nothing else. */
	private newProcess(): void {
		const before = `${this.workflowId} `;
		this.process++;
		const next = `${this.workflowId} `;
		for (const [row, values] of [...processedValues]) {
			if (!row.startsWith(before)) continue;
			processedValues.delete(row);
			processedValues.set(next + row.slice(before.length), values);
		}
	}

	private credential() {
		return this.service.credential({ baseUrl: this.front.url });
	}

	private parameters({ way, batchSize }: Plan, extra: number, isDry = false): INodeParameters {
		const [resource = '', operation = ''] = way.split('.');
		const currency = byId(this.service.ids.currencies.stars);
		const isBulk = operation === 'updateBalances';
		return {
			resource,
			operation,
			...(resource === 'member'
				? { serviceId: byId('={{ $json.to }}'), currencyId: currency }
				: { type: 'custom', value: '={{ $json.to }}', source: 'shop', realmPointId: currency }),
			amount: extra > 0 ? `={{ Number($json.amount) + ${extra} }}` : '={{ $json.amount }}',
			additionalFields: { initiatorId: byId('={{ $json.initiator }}') },
			...(this.origin === 'key' && { repeatProtection: 'key', idempotencyKey: '={{ $json.key }}' }),
			options: { retries: 0, ...(isBulk && { batchSize }), ...(isDry && { dryRun: true }) },
		};
	}

	/** What the start of the workflow is given. Each delivery writes the same in another way, for another initiator. */
	private written({ again, isDaring }: Plan, input: Input): IDataObject[] {
		const { members } = this.service.ids;
		return input.map(({ eventId, list }) => ({
			...(eventId !== undefined && { eventId, type: 'quest.completed' }),
			list: list.map(({ to, amount, key }) => ({
				to: this.chance(0.2) ? to.toUpperCase() : to,
				amount: this.chance(0.3) ? String(amount) : amount,
				key,
				group: key ?? groupOf(to, amount),
				initiator: this.random.pick([members.ada, members.bruno]),
				at: `${this.executions} ${this.random.below(1000)}`,
				again,
				isDaring,
			})),
		}));
	}

	/** Equal ones among them; of those of one key, some ask for something else. */
	private wishes(): Wish[] {
		const { random, recipients } = this;
		const some = () => Array.from({ length: 1 + random.below(3) });
		if (this.origin !== 'key')
			return recipients.flatMap((to) =>
				some().map(() => ({ to, amount: AMOUNTS[this.chance(0.8) ? 0 : 1] })),
			);
		const keys = Array.from({ length: 1 + random.below(4) }, (_, index) => index + 1);
		return keys.flatMap((key) => {
			const to = random.pick(recipients as [string, ...string[]]);
			const usual = { to, amount: key * 10, key: `order ${key}` };
			return some().map(() => (this.chance(0.2) ? { ...usual, amount: key * 10 + 1 } : usual));
		});
	}

	/** By group, how many payments are wanted. */
	private wantedOf(input: Input): Map<string, number> {
		const { hasFee, extra } = this.plan;
		const wanted = new Map<string, number>();
		const add = (group: string, count: number) => wanted.set(group, (wanted.get(group) ?? 0) + count);
		const payers = hasFee ? (extra > 0 ? ['', 'Fee '] : ['', '']) : [''];
		for (const { list } of input) {
			const groups = list.map(({ to, amount, key }) => key ?? groupOf(to, amount));
			for (const group of this.origin === 'key' ? new Set(groups) : groups)
				for (const payer of payers) add(payer + group, 1);
		}
		return wanted;
	}

	/** Not everything, in another order; sometimes an event twice. */
	private partOf(whole: Input): Input {
		const dropped = this.random.pick([0, 0.15, 0.5]);
		const parts = whole.flatMap((delivery) => (this.chance(0.15) ? [delivery, delivery] : [delivery]));
		return this.shuffled(parts)
			.filter(() => parts.length === 1 || this.chance(0.8))
			.map(({ eventId, list }) => ({
				eventId,
				list: this.shuffled(list).filter(() => !this.chance(dropped)),
			}))
			.filter(({ list }) => list.length > 0);
	}

	private shuffledAll(whole: Input): Input {
		return this.shuffled(whole).map(({ eventId, list }) => ({ eventId, list: this.shuffled(list) }));
	}

	private recipientsOf(way: Plan['way']): string[] {
		const { members } = this.service.ids;
		if (way.startsWith('member.')) return [members.chen, members.dalia, members.emeka];
		const { credentials } = find(this.service.state.realms, this.service.realmId, 'realm');
		for (const value of VALUES) {
			credentials.set(value, {
				id: value,
				format: 'oauth',
				publicIdentifier: value,
				oauthProvider: 'shop',
				oauthAccountId: value,
				isVerified: false,
				metadata: null,
				createdAt: new Date(0).toISOString(),
			});
		}
		return [...VALUES];
	}

	private entries() {
		return this.service.control
			.ledger()
			.entries.slice(this.entriesBefore ?? 0)
			.filter(({ memo }) => memo.startsWith('Award'));
	}

	/** How often the ledger paid each group. */
	private paidBefore(): Map<string, number> {
		const paid = new Map<string, number>();
		for (const { to, amount } of this.entries()) {
			const holder = VALUES.find((value) => credentialHolder(value) === to) ?? to;
			const isFee = amount > EXTRA;
			const own = isFee ? amount - EXTRA : amount;
			const group = `${isFee ? 'Fee ' : ''}${this.origin === 'key' ? `order ${Math.floor(own / 10)}` : groupOf(holder, own)}`;
			paid.set(group, (paid.get(group) ?? 0) + 1);
		}
		return paid;
	}

	private paid(group: string): number {
		return this.paidBefore().get(group) ?? 0;
	}

	private note(leg: Leg, input: Input, { retryOf, isDry }: How, troubles: Troubles, stop?: string): void {
		const list = input
			.map(({ eventId = '', list: wishes }) => `${eventId}[${wishes.map(({ to, amount, key }) => `${key ?? ''} ${to} ${amount}`.trim()).join(', ')}]`)
			.join(' ');
		const said = leg.own.map(({ payer, group, what, wouldBe, error }) => `${payer} ${group} ${wouldBe ?? what}${error === undefined ? "" : ` (${error})`}`).join(', ');
		const what = isDry ? 'dry run' : retryOf ? `retry of ${retryOf.id}${retryOf.saved ? '' : ' without data'}` : 'execution';
		this.log.push(
			`${what} ${leg.id} of ${list}: ${leg.end}${troubles.hasStruck ? ` (${troubles.kind})` : ''}${stop === undefined ? '' : `: ${stop}`}; ${said}; paid ${JSON.stringify([...this.paidBefore()])}`,
		);
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

/** Payments that the ledger cannot tell apart. */
const groupOf = (to: string, amount: number) => `${to} ${amount}`;
