import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { Client } from '../api/client';
import { errorItem, toNodeError } from '../errors/nodeError';
import { InvalidParameter } from '../errors/invalidParameter';
import { NotApplied, outcomeOfThrown } from '../errors/stage';
import { twinOf } from '../host/otherNodes';
import { EventSource } from '../idempotency/eventSource';
import { RetryMemory } from './retryMemory';
import { RunKeys, type PlacedItem } from '../idempotency/runKeys';
import { breathe } from '../shared/breathe';
import type { BulkPart } from './bulkPart';
import { BulkGroups } from './bulkGroups';
import { checkCredentialOfItems } from './credentialOfItems';
import { giveHints, Tally } from './hints';
import { sendMerged } from './mergeReads';
import { MoneyGuards } from './moneyGuards';
import type { ItemContent, Together } from './operation';
import { PlainExpressions } from './plainExpression';
import { previewItems, type Preview } from './previewItems';
import { ReadCache } from './readCache';
import { ParameterReader } from './readParameters';
import type { Registry } from './registry';
import { BulkExperience, runBulk } from './sendBulk';
import { withoutSensitive } from './sensitiveFields';
import { isTool } from './tool';
import { chosenOperation, prepare, type Merging, type Prepared, type Run } from './runItem';

/** Items that may share a request. */
const MAX_MERGED_ITEMS = 500;

/**
 * Reads whose parameters are read in one go, before the first of them is sent. Evaluating expressions one after another
 * costs n8n a third less than in between requests, and requests are to start while later items are still being read.
 */
const PREFETCHED_READS = 100;

/** Items after which others have their turn, if it is time. Not after each: a pause may cost a payment a millisecond. */
const ITEMS_IN_A_ROW = 50;

/** An item whose parameters were read, or why they could not be; and whether its result says so already. */
type PreparedOrFailed = { item: Prepared } | { thrown: unknown; isTold?: true };

/** Searches that are asked together, all of one group. */
interface Group {
	items: Prepared[];
	mergings: Merging[];
	together: Together<Record<string, unknown>>;
}

/**
 * Runs the node's operation for every input item and gives what came of each, in the order of the items.
 *
 * Requests that a repeat would double go out one by one, in order, and not before all items were read and checked; others
 * several at a time, and updates of one record in order all the same.
 *
 * @throws the error of the first item that failed, unless the node goes on after errors
 */
export async function runItems(
	context: IExecuteFunctions,
	registry: Registry,
): Promise<INodeExecutionData[]> {
	const results = new Results(context);
	const opened = await open(context, registry, results);
	if ('run' in opened) await runAll(opened.run, results);
	else await results.failAll(opened.thrown);
	return await results.inOrder();
}

async function runAll(run: Run, results: Results): Promise<void> {
	try {
		await new ItemRunner(run, results).all();
	} finally {
		run.guards.close();
		await run.keys.close();
		giveHints(run.context, run.tally, run.client.limitWait.total);
	}
}

/** What all items share, or why there is nothing to be had for any: a credential that cannot be read. */
async function open(
	context: IExecuteFunctions,
	registry: Registry,
	results: Results,
): Promise<{ run: Run } | { thrown: unknown }> {
	try {
		const client = await Client.open(context);
		await checkCredentialOfItems(context);
		const keys = new RunKeys(context, isTool(context.getNode()));
		const run: Run = {
			context,
			registry,
			client,
			parameters: new ParameterReader(context, client.connection, new PlainExpressions(context)),
			readCache: new ReadCache(),
			keys,
			// Two calls of a tool by agents at work at the same time may have the same number; but each has an input of its own,
			// which n8n hands to all its tries.
			retryMemory: RetryMemory.of(context, isTool(context.getNode()) ? context.getInputData()[0] : undefined),
			events: new EventSource(context),
			guards: new MoneyGuards(keys),
			previews: new Map(),
			tally: results.tally,
			prices: new Map(),
			nodeId: context.getNode().id,
			isTool: isTool(context.getNode()),
		};
		return { run };
	} catch (thrown) {
		return { thrown: new NotApplied(thrown, true) };
	}
}

/** An item that goes out with others. */
type BulkItem = Prepared & { bulk: BulkPart };

const isBulk = (item: Prepared): item is BulkItem => item.bulk !== undefined;

class ItemRunner {
	/** Of the next items, by their index. */
	private readonly ahead: Array<PreparedOrFailed | undefined> = [];

	/** How many items are being worked on. */
	private running = 0;

	/** Of those, the ones that do not wait before a repeat. */
	private sending = 0;

	/** Tells that one of them is done, or waits. */
	private wake?: () => void;

	/** Waits to be asked together. */
	private group?: Group;

	/** Wait to share a request that changes something. */
	private readonly bulks = new BulkGroups<BulkItem>();

	/** Requests that items shared, or would. */
	private bulkRequests = 0;

	private readonly bulkExperience = new BulkExperience();

	/** The last update of each record that is on its way. */
	private readonly updates = new Map<string, Promise<void>>();

	private readonly count: number;

	private readonly signal?: AbortSignal;

	constructor(
		private readonly run: Run,
		private readonly results: Results,
	) {
		this.count = run.context.getInputData().length;
		this.signal = run.context.getExecutionCancelSignal();
	}

	async all(): Promise<void> {
		if (await this.anyOnce()) {
			const twin = twinOf(this.run.context);
			if (twin !== undefined) {
				await this.results.failAll(new NotApplied(hasTwin(this.run.context.getNode().name, twin), true));
				return;
			}
			await this.prepareAll();
			await this.guardAll();
			await this.previewDryRuns();
			this.run.keys.announce(this.keyedItems(false));
		}
		for (let itemIndex = 0; itemIndex < this.count && this.goesOn; itemIndex++) {
			if (itemIndex % ITEMS_IN_A_ROW === 0) await breathe();
			const item = await this.prepared(itemIndex);
			if (!item || this.joins(item)) continue;
			await this.startGroup();
			if (isBulk(item)) {
				await this.startBulks(this.bulks.add(item));
				continue;
			}
			await this.startBulks(this.bulks.takeAll());
			if (!this.begins(item)) await this.start([item], async () => await this.runOne(item));
		}
		await this.startGroup();
		await this.startBulks(this.bulks.takeAll());
		await this.until(() => this.running === 0);
	}

	private get goesOn(): boolean {
		return !this.results.firstFailure && !this.signal?.aborted;
	}

	/** Whether any item does what a repeat would double. Resource and operation may be expressions. */
	private async anyOnce(): Promise<boolean> {
		const count = this.run.parameters.isFixed('resource', 'operation') ? Math.min(this.count, 1) : this.count;
		for (let itemIndex = 0; itemIndex < count; itemIndex++) {
			if (itemIndex % ITEMS_IN_A_ROW === 0) await breathe();
			try {
				const operation = chosenOperation(this.run, itemIndex);
				if (!('run' in operation) && operation.effect === 'once') return true;
			} catch {
				// It fails when it is its turn.
			}
		}
		return false;
	}

	/** What an item asks for; nothing when it failed already. */
	private async prepared(itemIndex: number): Promise<Prepared | undefined> {
		const next = this.ahead[itemIndex] ?? (await this.lookAhead(itemIndex));
		this.ahead[itemIndex] = undefined;
		if ('item' in next) return next.item;
		if (!next.isTold) this.results.fail(itemIndex, next.thrown);
		return undefined;
	}

	/** Reads an item, and some after it that do no harm when they are read early. */
	private async lookAhead(itemIndex: number): Promise<PreparedOrFailed> {
		const first = this.look(itemIndex);
		if (!('item' in first) || first.item.effect !== 'read') return first;
		const end = Math.min(itemIndex + PREFETCHED_READS, this.count);
		for (let next = itemIndex + 1; next < end && this.goesOn; next++) {
			await breathe();
			this.ahead[next] = this.look(next);
		}
		return first;
	}

	/** Reads and checks all items. Where one that fails stops the run, nothing is sent. */
	private async prepareAll(): Promise<void> {
		for (let itemIndex = 0; itemIndex < this.count && this.goesOn; itemIndex++) {
			await breathe();
			const next = this.look(itemIndex);
			if ('thrown' in next) this.results.fail(itemIndex, next.thrown);
			this.ahead[itemIndex] = 'thrown' in next ? { thrown: undefined, isTold: true } : next;
		}
	}

	/** Holds what all items would move against the limits, before the first is sent. */
	private async guardAll(): Promise<void> {
		if (!this.goesOn) return;
		const guarded = this.ahead.flatMap((next) => (next && 'item' in next && next.item.guarded) || []);
		const { refused, all } = await this.run.guards.check(guarded);
		for (let itemIndex = 0; itemIndex < this.count; itemIndex++) {
			const next = this.ahead[itemIndex];
			const thrown = refused.get(itemIndex) ?? all;
			if (!next || !('item' in next) || thrown === undefined) continue;
			await breathe();
			this.results.fail(itemIndex, thrown);
			this.ahead[itemIndex] = { thrown, isTold: true };
		}
	}

	/** Items that have a key, and are shown or sent. */
	private keyedItems(isDryRun: boolean): PlacedItem[] {
		const items = this.ahead.flatMap((next) => (next && 'item' in next ? next.item : []));
		return items.flatMap((item) => (item.isDryRun === isDryRun && item.keyed) || []);
	}

	/** Finds out what would happen to items that are only shown. */
	private async previewDryRuns(): Promise<void> {
		const items = this.keyedItems(true);
		if (!this.goesOn || items.length === 0) return;
		try {
			const previews = await previewItems(this.run.keys, items, true);
			items.forEach(({ itemIndex }, index) => this.run.previews.set(itemIndex, previews[index] as Preview));
		} catch (thrown) {
			for (const { itemIndex } of items) {
				await breathe();
				this.results.fail(itemIndex, new NotApplied(thrown, true));
				this.ahead[itemIndex] = { thrown, isTold: true };
			}
		}
	}

	private look(itemIndex: number): PreparedOrFailed {
		try {
			const item = prepare(this.run, itemIndex);
			this.results.repeats.add(item.repeat);
			this.results.keptFromModel[itemIndex] = item.keptFromModel;
			return { item };
		} catch (thrown) {
			return { thrown };
		}
	}

	/** Whether the item joined those that wait to be asked together. */
	private joins(item: Prepared): boolean {
		const { group } = this;
		const [first] = group?.mergings ?? [];
		const { merging } = item;
		if (!group || !first || !merging || group.items.length === MAX_MERGED_ITEMS) return false;
		if (first.operation !== merging.operation || first.group !== merging.group) return false;
		if (!group.together.add(merging.values)) return false;
		group.items.push(item);
		group.mergings.push(merging);
		return true;
	}

	/** Whether others may join the item. */
	private begins(item: Prepared): boolean {
		const { merging } = item;
		if (!merging || this.run.cannotMerge) return false;
		const together = merging.merge.together(merging.values);
		if (!together.add(merging.values)) return false;
		this.group = { items: [item], mergings: [merging], together };
		return true;
	}

	private async startGroup(): Promise<void> {
		const { group } = this;
		this.group = undefined;
		if (group) await this.start(group.items, async () => await this.runGroup(group));
	}

	private async startBulks(groups: readonly BulkItem[][]): Promise<void> {
		for (const items of groups) await this.start(items, async () => await this.runBulk(items));
	}

	private async runBulk(items: readonly BulkItem[]): Promise<void> {
		const { previews } = this.run;
		const leftOut = ({ itemIndex }: BulkItem) =>
			!['sent', 'unknown'].includes(previews.get(itemIndex)?.wouldBe ?? 'sent');
		await runBulk(
			{
				nextNumber: () => ++this.bulkRequests,
				goesOn: () => this.goesOn,
				isStoppedByFailure: !this.results.goesOnAfterFailures,
				experience: this.bulkExperience,
				runOne: async ({ item }) => await this.runOne(item),
			},
			items.map((item) => ({
				item,
				itemIndex: item.itemIndex,
				bulk: item.bulk,
				dryRun: item.isDryRun ? { isLeftOut: leftOut(item) } : undefined,
			})),
		);
	}

	/** Starts the work for items that share a request, once there is room for it. */
	private async start(items: readonly Prepared[], work: () => Promise<void>): Promise<void> {
		const [first] = items as readonly [Prepared];
		// Items that the service has no room for do not start, so that none spends its patience on its own company.
		await this.until(() => this.running < first.most && this.sending < Math.max(1, first.room()));
		// Many answers may have come at once, each of which starts a request of the next item.
		if (first.most > 1) await breathe();
		if (!this.goesOn) return;
		this.running += 1;
		this.sending += 1;
		let isSending = true;
		const rest = () => {
			if (isSending) this.sending -= 1;
			isSending = false;
			this.wake?.();
		};
		void first.paused.then(rest);
		void this.inLine(first, work)
			.catch((thrown: unknown) => items.forEach(({ itemIndex }) => this.results.fail(itemIndex, thrown)))
			.finally(() => {
				this.running -= 1;
				rest();
			});
	}

	private async until(isSo: () => boolean): Promise<void> {
		while (!isSo()) await new Promise<void>((resolve) => (this.wake = resolve));
	}

	/** Asks for several items at once, or for each by itself. */
	private async runGroup({ items, mergings, together }: Group): Promise<void> {
		const contents = items.length > 1 ? await sendMerged(this.run, mergings, together) : undefined;
		for (const [index, item] of items.entries()) {
			await breathe();
			const own = contents?.[index];
			if (own) this.results.succeed(item.itemIndex, own);
			else await this.runOne(item);
		}
	}

	private async runOne(item: Prepared): Promise<void> {
		if (!this.goesOn) return;
		try {
			this.results.succeed(item.itemIndex, await item.perform());
		} catch (thrown) {
			this.results.fail(item.itemIndex, thrown);
		}
	}

	/** Updates of the same record keep their order, so that the last item's values stay. */
	private async inLine({ effect, record }: Prepared, work: () => Promise<void>): Promise<void> {
		if (effect !== 'replace') return await work();
		const done = (this.updates.get(record) ?? Promise.resolve()).then(work);
		this.updates.set(record, done);
		await done;
		if (this.updates.get(record) === done) this.updates.delete(record);
	}
}

/** What came of the items of a run. */
class Results {
	/** What is worth a line above the output. */
	readonly tally = new Tally();

	/** What another run of the items would do. */
	readonly repeats = new Set<Prepared['repeat']>();

	/** By item, the fields that no refusal may hand to a model. */
	readonly keptFromModel: Array<readonly string[]> = [];

	/** Of the items in order, the first of unknown outcome, else the first that failed; where this stops the run. */
	firstFailure?: { itemIndex: number; thrown: unknown };

	/** Items of unknown outcome, where a failure stops the run. */
	private readonly unknown: number[] = [];

	/** By item; an item that failed says whose it is already. */
	private readonly contents: Array<ReadonlyArray<ItemContent | INodeExecutionData>> = [];

	private readonly node: INode;

	constructor(private readonly context: IExecuteFunctions) {
		this.node = context.getNode();
	}

	succeed(itemIndex: number, contents: readonly ItemContent[]): void {
		this.contents[itemIndex] = contents;
	}

	/**
	 * A thrown error would reach an agent as its message alone, or in versions of it before 3 as an empty text, and an agent
	 * that hears nothing of a payment tries it again.
	 */
	get goesOnAfterFailures(): boolean {
		return this.context.continueOnFail() || isTool(this.node);
	}

	fail(itemIndex: number, thrown: unknown): void {
		const isUnknown = outcomeOfThrown(thrown) === 'unknown';
		if (isUnknown) this.tally.unknown++;
		if (this.goesOnAfterFailures) {
			this.contents[itemIndex] = [errorItem(this.node, thrown, itemIndex, this.shown(itemIndex))];
			return;
		}
		if (isUnknown) this.unknown.push(itemIndex);
		const { firstFailure: known } = this;
		const isKnownUnknown = known !== undefined && outcomeOfThrown(known.thrown) === 'unknown';
		const isFirst = !known || (isKnownUnknown === isUnknown ? itemIndex < known.itemIndex : isUnknown);
		if (isFirst) this.firstFailure = { itemIndex, thrown };
	}

	/** What a refusal holds, as it may be given. */
	private shown(itemIndex: number): (answer: unknown) => unknown {
		const kept = isTool(this.node) ? (this.keptFromModel[itemIndex] ?? []) : [];
		return kept.length === 0 ? (answer) => answer : (answer) => withoutSensitive(answer, kept);
	}

	async failAll(thrown: unknown): Promise<void> {
		for (let itemIndex = 0; itemIndex < this.context.getInputData().length; itemIndex++) {
			await breathe();
			this.fail(itemIndex, thrown);
		}
	}

	/** @throws what stops the run */
	async inOrder(): Promise<INodeExecutionData[]> {
		if (this.firstFailure) throw this.stopped(this.firstFailure);
		const all: INodeExecutionData[] = [];
		for (const [item, contents] of this.contents.entries()) {
			// Nothing is there for items that a cancelled run did not come to; of one that asked for a list, very much may be.
			for (const content of contents ?? []) {
				await breathe();
				all.push('pairedItem' in content ? content : { ...content, pairedItem: { item } });
			}
		}
		return all;
	}

	/** The error that stops the workflow. What was done before it is lost to the workflow, so it is told here. */
	private stopped({ itemIndex, thrown }: { itemIndex: number; thrown: unknown }): Error {
		const done = this.contents.filter((result) => result && !Tally.unsent.has(result)).length;
		const carriedOut = `${done === 1 ? 'One other item was' : `${done} other items were`} applied before the run stopped.`;
		const advice = this.repeats.has('doubled')
			? 'A retry of this execution would do that a second time: run only what is left. "Repeat Protection" by key, set beforehand, makes a retry safe.'
			: this.repeats.has('skipped')
				? 'A retry of this execution leaves them out. To keep their results, set "On Error" to continue.'
				: 'To keep their results, set "On Error" to continue.';
		const others = this.unknown.filter((index) => index !== itemIndex).sort((one, other) => one - other);
		const unknown =
			others.length === 0
				? ''
				: `The outcome of ${listOf(others)} is unknown too: look in the service before you run the items again.`;
		const note = [unknown, done > 0 && `${carriedOut} ${advice}`].filter(Boolean).join(' ');
		return toNodeError(this.node, thrown, itemIndex, note);
	}
}

/** Items by their number, as n8n counts them. */
function listOf(items: readonly number[]): string {
	const last = items.at(-1);
	return items.length === 1 ? `item ${last}` : `items ${items.slice(0, -1).join(', ')} and ${last}`;
}

/** What one of them sent would count as sent by the other. */
function hasTwin(name: string, twin: string): InvalidParameter {
	return new InvalidParameter(
		`The nodes "${name}" and "${twin}" have the same ID`,
		'Copy one of them, paste it, and delete the original: the copy gets its own ID. Nothing was sent.',
	);
}
