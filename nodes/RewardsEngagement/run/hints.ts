import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { SEVERAL } from '../declare/operation';
import type { PaymentSum } from './payment';

/** A shorter wait is not worth a hint. In milliseconds. */
const NOTABLE_WAIT = 5_000;

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

	/** Set if no event started items with automatic repeat protection: how the execution was started instead. */
	eventless?: 'started' | 'called';

	/** Whether an item may come from any of several events. */
	isOfAnyEvent = false;

	/** Whether n8n keeps nothing of what was paid. */
	isUnkept = false;

	/** The name of the operation, if its endpoint is not in the API document. */
	inferred?: string;
}

/** Shows hints above the output, so that users need not check every item. n8n before 1.80 cannot show them. */
export function giveHints(context: IExecuteFunctions, summary: RunSummary, limitWait: number): void {
	const offered = context as Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;
	offered.addExecutionHints?.(...hintsOf(summary, limitWait));
}

/** @param limitWait how long requests waited for the service's rate limit, in milliseconds */
export function hintsOf(summary: RunSummary, limitWait: number): NodeExecutionHint[] {
	const { unknown, refused, equalPayments, dryRuns, eventless, inferred, skipped, items } = summary;
	const hints: NodeExecutionHint[] = [];
	const add = (type: 'warning' | 'info', message: string) =>
		hints.push({ message, type, location: 'outputPane' });
	const isAllSkipped = skipped.size > 0 && countSkipped(summary) === items;
	const account = isAllSkipped ? '' : accountOf(summary);
	if (account) add(unknown + refused > 0 ? 'warning' : 'info', account);
	if (unknown > 0) {
		const check = `Check in the service before you run ${unknown === 1 ? 'it' : 'them'} again.`;
		add('warning', `Outcome unknown: ${itemsOf(unknown)} may have been applied. ${check}`);
	}
	if (equalPayments > 1) {
		const once = 'To make it once, turn on "Execute Once" in Settings.';
		add('warning', `${equalPayments} items each make the same payment. ${once} ${SEVERAL}`);
	}
	if (dryRuns > 0) add('info', planOf(summary));
	if (isAllSkipped) add(...allSkipped(summary));
	else
		for (const [by, count] of skipped)
			add('info', `Repeat Protection skipped ${itemsOf(count)} that ${whoDid(by)} already processed.`);
	if (eventless && dryRuns === 0) add('info', EVENTLESS[eventless]);
	if (summary.isOfAnyEvent) add('info', OF_ANY_EVENT);
	if (summary.isUnkept) add('warning', UNKEPT);
	if (limitWait >= NOTABLE_WAIT)
		add('info', `This run waited ${seconds(limitWait)} for the rate limit of the service.`);
	if (inferred) add('info', `${inferred} uses an undocumented endpoint that may change.`);
	// Warnings come first.
	return hints.sort((one, other) => Number(one.type === 'info') - Number(other.type === 'info'));
}

/** Such as "5 awarded, 1,500 Stars in total, 1 refused, 2 unknown." Empty for other operations and for dry runs. */
function accountOf(summary: RunSummary): string {
	const { dryRuns, payments, refused, unknown, skipped } = summary;
	if (!payments || dryRuns > 0) return '';
	const words = payments.done;
	const left = skipped.size > 0 ? countSkipped(summary) : 0;
	if (left > 0) words.push(`${left} skipped`);
	if (refused > 0) words.push(`${refused} refused`);
	if (unknown > 0) words.push(`${unknown} unknown`);
	return words.length > 0 ? `${words.join(', ')}.` : '';
}

function countSkipped({ skipped }: RunSummary): number {
	let all = 0;
	for (const count of skipped.values()) all += count;
	return all;
}

const whoDid = (by: number | undefined) =>
	by === undefined ? 'an earlier execution' : `run ${by + 1} of this node in this execution`;

/** A payout that skips everybody ends with success. So it warns, unless it only continues its own execution. */
function allSkipped({ items: count, isByKey, skipped }: RunSummary): ['warning' | 'info', string] {
	const [by, ...others] = skipped.keys();
	const who = others.length > 0 ? 'earlier runs' : whoDid(by);
	const which = count === 1 ? 'the only item' : `all ${count} items`;
	const isDoubtful = isByKey && skipped.has(undefined);
	const doubt = isDoubtful
		? ' If they are new, the key lacks what makes them different, such as the month.'
		: '';
	return [
		isDoubtful ? 'warning' : 'info',
		`Nothing was sent: Repeat Protection skipped ${which} that ${who} already processed.${doubt}`,
	];
}

/** Such as "Would award 150 Stars to 3 members, 0 refused. Nothing was sent." */
function planOf({ planned, dryRuns, refused }: RunSummary): string {
	const plan = planned?.plan ?? [];
	const requests = dryRuns === 1 ? 'send one request' : `send ${dryRuns} requests`;
	return `Would ${plan.length > 0 ? plan.join(', ') : requests}, ${refused} refused. Nothing was sent.`;
}

const EVENTLESS = {
	started:
		'Repeat Protection (Automatic) covers this execution and its retries. A second delivery of the same data starts another execution, which pays again. To prevent that, set Repeat Protection to By Key, with a value such as an order ID.',
	called:
		'Repeat Protection (Automatic) covers this sub-workflow and its retries. If the calling workflow is retried, it pays again. To prevent that, pass on the eventId and use it in a key (By Key).',
};

const OF_ANY_EVENT =
	'Several events started this execution, and n8n cannot tell which of them an item comes from. So Repeat Protection (Automatic) takes the items for the result of all of them together. If one event is redelivered alone, its items are paid again. Keep the pairing of items, or set Repeat Protection to By Key.';

const UNKEPT =
	'This version of n8n does not keep which requests were sent. Repeat Protection does not cover a retry of this execution.';

const itemsOf = (count: number) => (count === 1 ? 'one item' : `${count} items`);

function seconds(milliseconds: number): string {
	const count = Math.round(milliseconds / 1000);
	return count < 120 ? `${count} seconds` : `${Math.round(count / 60)} minutes`;
}
