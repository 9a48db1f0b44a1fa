import { table } from '../../scripts/lib/table';
import type { Sender } from '../harness/deliveries/sender';
import { percentile } from '../harness/numbers';
import type { PlannedEvent } from './load';

/** A row of the final table. */
export interface Row {
	scenario: string;
	events: number;
	deliveries: number;
	/** Effects per event. Undefined when no effect is expected. */
	exactlyOnce?: number;
	lost?: number;
	doubled?: number;
	/** The number of responses per status. 0 stands for a broken connection. */
	statuses: ReadonlyMap<number, number>;
	latencies: readonly number[];
	seconds: number;
	/** The broken promises. Such a row fails the command. */
	broken: string[];
	/** Other observations. */
	notes: string[];
}

const HEADING = [
	'Scenario',
	'events',
	'deliveries',
	'exactly once',
	'lost',
	'doubled',
	'p50 ms',
	'p99 ms',
	'seconds',
	'answers',
];

/** The table and, below it, the notes and the broken promises. */
export function report(rows: readonly Row[]): string[] {
	const count = (value: number | undefined) => (value === undefined ? '-' : String(value));
	const cells = rows.map((row) => [
		row.scenario,
		String(row.events),
		String(row.deliveries),
		count(row.exactlyOnce),
		count(row.lost),
		count(row.doubled),
		milliseconds(percentile(row.latencies, 0.5)),
		milliseconds(percentile(row.latencies, 0.99)),
		row.seconds.toFixed(0),
		answers(row.statuses),
	]);
	const remarks = rows.flatMap(({ scenario, notes, broken }) => [
		...notes.map((note) => `  ${scenario}: ${note}`),
		...broken.map((promise) => `  ${scenario}: NOT KEPT: ${promise}`),
	]);
	return [...table([HEADING, ...cells]), '', ...remarks];
}

function answers(statuses: ReadonlyMap<number, number>): string {
	const sorted = [...statuses].sort(([left], [right]) => left - right);
	return sorted.map(([status, count]) => `${status === 0 ? 'broken' : status}: ${count}`).join(', ') || '-';
}

function milliseconds(value: number | undefined): string {
	return value?.toFixed(0) ?? '-';
}

/** The results of a set of events. */
export interface Outcome {
	exactlyOnce: number;
	/** Acknowledged, but without effect. */
	lost: number[];
	doubled: number[];
	/** Never acknowledged, even after retries. The service would notify the operator. */
	givenUp: number[];
}

/**
 * Counts the effects of each event.
 *
 * @param effectsOf how many effects an event had
 */
export function outcomeOf(
	plan: readonly PlannedEvent[],
	sender: Sender,
	effectsOf: (number: number) => number,
): Outcome {
	const outcome: Outcome = { exactlyOnce: 0, lost: [], doubled: [], givenUp: [] };
	for (const { number } of plan) {
		const effects = effectsOf(number);
		if (effects === 1) outcome.exactlyOnce += 1;
		else if (effects > 1) outcome.doubled.push(number);
		else if (sender.acknowledged.has(number)) outcome.lost.push(number);
		else outcome.givenUp.push(number);
	}
	return outcome;
}

/** Exceptions that break no promise. */
export interface Allowed {
	/** Whether an event may have no effect although it was acknowledged. */
	loss?: (number: number) => boolean;
	/** Whether an event may have more than one effect. */
	repeat?: (number: number) => boolean;
	/** Whether an event may stay unacknowledged. */
	refusal?: (number: number) => boolean;
}

/** The row of the table for a set of events. */
export function rowOf(
	scenario: string,
	plan: readonly PlannedEvent[],
	{ exactlyOnce, lost, doubled, givenUp }: Outcome,
	{ statuses, latencies }: Sender,
	seconds: number,
	{ loss = never, repeat = never, refusal = never }: Allowed = {},
): Row {
	const others = (numbers: number[], isAllowed: (number: number) => boolean) =>
		numbers.filter((number) => !isAllowed(number));
	const wrong = [
		[others(lost, loss), 'lost'],
		[others(doubled, repeat), 'doubled'],
		[others(givenUp, refusal), 'never acknowledged'],
	] as const;
	return {
		scenario,
		events: plan.length,
		deliveries: plan.reduce((sum, { repeats }) => sum + 1 + repeats.length, 0),
		exactlyOnce,
		lost: lost.length,
		doubled: doubled.length,
		statuses,
		latencies,
		seconds,
		broken: wrong.flatMap(([numbers, what]) =>
			numbers.length > 0 ? [`${numbers.length} events ${what}, e.g. ${numbers.slice(0, 5).join(', ')}`] : [],
		),
		notes: givenUp.length > 0 ? [`${givenUp.length} events never acknowledged`] : [],
	};
}

function never(): boolean {
	return false;
}
