import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import type { ItemContent } from '../declare/operation';
import { Problem, toNodeError } from '../errors';
import type { Found } from '../fields/field';
import { isTool } from '../host/otherNodes';
import { memoryOfTries } from '../host/retries';
import { failedItem } from '../host/failedItem';
import { listed } from '../shared/listed';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';
import type { PaymentSum } from './payment';

/** The result of a job. A note says why nothing was sent, although nothing failed. */
export type Result = { contents: ItemContent[]; note?: 'skipped' | 'dryRun' } | { problem: Problem };

/** What a tool gives for no records. An agent makes an empty text of no items, and a model then invents an ID. */
const NOTHING_FOUND: ItemContent = { json: { found: 0 } };

/** The effect of running an item again: no harm, nothing because its key is known, or the same a second time. */
export type Repeat = 'harmless' | 'skipped' | 'doubled';

/** The data that the tries of one run of a node share. */
export interface TryMemory {
	/** Results of the items that must not be sent again, by item. */
	readonly results: Map<number, Result>;
	/** Look-up results. Each try then finds the member of a paid item again, with the same name. */
	readonly names: Map<string, Found | { thrown: unknown }>;
	/** The effects of running the items again. */
	readonly repeats: Set<Repeat>;
}

/** Facts about a run that are hard to see in its items. */
export class RunSummary {
	/** All items of the run. */
	items = 0;

	/** Whether the user chose the keys. */
	isByKey = false;

	/** Items that were skipped, by the run of the node that had done them. `undefined` is an earlier execution. */
	readonly skipped = new Map<number | undefined, number>();

	/** Items of unknown outcome. */
	unknown = 0;

	/** Items that were not applied. */
	refused = 0;

	/** For awards, deductions and transfers: what was moved. */
	payments?: PaymentSum;

	/** Items that make the same payment to a member whom no expression names. */
	equalPayments = 0;

	/** Items whose requests were only shown, and what they would move. */
	dryRuns = 0;
	planned?: PaymentSum;

	/** For items with automatic repeat protection: whether an event started the execution. */
	isOfEvent?: boolean;

	/** What pays again all the same. */
	repeats?: string;

	/** Whether an item may come from any of several events. */
	isOfAnyEvent = false;

	/** Whether n8n keeps nothing of what was paid. */
	isUnkept = false;
}

/** The results of the items of a run. Those of an earlier try by n8n's *Retry On Fail* are in it from the start. */
export class Results {
	/** The facts for the hints above the output. */
	readonly summary = new RunSummary();

	/**
	 * The failure that stops the run: that of the first item with unknown outcome, or without one, that of the first
	 * failed item.
	 */
	private firstFailure?: { itemIndex: number; problem: Problem };

	/** Items of unknown outcome, if a failure stops the run. */
	private readonly unknown: number[] = [];

	/** How many items were applied. */
	applied = 0;

	/** By item. The result of a failed item already has its item pairing. */
	private readonly contents: Array<ReadonlyArray<ItemContent | INodeExecutionData>> = [];

	private readonly node: INode;

	private readonly signal?: AbortSignal;

	/**
	 * Always true for tools. An agent would get only the message of an error, and an agent before version 3 only an
	 * empty text. An agent that does not learn the result of a payment tries it again.
	 */
	private readonly goesOnAfterFailures: boolean;

	private readonly isTool: boolean;

	/** What earlier tries of this run left. */
	readonly memory: TryMemory;

	/** @param ended what items had before the execution paused */
	constructor(
		private readonly context: IExecuteFunctions,
		ended: Results['ended'] = [],
	) {
		this.node = context.getNode();
		this.signal = context.getExecutionCancelSignal();
		this.isTool = isTool(this.node);
		this.goesOnAfterFailures = context.continueOnFail() || this.isTool;
		const make = (): TryMemory => ({ results: new Map(), names: new Map(), repeats: new Set() });
		this.memory = this.node.retryOnFail ? memoryOfTries(context, make) : make();
		for (const [itemIndex, contents] of ended) this.memory.results.set(itemIndex, { contents });
		for (const [itemIndex, result] of this.memory.results) this.add(itemIndex, result);
	}

	/** Whether more requests may be sent. */
	get goesOn(): boolean {
		return !this.firstFailure && !this.signal?.aborted;
	}

	/** @throws {Problem} once no more requests may be sent */
	checkGoesOn(): void {
		if (!this.goesOn) throw RUN_STOPPED;
	}

	/** Records the result of an item. The first one stays. */
	add(itemIndex: number, result: Result): void {
		if (this.contents[itemIndex]) return;
		if ('problem' in result) return this.fail(itemIndex, result.problem);
		const isNothing = this.isTool && result.contents.length === 0;
		this.contents[itemIndex] = isNothing ? [NOTHING_FOUND] : result.contents;
		if (!result.note) this.applied++;
	}

	fail(itemIndex: number, problem: Problem): void {
		// That the run stopped does not say why.
		if (this.contents[itemIndex] || (this.firstFailure && problem === RUN_STOPPED)) return;
		const isUnknown = problem.told.outcome === 'unknown';
		if (isUnknown) this.summary.unknown++;
		else this.summary.refused++;
		if (this.goesOnAfterFailures) {
			const input = this.context.getInputData()[itemIndex] as INodeExecutionData;
			this.contents[itemIndex] = [failedItem(this.node, input, itemIndex, problem)];
			return;
		}
		if (isUnknown) this.unknown.push(itemIndex);
		const { firstFailure: known } = this;
		const isKnownUnknown = known?.problem.told.outcome === 'unknown';
		const isFirst = !known || (isKnownUnknown === isUnknown ? itemIndex < known.itemIndex : isUnknown);
		if (isFirst) this.firstFailure = { itemIndex, problem };
	}

	/** The contents of the items so far that did not fail, by item. */
	get ended(): Array<[item: number, contents: ItemContent[]]> {
		return [...this.contents.entries()].filter(
			([, contents]) => contents && !contents.some((content) => 'pairedItem' in content),
		) as Array<[number, ItemContent[]]>;
	}

	async failAll(problem: Problem): Promise<void> {
		for (let itemIndex = 0; itemIndex < this.context.getInputData().length; itemIndex++) {
			await yieldToEventLoop();
			this.fail(itemIndex, problem);
		}
	}

	/** @throws the error that stops the run */
	async inOrder(): Promise<INodeExecutionData[]> {
		if (this.firstFailure) throw this.stopped(this.firstFailure);
		const all: INodeExecutionData[] = [];
		for (const [item, contents] of this.contents.entries()) {
			// A canceled run has no contents for some items, and a list may have very many.
			for (const content of contents ?? []) {
				if (all.length > 0) await yieldToEventLoop();
				all.push('pairedItem' in content ? content : { ...content, pairedItem: { item } });
			}
		}
		return all;
	}

	/**
	 * The error that stops the workflow. It also says what was done before, because the workflow loses those results.
	 */
	private stopped({ itemIndex, problem }: { itemIndex: number; problem: Problem }): Error {
		const { applied, unknown, memory } = this;
		const [carriedOut, them] =
			applied === 1
				? ['One other item was applied before the run stopped.', 'it']
				: [`${applied} other items were applied before the run stopped.`, 'them'];
		const advice = memory.repeats.has('doubled')
			? `A retry of this execution would apply ${them} a second time. Run only the remaining items. To make retries safe, set "Repeat Protection" to "By Key" first.`
			: memory.repeats.has('skipped')
				? `A retry of this execution skips ${them}. To keep the results, set "On Error" to continue.`
				: 'To keep the results, set "On Error" to continue.';
		const others = unknown.filter((index) => index !== itemIndex).sort((one, other) => one - other);
		const doubt =
			others.length === 0
				? ''
				: `The outcome of ${listOf(others)} is unknown too. Check the service before you run the items again.`;
		const note = [doubt, applied > 0 && `${carriedOut} ${advice}`].filter(Boolean).join(' ');
		return toNodeError(this.node, problem, itemIndex, note);
	}
}

/** Items by their number, as n8n counts them. */
function listOf(items: readonly number[]): string {
	return `${items.length === 1 ? 'item' : 'items'} ${listed(items.map(String))}`;
}

/** The problem of a job that waited for its request when the run stopped. */
export const RUN_STOPPED = new Problem({
	message: 'Not sent: the run stopped before this item',
	advice: 'Run this item again.',
	outcome: 'notApplied',
});
