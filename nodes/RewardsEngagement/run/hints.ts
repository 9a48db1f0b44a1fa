import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { equalPaymentsWarning } from './equalPayments';
import type { ItemContent } from './operation';
import { PaymentSummary } from './payment';

/** Below this nobody wonders where the time went. Milliseconds. */
const NOTABLE_WAIT = 5_000;

/** What happened in a run that its items alone do not show at a glance. */
export class RunSummary {
	/** Items that were left out because an earlier execution had done them. */
	skippedByEarlier = 0;

	/** Items that were left out, by the run of the node in this execution that had done them. */
	readonly skippedByRun = new Map<number, number>();

	/** Items of which it is not known whether they were applied. */
	unknown = 0;

	/** Items that were not applied. */
	refused = 0;

	/** Whether the operation awards, deducts or transfers. */
	isOfPayments = false;

	readonly payments = new PaymentSummary();

	/** Items that make the same payment to a member that no expression names. */
	equalPayments = 0;

	dryRuns = 0;

	/** No event started items that are protected automatically: by what else the execution was started. */
	eventless?: 'started' | 'called';

	/** Operations whose endpoint the API document does not show. */
	readonly inferred = new Set<string>();

	/** Results of items that nothing was sent for, without a failure. Another try of the run gives them again. */
	static readonly unsent = new WeakSet<object>();

	/** @param runIndex of the item of this execution that did it; nothing when an earlier execution did */
	skipped(runIndex: number | undefined): void {
		if (runIndex === undefined) this.skippedByEarlier++;
		else this.skippedByRun.set(runIndex, (this.skippedByRun.get(runIndex) ?? 0) + 1);
	}
}

/** Notes that nothing was sent for a result. */
export function noted(contents: ItemContent[]): ItemContent[] {
	RunSummary.unsent.add(contents);
	return contents;
}

/** Shows above the output what saves a look at every item; n8n before 1.80 has no place for it. */
export function giveHints(context: IExecuteFunctions, summary: RunSummary, limitWait: number): void {
	const offered = context as Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;
	offered.addExecutionHints?.(...hintsOf(summary, limitWait));
}

/** @param limitWait how long requests waited for the service's limit, in milliseconds */
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
			`Repeat Protection left out ${items(skippedByEarlier)} that an earlier execution had done.`,
		...[...skippedByRun].map(
			([runIndex, count]) =>
				`Repeat Protection left out ${items(count)} that run ${runIndex + 1} of this node in this execution had done.`,
		),
		eventless !== undefined && dryRuns === 0 && EVENTLESS[eventless],
		limitWait >= NOTABLE_WAIT &&
			`${seconds(limitWait)} of this run went by waiting for the service's limit of requests.`,
		inferred.size > 0 &&
			`The API document does not show ${[...inferred].join(', ')}: path and fields are inferred from similar calls.`,
	];
	return [
		...warnings
			.filter(isText)
			.map((message) => ({ message, type: 'warning', location: 'outputPane' }) as const),
		...notes.filter(isText).map((message) => ({ message, type: 'info', location: 'outputPane' }) as const),
	];
}

/** Such as "5 awarded, 1,500 Stars in total, 1 refused, 2 unknown." Nothing for other operations and for dry runs. */
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
