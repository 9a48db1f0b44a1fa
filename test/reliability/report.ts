import { percentile } from '../harness/numbers';
import { table } from '../../scripts/lib/table';

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
