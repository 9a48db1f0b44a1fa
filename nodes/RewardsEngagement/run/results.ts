import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import type { ItemContent } from '../declare/operation';
import { Problem, toNodeError } from '../errors';
import { isTool } from '../host/tool';
import { listed } from '../shared/listed';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';
import { RunSummary } from './hints';
import { withoutSensitive } from './withoutSensitive';

/** The effect of running an item again: no harm, nothing because its key is known, or the same a second time. */
export type Repeat = 'harmless' | 'skipped' | 'doubled';

/** The results of the items of a run. */
export class Results {
	/** The facts for the hints above the output. */
	readonly summary = new RunSummary();

	/** The effects of running the items again. */
	private readonly repeats = new Set<Repeat>();

	/** By item, the fields that a model must not get in a refusal. */
	private readonly keptFromModel: Array<readonly string[]> = [];

	/**
	 * The failure that stops the run: that of the first item with unknown outcome, or without one, that of the first
	 * failed item.
	 */
	firstFailure?: { itemIndex: number; problem: Problem };

	/** Items of unknown outcome, if a failure stops the run. */
	private readonly unknown: number[] = [];

	/** By item. The result of a failed item already has its item pairing. */
	private readonly contents: Array<ReadonlyArray<ItemContent | INodeExecutionData>> = [];

	private readonly node: INode;

	private readonly signal?: AbortSignal;

	constructor(private readonly context: IExecuteFunctions) {
		this.node = context.getNode();
		this.signal = context.getExecutionCancelSignal();
	}

	/** Whether more requests may be sent. */
	get goesOn(): boolean {
		return !this.firstFailure && !this.signal?.aborted;
	}

	/** @throws {Problem} once no more requests may be sent */
	checkGoesOn(): void {
		if (!this.goesOn) throw RUN_STOPPED;
	}

	/**
	 * Records facts about an item before it runs.
	 *
	 * @param keptFromModel fields that a refusal must not show to a model
	 */
	expect(itemIndex: number, repeat: Repeat, keptFromModel: readonly string[]): void {
		this.repeats.add(repeat);
		this.keptFromModel[itemIndex] = keptFromModel;
	}

	succeed(itemIndex: number, contents: readonly ItemContent[]): void {
		this.contents[itemIndex] = contents;
	}

	/**
	 * Always true for tools. An agent would get only the message of an error, and an agent before version 3 only an
	 * empty text. An agent that does not learn the result of a payment tries it again.
	 */
	get goesOnAfterFailures(): boolean {
		return this.context.continueOnFail() || isTool(this.node);
	}

	fail(itemIndex: number, problem: Problem): void {
		// That the run stopped does not say why.
		if (this.firstFailure && problem === RUN_STOPPED) return;
		const isUnknown = problem.told.outcome === 'unknown';
		if (isUnknown) this.summary.unknown++;
		else this.summary.refused++;
		if (this.goesOnAfterFailures) {
			this.contents[itemIndex] = [failedItem(this.node, problem, itemIndex, this.shown(itemIndex))];
			return;
		}
		if (isUnknown) this.unknown.push(itemIndex);
		const { firstFailure: known } = this;
		const isKnownUnknown = known?.problem.told.outcome === 'unknown';
		const isFirst = !known || (isKnownUnknown === isUnknown ? itemIndex < known.itemIndex : isUnknown);
		if (isFirst) this.firstFailure = { itemIndex, problem };
	}

	/** The part of a refusal that may be shown. */
	private shown(itemIndex: number): (answer: unknown) => unknown {
		const kept = isTool(this.node) ? (this.keptFromModel[itemIndex] ?? []) : [];
		return kept.length === 0 ? (answer) => answer : (answer) => withoutSensitive(answer, kept);
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
				await yieldToEventLoop();
				all.push('pairedItem' in content ? content : { ...content, pairedItem: { item } });
			}
		}
		return all;
	}

	/**
	 * The error that stops the workflow. It also says what was done before, because the workflow loses those results.
	 */
	private stopped({ itemIndex, problem }: { itemIndex: number; problem: Problem }): Error {
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
		return toNodeError(this.node, problem, itemIndex, note);
	}
}

/**
 * The output item for an input item that failed. It says what happened and what to do. `details` has the outcome, on
 * which a workflow can branch, and the service's status and response.
 *
 * An `error` beside the `json` makes n8n replace the whole JSON by the message. Newer versions of n8n recognize a
 * failed item by the keys in its JSON. But n8n 2.20 and older recognize it only by `error`, and would let a failed
 * payment continue as a success. So `error` is not enumerable: n8n sees it when it chooses the output, and loses it
 * in the copy that it makes there (n8n-core, `workflow-execute.js`).
 *
 * @param shown the service's response, without secrets
 */
function failedItem(
	node: INode,
	problem: Problem,
	itemIndex: number,
	shown: (answer: unknown) => unknown,
): INodeExecutionData {
	const { message, advice, outcome, status, answer, idempotencyKey, request } = problem.told;
	const details = {
		outcome,
		advice: advice || undefined,
		status,
		answer: shown(answer) as IDataObject | undefined,
		idempotencyKey,
		request: request && { ...request },
	};
	const given = Object.entries(details).filter(([, value]) => value !== undefined);
	const item = {
		json: { error: message, details: Object.fromEntries(given) },
		pairedItem: { item: itemIndex },
	};
	if (node.onError !== 'continueErrorOutput') return item;
	const error = toNodeError(node, problem, itemIndex);
	return Object.defineProperty(item, 'error', { value: error, enumerable: false });
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
