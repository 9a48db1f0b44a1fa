import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';

import { credentialHolder } from '../../sandbox/base/ledger';
import { find } from '../../sandbox/base/state';
import { Random } from '../harness/random';
import { byId } from '../harness/workflows/byId';
import { runGraph, type GraphOptions } from './engine';
import { AGAIN, LOOP, NEXT, NODE, SPLIT, START, TRIGGER } from './nodeTypes';
import { processedValues, store } from './processedValues';
import type { TestService } from './sandbox';

/** What is paid: by which operation, to whom, and how its items differ in what says nothing of the payment. */
const ways = [
	'member.updateBalance',
	'member.updateBalances',
	'memberCredential.updateBalance',
	'memberCredential.updateBalances',
] as const;

/** Texts that are two, whatever they look like as numbers. */
const VALUES = ['1001.1', '1001.10', '1001.2'] as const;

const AMOUNT = 7;
const MOST_LED_BACK = 3;

/** What became of an item, as the node says. */
type Told = 'applied' | 'skipped' | 'notApplied' | 'unknown';

/** One execution, and its retries by hand. */
interface Leg {
	/** What the ledger moved during it, by recipient. */
	moved: Map<string, number>;
	told: Array<{ to: string; told: Told }>;
	isStopped: boolean;
	isCrashed: boolean;
	run?: IRun;
}

interface Shape {
	way: (typeof ways)[number];
	origin: 'event' | 'execution';
	isLooped: boolean;
	again: number;
	isDaring: boolean;
	isStopping: boolean;
	maxTries: number;
	batchSize: number;
}

/**
 * Tells a random story of one payment node: several deliveries of an event whose list changes, grows and is reordered, or
 * several executions that each want their list; with refusals, unknown outcomes, Retry On Fail, On Error, loops, items led
 * back, retries by hand and processes that die. At the end everything is delivered once more, and nothing goes wrong.
 *
 * @returns what was wrong, in words: a payment too many or too few, or an item that says what the ledger does not
 */
export async function tellStory(
	service: TestService,
	seed: number,
	origin: Shape['origin'],
): Promise<string[]> {
	await service.control.reset();
	processedValues.clear();
	try {
		return await new Story(service, seed, origin).told();
	} finally {
		delete store.wait;
		delete store.written;
	}
}

class Story {
	private readonly random: Random;

	private readonly log: string[] = [];

	private readonly problems: string[] = [];

	private process = 0;

	private executions = 0;

	constructor(
		private readonly service: TestService,
		private readonly seed: number,
		private readonly origin: Shape['origin'],
	) {
		this.random = new Random(seed);
	}

	async told(): Promise<string[]> {
		const { random } = this;
		const way = random.pick(ways);
		const recipients = this.recipients(way).slice(0, 1 + random.below(3));
		const base = recipients.flatMap((to) => Array.from({ length: 1 + random.below(3) }, () => to));
		const shape: Shape = {
			way,
			origin: this.origin,
			isLooped: this.chance(0.3),
			again: this.chance(0.4) ? MOST_LED_BACK : 0,
			isDaring: this.chance(0.3),
			isStopping: this.chance(0.4),
			maxTries: 1 + random.below(3),
			batchSize: 1 + random.below(4),
		};
		this.log.push(JSON.stringify({ ...shape, base }));
		if (shape.origin === 'event') await this.deliveries(shape, base);
		else await this.executionsOf(shape, base);
		return this.problems.length === 0 ? [] : [`seed ${this.seed}`, ...this.problems, ...this.log];
	}

	/** Several deliveries of one event; each item of the whole list is wanted once, in all of them together. */
	private async deliveries(shape: Shape, base: readonly string[]): Promise<void> {
		const seen = new Set(base);
		for (let count = 1 + this.random.below(4); count > 0; count--) {
			const list = this.shuffled(base).filter(() => !this.chance(0.15));
			if (list.length > 0) await this.execution(shape, list, true);
		}
		const last = await this.execution({ ...shape, isStopping: false }, this.shuffled(base), false);
		for (const to of seen) {
			const wanted = base.filter((one) => one === to).length;
			const isOpen = last.told.some((item) => item.to === to && item.told === 'unknown');
			const paid = this.paid(to);
			if (paid > wanted) this.problems.push(`${to} was paid ${paid} times, and ${wanted} were wanted`);
			if (paid < wanted && !isOpen)
				this.problems.push(`${to} was paid ${paid} times of ${wanted}, and nothing is open`);
		}
	}

	/** Several executions that no event started: each wants its own list. */
	private async executionsOf(shape: Shape, base: readonly string[]): Promise<void> {
		for (let count = 1 + this.random.below(2); count > 0; count--) {
			const list = this.shuffled(base);
			const before = new Map([...new Set(list)].map((to) => [to, this.paid(to)]));
			const last = await this.execution(shape, list, true, true);
			for (const [to, paidBefore] of before) {
				const wanted = list.filter((one) => one === to).length;
				const paid = this.paid(to) - paidBefore;
				if (paid > wanted) this.problems.push(`${to} was paid ${paid} times, and ${wanted} were wanted`);
				const isWhole = !last.isStopped && !last.isCrashed;
				const isLeft = last.told.some(
					(item) => item.to === to && item.told !== 'applied' && item.told !== 'skipped',
				);
				if (isWhole && !isLeft && paid < wanted)
					this.problems.push(`${to} was paid ${paid} times of ${wanted}, and nothing is left`);
			}
		}
	}

	/** One execution, with retries by hand where it stops; to its end, if that is wanted. */
	private async execution(
		shape: Shape,
		list: readonly string[],
		isTroubled: boolean,
		isToEnd = false,
	): Promise<Leg> {
		const executionId = String(++this.executions);
		const crashAt = isTroubled && this.chance(0.25) ? this.random.below(16) : undefined;
		let leg = await this.leg(shape, list, { isTroubled, executionId, crashAt });
		const told = [...leg.told];
		for (
			let retries = 0;
			retries < (isToEnd ? 6 : 2) && (leg.isStopped || (isToEnd && leg.isCrashed));
			retries++
		) {
			if (!isToEnd && !this.chance(0.6)) break;
			if (this.chance(0.5)) this.newProcess();
			leg = await this.leg(shape, list, {
				isTroubled: isTroubled && retries < 3,
				executionId: String(++this.executions),
				retryOf: leg.isCrashed ? undefined : leg.run,
				retryOfId: executionId,
			});
			told.push(...leg.told);
		}
		for (const to of new Set(list)) {
			const done = told.filter((item) => item.to === to && ['applied', 'skipped'].includes(item.told)).length;
			// A retry says again "skipped" of what an earlier leg has done.
			const own = leg.told.filter(
				(item) => item.to === to && ['applied', 'skipped'].includes(item.told),
			).length;
			if (Math.min(done, own) > this.paid(to))
				this.problems.push(`${to}: ${own} are said to be done, and ${this.paid(to)} are`);
		}
		return leg;
	}

	private async leg(
		shape: Shape,
		list: readonly string[],
		how: { isTroubled: boolean; executionId: string; crashAt?: number; retryOf?: IRun; retryOfId?: string },
	): Promise<Leg> {
		const { isTroubled, executionId, crashAt, retryOf, retryOfId } = how;
		this.plan(shape, isTroubled);
		const before = new Map([...new Set(list)].map((to) => [to, this.paid(to)]));
		const running = new AbortController();
		const crash = this.crashing(running, crashAt);
		const graph: GraphOptions = {
			...this.graph(shape, list),
			signal: running.signal,
			workflowId: this.workflowId,
			executionId,
			retryOf,
			retryOfId,
			// What is saved cannot be lost.
			saved: crash.stop,
			mode: retryOf || retryOfId ? 'retry' : 'trigger',
		};
		const ended = await Promise.race([runGraph(graph), crash.died]);
		crash.stop();
		const isCrashed = ended === 'crashed';
		const run = ended === 'crashed' ? undefined : ended.run;
		if (isCrashed) this.newProcess();
		delete store.wait;
		delete store.written;
		const told = run ? toldBy(run, retryOf) : [];
		const moved = new Map([...before].map(([to, paidBefore]) => [to, this.paid(to) - paidBefore]));
		const leg = { moved, told, isStopped: run?.data.resultData.error !== undefined, isCrashed, run };
		const words = told.map(({ to, told: said }) => `${to} ${said}`).join(', ');
		this.log.push(
			`${retryOfId ? `retry of ${retryOfId}` : 'execution'} ${executionId} of ${list.join(' ')}: ${words}${leg.isStopped ? `; stopped: ${run?.data.resultData.error?.message}` : ''}${isCrashed ? '; died' : ''}; moved ${JSON.stringify([...moved])}`,
		);
		if (!isCrashed && !leg.isStopped) this.compare(leg);
		return leg;
	}

	/** What is reported must be what the ledger moved, but for what is said to be unknown. */
	private compare({ moved, told }: Leg): void {
		for (const [to, count] of moved) {
			const of = (kind: Told) => told.filter((item) => item.to === to && item.told === kind).length;
			if (count < of('applied') || count > of('applied') + of('unknown'))
				this.problems.push(
					`${to}: ${of('applied')} are reported as applied and ${of('unknown')} as unknown, and ${count} were moved`,
				);
		}
	}

	/** Dies before or after the so-manieth write of n8n's store or request, and hangs from then on. */
	private crashing(
		running: AbortController,
		at: number | undefined,
	): { died: Promise<'crashed'>; stop: () => void } {
		if (at === undefined) return { died: new Promise(() => {}), stop: () => {} };
		const own = `${this.workflowId} `;
		let steps = at;
		let isDead = false;
		const never = new Promise<void>(() => {});
		const requests = this.service.requests.length;
		let isOver = false;
		const died = new Promise<'crashed'>((resolve) => {
			const die = () => {
				if (isOver) return;
				isDead = true;
				running.abort();
				resolve('crashed');
			};
			const step = async (row: string) => {
				if (!row.startsWith(own)) return;
				if (!isDead && steps-- <= 0) die();
				if (isDead) await never;
			};
			store.wait = step;
			store.written = step;
			const watch = () => {
				if (isDead || isOver) return;
				if (this.service.requests.length - requests > at / 2) die();
				else setImmediate(watch);
			};
			watch();
		});
		return { died, stop: () => (isOver = true) };
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
		for (const [row, values] of [...processedValues])
			if (row.startsWith(before)) processedValues.set(next + row.slice(before.length), values);
	}

	private plan({ way }: Shape, isTroubled: boolean): void {
		this.service.control.setFaultPlan({
			operation: way,
			seed: this.random.below(2 ** 31),
			rate: isTroubled ? 0.35 : 0,
			faults: [
				{ kind: 'status', status: 403, when: 'before', weight: 3 },
				{ kind: 'status', status: 422, when: 'before', weight: 2 },
				{ kind: 'status', status: 502, when: 'before' },
				{ kind: 'status', status: 502, when: 'after' },
				{ kind: 'drop', when: 'after' },
			],
		});
	}

	private graph(shape: Shape, list: readonly string[]): GraphOptions {
		const { isLooped, isStopping, again, isDaring, maxTries, origin } = shape;
		const onError = isStopping ? undefined : 'continueErrorOutput';
		const items = list.map((to) => ({ to, again, isDaring, initiator: this.initiator() }));
		const retrying = maxTries > 1 && { retryOnFail: true, maxTries, waitBetweenTries: 1 };
		return {
			credential: this.service.credential(),
			nodes: {
				Start: { type: origin === 'event' ? TRIGGER : START },
				Split: { type: SPLIT },
				Loop: { type: LOOP },
				Pay: { type: NODE, parameters: this.parameters(shape), onError, ...retrying },
				Again: { type: AGAIN },
				End: { type: NEXT },
			},
			connections: isLooped
				? {
						Start: [['Split']],
						Split: [['Loop']],
						Loop: [['End'], ['Pay']],
						Pay: [['Loop'], ['Again']],
						Again: [['Pay'], ['Loop']],
					}
				: { Start: [['Split']], Split: [['Pay']], Pay: [['End'], ['Again']], Again: [['Pay'], ['End']] },
			input: [{ ...(origin === 'event' && { eventId: 'e1', type: 'quest.completed' }), list: items }],
		};
	}

	private parameters({ way, batchSize }: Shape): INodeParameters {
		const [resource = '', operation = ''] = way.split('.');
		const currency = byId(this.service.ids.currencies.stars);
		const isBulk = operation === 'updateBalances';
		return {
			resource,
			operation,
			...(resource === 'member'
				? { serviceId: byId('={{ $json.to }}'), currencyId: currency }
				: { type: 'custom', value: '={{ $json.to }}', source: 'shop', realmPointId: currency }),
			amount: AMOUNT,
			additionalFields: { initiatorId: byId('={{ $json.initiator }}') },
			options: { retries: 0, ...(isBulk && { batchSize }) },
		};
	}

	/** Says on whose behalf, and nothing of the payment: another one at each delivery. */
	private initiator(): string {
		const { members } = this.service.ids;
		return this.random.pick([members.ada, members.bruno]);
	}

	private recipients(way: Shape['way']): string[] {
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

	/** How often the ledger paid somebody. */
	private paid(to: string): number {
		const holders = [to, credentialHolder(to)];
		return this.service.control
			.ledger()
			.entries.filter(
				(entry) => holders.includes(entry.to) && entry.amount === AMOUNT && entry.memo.startsWith('Award'),
			).length;
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

/** What the node said of its items, in the runs of this leg. */
function toldBy({ data }: IRun, retryOf: IRun | undefined): Leg['told'] {
	const { runData } = data.resultData;
	const earlier = (retryOf?.data.resultData.runData.Pay ?? []).filter(({ error }) => !error).length;
	return (runData.Pay ?? []).slice(earlier).flatMap(({ data: given, source }) => {
		const { previousNode = '', previousNodeRun = 0, previousNodeOutput = 0 } = source[0] ?? {};
		const input = runData[previousNode]?.[previousNodeRun]?.data?.main?.[previousNodeOutput];
		return (given?.main ?? []).flatMap((items) =>
			(items ?? []).map(({ json, pairedItem }) => ({
				to: input?.[(pairedItem as { item: number }).item]?.json.to as string,
				told: toldOf(json),
			})),
		);
	});
}

function toldOf({ skipped, error, details }: IDataObject): Told {
	if (error !== undefined) return (details as { outcome: Told }).outcome;
	return skipped === true ? 'skipped' : 'applied';
}
