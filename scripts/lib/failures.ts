import fs from 'node:fs';

import { formatDuration, say } from './progress';

export interface Failure {
	/** The problem: a file with the sentence that is wrong in it, a step, or a promise. */
	what: string;
	/** The command that repeats only this part. */
	again: string;
}

/** A part of a test run. */
export interface Part {
	name: string;
	milliseconds: number;
	passed: number;
	failures: Failure[];
}

/** The end names at most this many failures, so that the last ten lines show what to do. */
const MAX_NAMED = 3;

/** Prints what failed, and how to run only that. `.ci/run` repeats it at its end. */
export function tellFailures(failures: readonly Failure[]): void {
	for (const line of linesOf(failures)) say(line);
	keepForCi(failures);
}

/** Writes the failures into the file that `.ci/run` names. */
export function keepForCi(failures: readonly Failure[]): void {
	const file = process.env.REWARDS_ENGAGEMENT_FAILURES;
	if (file) fs.appendFileSync(file, [...linesOf(failures), ''].join('\n'));
}

/** The time of each part, the failures with the command to run each again, and the line `N passed, N failed`. */
export function summaryOf(parts: readonly Part[]): string[] {
	const width = Math.max(...parts.map(({ name }) => name.length), 'Total'.length);
	const line = (name: string, milliseconds: number) =>
		`${name.padEnd(width)}  ${formatDuration(milliseconds).padStart(12)}`;
	const total = parts.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
	const passed = parts.reduce((sum, part) => sum + part.passed, 0);
	const failures = parts.flatMap((part) => part.failures);
	return [
		'',
		...parts.map(({ name, milliseconds }) => line(name, milliseconds)),
		line('Total', total),
		'',
		...linesOf(failures),
		...(passed + failures.length === 0 ? ['No test ran.'] : []),
		`${passed} passed, ${failures.length} failed`,
	];
}

function linesOf(failures: readonly Failure[]): string[] {
	const named = failures.slice(0, MAX_NAMED).flatMap(({ what, again }) => [`✘ ${what}`, `  ${again}`]);
	return failures.length > MAX_NAMED ? [...named, `… and ${failures.length - MAX_NAMED} more`] : named;
}
