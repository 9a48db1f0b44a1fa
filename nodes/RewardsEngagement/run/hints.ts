import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { ItemContent } from '../declare/operation';
import { processMemory } from '../host/processMemory';
import { equalPaymentsWarning } from './equalPayments';
import { PaymentSummary } from './payment';

/** A shorter wait is not worth a hint. In milliseconds. */
const NOTABLE_WAIT = 5_000;

/** Facts about a run that are hard to see in its items. */
export class RunSummary {
	/** Items that were skipped because an earlier execution had done them. */
	skippedByEarlier = 0;

	/** Items that were skipped, by the run of the node in this execution that had done them. */
	readonly skippedByRun = new Map<number, number>();

	/** Items of unknown outcome. */
	unknown = 0;

	/** Items that were not applied. */
	refused = 0;

	/** Whether the operation awards, deducts or transfers. */
	isOfPayments = false;

	readonly payments = new PaymentSummary();

	/** Items that make the same payment to a member whom no expression names. */
	equalPayments = 0;

	dryRuns = 0;

	/** Set if no event started items with automatic repeat protection: how the execution was started instead. */
	eventless?: 'started' | 'called';

	/** Operations whose endpoint is not in the API document. */
	readonly inferred = new Set<string>();

	/** Results of items for which nothing was sent, without a failure. Another try of the run returns them again. */
	static readonly unsent = processMemory('unsent results', () => new WeakSet<object>());

	/** @param runIndex of the item of this execution that did it, `undefined` if an earlier execution did */
	skipped(runIndex: number | undefined): void {
		if (runIndex === undefined) this.skippedByEarlier++;
		else this.skippedByRun.set(runIndex, (this.skippedByRun.get(runIndex) ?? 0) + 1);
	}
}

/** Marks a result for which nothing was sent. */
export function noted(contents: ItemContent[]): ItemContent[] {
	RunSummary.unsent.add(contents);
	return contents;
}

/** Shows hints above the output, so that users need not check every item. n8n before 1.80 cannot show them. */
export function giveHints(context: IExecuteFunctions, summary: RunSummary, limitWait: number): void {
	const offered = context as Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;
	offered.addExecutionHints?.(...hintsOf(summary, limitWait));
}

/** @param limitWait how long requests waited for the service's rate limit, in milliseconds */
export function hintsOf(summary: RunSummary, limitWait: number): NodeExecutionHint[] {
	const { skippedByEarlier, skippedByRun, unknown, refused, equalPayments, dryRuns, eventless, inferred } =
		summary;
	const account = accountOf(summary);
	const hasFailed = unknown > 0 || refused > 0;
	const check = `Check in the service before you run ${unknown === 1 ? 'it' : 'them'} again.`;
	const warnings = [
		hasFailed && account,
		unknown > 0 && `Outcome unknown: ${items(unknown)} may have been applied. ${check}`,
		equalPayments > 1 && equalPaymentsWarning(equalPayments),
	];
	const notes = [
		!hasFailed && account,
		dryRuns > 0 && `This was a dry run of ${items(dryRuns)}: nothing was sent.`,
		skippedByEarlier > 0 &&
			`Repeat Protection skipped ${items(skippedByEarlier)} that an earlier execution already processed.`,
		...[...skippedByRun].map(
			([runIndex, count]) =>
				`Repeat Protection skipped ${items(count)} that run ${runIndex + 1} of this node in this execution already processed.`,
		),
		eventless !== undefined && dryRuns === 0 && EVENTLESS[eventless],
		limitWait >= NOTABLE_WAIT && `This run waited ${seconds(limitWait)} for the rate limit of the service.`,
		inferred.size > 0 &&
			`${[...inferred].join(', ')} ${inferred.size === 1 ? 'uses an undocumented endpoint' : 'use undocumented endpoints'} that may change.`,
	];
	return [
		...warnings
			.filter(isText)
			.map((message) => ({ message, type: 'warning', location: 'outputPane' }) as const),
		...notes.filter(isText).map((message) => ({ message, type: 'info', location: 'outputPane' }) as const),
	];
}

/** Such as "5 awarded, 1,500 Stars in total, 1 refused, 2 unknown." Empty for other operations and for dry runs. */
function accountOf(summary: RunSummary): string | false {
	const { isOfPayments, dryRuns, payments, skippedByEarlier, skippedByRun, refused, unknown } = summary;
	if (!isOfPayments || dryRuns > 0) return false;
	const skipped = [...skippedByRun.values()].reduce((all, count) => all + count, skippedByEarlier);
	const counts = Object.entries({ skipped, refused, unknown }).filter(([, count]) => count > 0);
	const words = [...payments.words, ...counts.map(([what, count]) => `${count} ${what}`)];
	return words.length > 0 && `${words.join(', ')}.`;
}

const EVENTLESS = {
	started:
		'Repeat Protection (Automatic) covers this execution and its retries. A second delivery of the same data starts another execution, which pays again. To prevent that, set Repeat Protection to By Key, with a value such as an order ID.',
	called:
		'Repeat Protection (Automatic) covers this sub-workflow and its retries. If the calling workflow is retried, it pays again. To prevent that, pass on the eventId and use it in a key (By Key).',
};

const isText = (text: string | false): text is string => text !== false;

const items = (count: number) => (count === 1 ? 'one item' : `${count} items`);

function seconds(milliseconds: number): string {
	const count = Math.round(milliseconds / 1000);
	return count < 120 ? `${count} seconds` : `${Math.round(count / 60)} minutes`;
}
