import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { errorItem, toNodeError } from '../errors/nodeError';
import { InvalidParameter } from '../errors/invalidParameter';
import { NotApplied, outcomeOfThrown } from '../errors/withOutcome';
import { listed } from '../shared/listed';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';
import { RunSummary } from './hints';
import type { ItemContent } from './operation';
import { withoutSensitive } from './sensitiveFields';
import { isTool } from './tool';

/** What another run of an item would do: no harm, nothing because its key is known, or the same a second time. */
export type Repeat = 'harmless' | 'skipped' | 'doubled';

/** What came of the items of a run. */
export class Results {
	/** What is worth a line above the output. */
	readonly summary = new RunSummary();

	/** What another run of the items would do. */
	private readonly repeats = new Set<Repeat>();

	/** By item, the fields that no refusal may hand to a model. */
	private readonly keptFromModel: Array<readonly string[]> = [];

	/** Of the items in order, the first of unknown outcome, else the first that failed; where this stops the run. */
	firstFailure?: { itemIndex: number; thrown: unknown };

	/** Items of unknown outcome, where a failure stops the run. */
	private readonly unknown: number[] = [];

	/** By item; an item that failed says whose it is already. */
	private readonly contents: Array<ReadonlyArray<ItemContent | INodeExecutionData>> = [];

	private readonly node: INode;

	private readonly signal?: AbortSignal;

	constructor(private readonly context: IExecuteFunctions) {
		this.node = context.getNode();
		this.signal = context.getExecutionCancelSignal();
	}

	/** Whether anything more is sent. */
	get goesOn(): boolean {
		return !this.firstFailure && !this.signal?.aborted;
	}

	/** @throws {NotApplied} once nothing more is sent */
	checkGoesOn(): void {
		if (!this.goesOn) throw isStopped();
	}

	/** Notes what is known of an item before it runs. @param keptFromModel fields that no refusal may show to a model */
	expect(itemIndex: number, repeat: Repeat, keptFromModel: readonly string[]): void {
		this.repeats.add(repeat);
		this.keptFromModel[itemIndex] = keptFromModel;
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
		if (this.firstFailure && thrown instanceof NotApplied && thrown.thrown instanceof RunStopped) return;
		const isUnknown = outcomeOfThrown(thrown) === 'unknown';
		if (isUnknown) this.summary.unknown++;
		else this.summary.refused++;
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
			await yieldToEventLoop();
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
				await yieldToEventLoop();
				all.push('pairedItem' in content ? content : { ...content, pairedItem: { item } });
			}
		}
		return all;
	}

	/** The error that stops the workflow. What was done before it is lost to the workflow, so it is told here. */
	private stopped({ itemIndex, thrown }: { itemIndex: number; thrown: unknown }): Error {
		const done = this.contents.filter((result) => result && !RunSummary.unsent.has(result)).length;
		const [carriedOut, them] =
			done === 1
				? ['One other item was applied before the run stopped.', 'it']
				: [`${done} other items were applied before the run stopped.`, 'them'];
		const advice = this.repeats.has('doubled')
			? `A retry of this execution would apply ${them} a second time. Run only the remaining items. To make retries safe, set "Repeat Protection" to "By Key" first.`
			: this.repeats.has('skipped')
				? `A retry of this execution skips ${them}. To keep the results, set "On Error" to continue.`
				: 'To keep the results, set "On Error" to continue.';
		const others = this.unknown.filter((index) => index !== itemIndex).sort((one, other) => one - other);
		const unknown =
			others.length === 0
				? ''
				: `The outcome of ${listOf(others)} is unknown too. Check the service before you run the items again.`;
		const note = [unknown, done > 0 && `${carriedOut} ${advice}`].filter(Boolean).join(' ');
		return toNodeError(this.node, thrown, itemIndex, note);
	}
}

/** Items by their number, as n8n counts them. */
function listOf(items: readonly number[]): string {
	return `${items.length === 1 ? 'item' : 'items'} ${listed(items.map(String))}`;
}

/** It says nothing of why the run stopped, so it is no failure beside the one that stopped it. */
class RunStopped extends InvalidParameter {}

/** What a job fails with that waited for its request when the run stopped. */
export function isStopped(): NotApplied {
	const problem = new RunStopped('Not sent: the run stopped before this item', 'Run this item again.');
	return new NotApplied(problem, true);
}
