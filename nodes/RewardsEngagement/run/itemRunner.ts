import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { Client } from '../api/client';
import { errorItem, toNodeError } from '../errors/nodeError';
import { AutomaticKeys } from '../idempotency/automaticKey';
import { ReadCache } from './readCache';
import type { Registry } from './registry';
import type { ItemContent } from './operation';
import { prepare, type Merging, type Prepared, type Run } from './runItem';
import { sendMerged } from './mergeReads';
import { RetryMemory } from '../idempotency/retryMemory';

/** Items that are looked at ahead to find searches that can be asked together. */
const MAX_MERGED_ITEMS = 500;

/**
 * Reads whose parameters are read in one go, before the first of them is sent. Evaluating expressions one after another
 * costs n8n a third less than in between requests; more at a time would hold n8n up for longer than others like to wait.
 */
const PREFETCHED_READS = 100;

/** An item whose parameters were read, or why they could not be. */
type PreparedOrFailed = { item: Prepared } | { thrown: unknown };

/**
 * Runs the node's operation for every input item and gives what came of each, in the order of the items.
 *
 * Requests that a repeat would double go out one by one, in order; others several at a time, and updates of one record
 * in order all the same.
 *
 * @throws the error of the first item that failed, unless the node goes on after errors
 */
export async function runItems(
	context: IExecuteFunctions,
	registry: Registry,
): Promise<INodeExecutionData[]> {
	const run: Run = {
		context,
		registry,
		client: await Client.open(context),
		answers: new ReadCache(),
		automaticKeys: new AutomaticKeys(context),
		tries: RetryMemory.of(context),
	};
	return await new ItemRunner(run).all();
}

class ItemRunner {
	private readonly results: INodeExecutionData[][] = [];

	private readonly running = new Set<Promise<void>>();

	/** Of those, the ones that do not wait before a repeat. */
	private readonly sending = new Set<Promise<void>>();

	/** Of the next items, in order. */
	private readonly ahead: PreparedOrFailed[] = [];

	/** Searches that wait to be asked together, all of one group. */
	private together: Prepared[] = [];

	private isRepeatable = true;

	private firstFailure?: { itemIndex: number; thrown: unknown };

	/** The last update of each record that is on its way. */
	private readonly updates = new Map<string, Promise<void>>();

	constructor(private readonly run: Run) {}

	async all(): Promise<INodeExecutionData[]> {
		const count = this.run.context.getInputData().length;
		for (let itemIndex = 0; itemIndex < count && !this.isStopped; itemIndex++) {
			const item = this.prepared(itemIndex);
			if (!item) continue;
			if (this.joins(item)) continue;
			await this.startTogether();
			if (item.merging) this.together.push(item);
			else await this.start([item]);
		}
		await this.startTogether();
		await Promise.all(this.running);
		if (this.firstFailure) throw this.stopped(this.firstFailure);
		return this.results.flat();
	}

	/** Whether no further item may start: one failed, or the execution was cancelled. */
	private get isStopped(): boolean {
		return this.firstFailure !== undefined || Boolean(this.run.context.getExecutionCancelSignal()?.aborted);
	}

	private prepared(itemIndex: number): Prepared | undefined {
		if (this.ahead.length === 0) this.lookAhead(itemIndex);
		const next = this.ahead.shift() as PreparedOrFailed;
		if ('item' in next) return next.item;
		this.fail(itemIndex, next.thrown);
		return undefined;
	}

	private lookAhead(itemIndex: number): void {
		const first = this.look(itemIndex);
		this.ahead.push(first);
		if (!('item' in first) || first.item.effect !== 'read') return;
		const end = Math.min(itemIndex + PREFETCHED_READS, this.run.context.getInputData().length);
		for (let next = itemIndex + 1; next < end; next++) this.ahead.push(this.look(next));
	}

	private look(itemIndex: number): PreparedOrFailed {
		try {
			const item = prepare(this.run, itemIndex);
			this.isRepeatable &&= item.isRepeatable;
			return { item };
		} catch (thrown) {
			return { thrown };
		}
	}

	/** Whether the item joined those that wait to be asked together. */
	private joins(item: Prepared): boolean {
		const [first] = this.together;
		if (!first?.merging || first.merging.group !== item.merging?.group) return false;
		const all = mergingsOf([...this.together, item]).map(({ values }) => values);
		if (all.length > MAX_MERGED_ITEMS || !first.merging.merge.join(all)) return false;
		this.together.push(item);
		return true;
	}

	private async startTogether(): Promise<void> {
		const items = this.together;
		this.together = [];
		if (items.length > 0) await this.start(items);
	}

	/** Starts the work for items that share a request, once there is room for it. */
	private async start(items: Prepared[]): Promise<void> {
		const [first] = items as [Prepared];
		while (this.running.size >= first.most) await Promise.race(this.running);
		// Items that the service has no room for do not start, so that none spends its patience on its own company.
		while (this.sending.size >= first.room()) await Promise.race(this.sending);
		if (this.isStopped) return;
		const work = this.inLine(first, async () => {
			if (items.length > 1 && (await this.ask(items))) return;
			for (const item of items) await this.runOne(item);
		});
		const running = work.finally(() => this.running.delete(running));
		this.running.add(running);
		const sending = Promise.race([running, first.paused]).finally(() => this.sending.delete(sending));
		this.sending.add(sending);
	}

	/** Asks for several items at once; `false` when each must be asked for by itself. */
	private async ask(items: Prepared[]): Promise<boolean> {
		const contents = await sendMerged(this.run, mergingsOf(items));
		contents?.forEach((content, index) => this.succeed((items[index] as Prepared).itemIndex, content));
		return contents !== undefined;
	}

	private async runOne(item: Prepared): Promise<void> {
		if (this.isStopped) return;
		try {
			this.succeed(item.itemIndex, await item.perform());
		} catch (thrown) {
			this.fail(item.itemIndex, thrown);
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

	private succeed(itemIndex: number, contents: ItemContent[]): void {
		this.results[itemIndex] = contents.map((content) => ({ ...content, pairedItem: { item: itemIndex } }));
	}

	private fail(itemIndex: number, thrown: unknown): void {
		const { context } = this.run;
		if (context.continueOnFail() || isTool(context.getNode())) {
			this.results[itemIndex] = [errorItem(context.getNode(), thrown, itemIndex)];
		} else if (!this.firstFailure || itemIndex < this.firstFailure.itemIndex) {
			this.firstFailure = { itemIndex, thrown };
		}
	}

	/** The error that stops the workflow. What was done before it is lost to the workflow, so it is told here. */
	private stopped({ itemIndex, thrown }: { itemIndex: number; thrown: unknown }): Error {
		const done = this.results.filter((result) => result !== undefined).length;
		const carriedOut = `${done === 1 ? 'One other item was' : `${done} other items were`} carried out before the run stopped.`;
		const advice = this.isRepeatable
			? 'To keep their results, set "On Error" to continue.'
			: 'A retry of this execution would do that a second time: run only what is left. The option "Once per Key", set beforehand, makes a retry safe.';
		const note = done === 0 ? '' : `${carriedOut} ${advice}`;
		return toNodeError(this.run.context.getNode(), thrown, itemIndex, note);
	}
}

/**
 * Whether an AI agent runs the node. A thrown error would reach the agent as its message alone, or in its versions before
 * 3 as an empty text, and an agent that hears nothing of a payment tries it again.
 */
function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

function mergingsOf(items: readonly Prepared[]): Merging[] {
	return items.flatMap(({ merging }) => merging ?? []);
}
