import {
	type IExecuteFunctions,
	type INodeExecutionData,
	isExpression,
	type NodeExecutionHint,
} from 'n8n-workflow';
import { SEVERAL } from '../declare/operation';
import type { RegisteredOperation } from '../declare/registry';
import { splitText } from '../fields/plainExpression';
import type { ParameterReader } from '../fields/reader';
import { plainValue } from '../fields/value';
import { nodesOf, runsOf } from '../host/otherNodes';
import { isRecord } from '../shared/json';
import type { Run } from './job';
import type { RunSummary } from './results';

type AnyNode = ReturnType<typeof nodesOf>[number];

/** A shorter wait is not worth a hint. In milliseconds. */
const NOTABLE_WAIT = 5_000;

/** Shows hints above the output, so that users need not check every item. n8n before 1.80 cannot show them. */
export function giveHints(run: Run): void {
	const { context, results, client, keys } = run;
	const { summary, applied } = results;
	const offered = context as Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;
	try {
		// The runs of a loop say it once.
		const isNews = summary.isOfEvent !== undefined && applied > 0 && keys.own.runIndex === 0;
		if (isNews) summary.repeats = describeRepeats(run);
		offered.addExecutionHints?.(...hintsOf(summary, client.limitWait.total));
	} catch (error) {
		// The items are more important than the words about them.
		context.logger.warn(`The hints above the output are missing: ${String(error)}`);
	}
}

/** @param limitWait how long requests waited for the service's rate limit, in milliseconds */
export function hintsOf(summary: RunSummary, limitWait: number): NodeExecutionHint[] {
	const { unknown, refused, equalPayments, dryRuns, repeats, skipped, items } = summary;
	const hints: NodeExecutionHint[] = [];
	const add = (type: 'warning' | 'info', message: string) =>
		hints.push({ message, type, location: 'outputPane' });
	const isAllSkipped = skipped.size > 0 && countSkipped(summary) === items;
	const account = isAllSkipped ? '' : accountOf(summary);
	if (account) add(refused > 0 ? 'warning' : 'info', account);
	if (unknown > 0) {
		const check = `Check in the service before you run ${unknown === 1 ? 'it' : 'them'} again.`;
		add('warning', `Outcome unknown: ${countOf(unknown)} may have been applied. ${check}`);
	}
	if (equalPayments > 1) {
		const once = 'To make it once, turn on "Execute Once" in Settings.';
		add('warning', `${equalPayments} items each make the same payment. ${once} ${SEVERAL}`);
	}
	if (dryRuns > 0) add('info', planOf(summary));
	if (isAllSkipped) add(...allSkipped(summary));
	else
		for (const [by, count] of skipped)
			add('info', `Repeat Protection skipped ${countOf(count)} that ${whoDid(by)} already processed.`);
	if (summary.isOfAnyEvent) add('info', OF_ANY_EVENT);
	else if (repeats !== undefined) add('info', repeats);
	if (summary.isUnkept) add('warning', UNKEPT);
	if (limitWait >= NOTABLE_WAIT)
		add('info', `This run waited ${seconds(limitWait)} for the rate limit of the service.`);
	// Warnings come first.
	return hints.sort((one, other) => Number(one.type === 'info') - Number(other.type === 'info'));
}

/**
 * Such as "5 awarded, 1,500 Stars in total, 1 refused." Empty for other operations and for dry runs. Other hints count
 * what was skipped or is unknown.
 */
function accountOf({ dryRuns, payments, refused }: RunSummary): string {
	if (!payments || dryRuns > 0) return '';
	const words = refused > 0 ? [...payments.done, `${refused} refused`] : payments.done;
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
	const [areThey, them] = count === 1 ? ['it is', 'it'] : ['they are', 'them'];
	const doubt = isDoubtful
		? ` If ${areThey} new, the key lacks what makes ${them} different, such as the month.`
		: '';
	return [
		isDoubtful ? 'warning' : 'info',
		`Nothing was sent: Repeat Protection skipped ${which} that ${who} already processed.${doubt}`,
	];
}

/** Such as "Would award 150 Stars to 3 members, 1 refused. Nothing was sent." */
function planOf({ planned, dryRuns, refused }: RunSummary): string {
	const plan = planned?.plan ?? [];
	const requests = dryRuns === 1 ? 'send one request' : `send ${dryRuns} requests`;
	const others = refused > 0 ? `, ${refused} refused` : '';
	return `Would ${plan.length > 0 ? plan.join(', ') : requests}${others}. Nothing was sent.`;
}

const OF_ANY_EVENT =
	'Several events started this execution, and n8n cannot tell which of them an item comes from. So Repeat Protection (Automatic) takes the items for the result of all of them together. If one event is redelivered alone, its items are paid again. Keep the pairing of items, or set Repeat Protection to By Key.';

const UNKEPT =
	'This version of n8n does not keep which requests were sent. Repeat Protection does not cover a retry of this execution.';

const countOf = (count: number) => (count === 1 ? 'one item' : `${count} items`);

function seconds(milliseconds: number): string {
	const count = Math.round(milliseconds / 1000);
	return count < 120 ? `${count} seconds` : `${Math.round(count / 60)} minutes`;
}

/**
 * What pays again although *Repeat Protection* is *Automatic*, in the words of what started the execution, with a key to
 * copy.
 */
function describeRepeats({ context, parameters, operation, keys, results: { summary } }: Run): string {
	const [again, pay, without] = summary.payments
		? ['pays again', 'pay', 'paying']
		: ['sends this again', 'send it', 'sending'];
	if (summary.isOfEvent) {
		const same = summary.payments ? 'the same payment is not made' : 'the same request is not sent';
		return `If the service delivers this event again, ${same} again.`;
	}
	const trigger = startOf(context);
	const isTest = context.getMode() === 'manual';
	const real = summary.payments ? 'These were real payments' : 'This was really sent';
	const now = `${real}. Each test run ${again}. To try it without ${without}, turn on Dry Run under Options.`;
	if (isTest && !SCHEDULE.test(trigger?.type ?? '')) return now;
	const { when, once, parts } = repeatOf(context, trigger);
	// Equal items of one run would share a key.
	const key = keys.hasEqualItems
		? ', with a key that is different for each item'
		: `: ${[...parts, ...whoParts(parameters, operation)].join('-')}`;
	const later = `${when} ${again}. To ${pay} ${once}, set Repeat Protection to By Key${key}`;
	return isTest ? `${now} ${later}` : later;
}

const CALLED = /\.executeWorkflowTrigger$/;
const SCHEDULE = /\.(scheduleTrigger|cron|interval)$/;
const CHAT = /\.chatTrigger$/;
const WEBHOOK = /\.webhook$/;

/** What starts the workflow again, and the parts of a key for what shall happen once. */
function repeatOf(
	context: IExecuteFunctions,
	trigger: AnyNode | undefined,
): { when: string; once: string; parts: readonly string[] } {
	const type = trigger?.type ?? '';
	if (context.getMode() === 'integrated' || CALLED.test(type)) {
		const parts = [`{{ ${dataOf(context, trigger)}.eventId }}`];
		const once = 'once per event that it passes on';
		return { when: 'If the calling workflow is retried, it', once, parts };
	}
	if (SCHEDULE.test(type)) return { when: 'The next run', ...periodOf(trigger) };
	if (CHAT.test(type)) {
		const data = dataOf(context, trigger);
		const parts = [`{{ ${data}.sessionId }}`, `{{ ${data}.chatInput }}`];
		return { when: 'If the same message is sent again, it', once: 'once per text of a chat', parts };
	}
	const parts = [`{{ ${idIn(context, trigger)} }}`];
	return { when: 'If the same data starts the workflow again, it', once: 'once', parts };
}

/** The expressions of the parameters that name the records of an item. They tell the items of a run apart. */
function whoParts(
	parameters: ParameterReader,
	{ parameters: fields }: Pick<RegisteredOperation, 'parameters'>,
): string[] {
	const parts: string[] = [];
	for (const name in fields) if (name !== 'amount') parts.push(...codeIn(parameters, name));
	return parts;
}

/** The expressions in a parameter. */
export function codeIn(parameters: ParameterReader, name: string): string[] {
	const text = plainValue(parameters.written(name));
	if (!isExpression(text)) return [];
	return splitText(text).parts.flatMap((part) => ('code' in part ? part.code.replace(/\s+/g, ' ') : []));
}

/** The node before this one that started the execution. `undefined` if n8n does not show it. */
function startOf(context: IExecuteFunctions): AnyNode | undefined {
	const before = new Set(context.getParentNodes(context.getNode().name).map(({ name }) => name));
	return nodesOf(context).find(
		({ name }) =>
			before.has(name) && runsOf(context, name)?.length && context.getParentNodes(name).length === 0,
	);
}

/** By period of n8n's Schedule Trigger: what names one. In the night when the clocks go back, an hour comes twice. */
const PERIODS: ReadonlyMap<unknown, { once: string; parts: readonly string[] }> = new Map([
	['seconds', { once: 'once a minute', parts: ["minute-{{ $now.toFormat('yyyy-MM-dd-HH-mmZZZ') }}"] }],
	['minutes', { once: 'once a minute', parts: ["minute-{{ $now.toFormat('yyyy-MM-dd-HH-mmZZZ') }}"] }],
	['hours', { once: 'once an hour', parts: ["hour-{{ $now.toFormat('yyyy-MM-dd-HHZZZ') }}"] }],
	['weeks', { once: 'once a week', parts: ["week-{{ $now.toFormat('kkkk-WW') }}"] }],
	['months', { once: 'once a month', parts: ["month-{{ $now.toFormat('yyyy-MM') }}"] }],
]);

/** The period of a schedule. Several rules or days have the usual one, a day, which n8n does not save. */
function periodOf(trigger?: AnyNode): { once: string; parts: readonly string[] } {
	const { rule } = (trigger?.parameters ?? {}) as { rule?: { interval?: unknown } };
	const rules = Array.isArray(rule?.interval) ? (rule.interval as unknown[]) : [];
	const only = rules.length === 1 && isRecord(rules[0]) ? rules[0] : {};
	// A cron expression may mean any period.
	if (only.field === 'cronExpression')
		return { once: 'once per period', parts: ["{{ $now.toFormat('yyyy-MM-dd-HH-mmZZZ') }}"] };
	const isOfDays = Array.isArray(only.triggerAtDay) && only.triggerAtDay.length > 1;
	const day = { once: 'once a day', parts: ["day-{{ $now.toFormat('yyyy-MM-dd') }}"] };
	return (isOfDays ? undefined : PERIODS.get(only.field)) ?? day;
}

/** The names of IDs that are most likely new for each payment. `id` alone may be that of a member or a product. */
const ID_OF_ONE =
	/^(event|order|payment|invoice|transaction|charge|message|request|submission)[_-]?(id|number)$/i;

/** An expression for the ID of the data that started the execution. Without one it is an example. */
function idIn(context: IExecuteFunctions, trigger?: AnyNode): string {
	const isHook = WEBHOOK.test(trigger?.type ?? '');
	const json = itemsOf(context, trigger)?.[0]?.json;
	const data = isHook ? json?.body : json;
	const name = (isRecord(data) && Object.keys(data).find((key) => ID_OF_ONE.test(key))) || 'orderId';
	return `${dataOf(context, trigger)}${isHook ? '.body' : ''}${/^\w+$/.test(name) ? `.${name}` : `['${name}']`}`;
}

/** An expression for the data of a trigger. With one item it needs no pairing. */
function dataOf(context: IExecuteFunctions, trigger?: AnyNode): string {
	const name = (trigger?.name ?? 'Trigger').replace(/['\\]/g, '\\$&');
	return `$('${name}').${itemsOf(context, trigger)?.length === 1 ? 'first()' : 'item'}.json`;
}

function itemsOf(context: IExecuteFunctions, trigger?: AnyNode): readonly INodeExecutionData[] | undefined {
	return trigger && runsOf(context, trigger.name)?.[0]?.[0];
}
