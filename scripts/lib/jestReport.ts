import path from 'node:path';

import { formatDuration } from './progress';

/** The part of Jest's JSON result that is looked at. */
export interface JestResult {
	numPassedTests: number;
	testResults: Array<{
		/** The file. */
		name: string;
		status: string;
		/** Why it could not be run at all; empty when it was. */
		message: string;
		assertionResults: Array<{ status: string; fullName: string }>;
	}>;
}

export interface Failure {
	/** A file and the sentence that does not hold in it. */
	what: string;
	/** The command that runs just that. */
	again: string;
}

export interface Part {
	name: string;
	milliseconds: number;
	passed: number;
	failures: Failure[];
}

/** So many failures are named at the end, so that the last ten lines tell what to do. */
const MAX_NAMED = 3;

/** Every test that failed, and every file that could not be run. */
export function failuresOf({ testResults }: JestResult, root: string): Failure[] {
	return testResults.flatMap(({ name, status, assertionResults }) => {
		const file = path.relative(root, name).replaceAll(path.sep, '/');
		const again = `npx jest ${file}`;
		const failed = assertionResults.filter((one) => one.status === 'failed');
		if (failed.length === 0 && status === 'failed') return [{ what: `${file}: it could not be run`, again }];
		return failed.map(({ fullName }) => ({
			what: `${file}: ${fullName}`,
			again: `${again} -t '${fullName.replace(/[.*+?^${}()|[\]\\]/g, '.').replaceAll("'", '.')}'`,
		}));
	});
}

/** How long each part took, what failed and how to run just that, and the line `N passed, N failed`. */
export function summaryOf(parts: readonly Part[]): string[] {
	const width = Math.max(...parts.map(({ name }) => name.length), 'Total'.length);
	const line = (name: string, milliseconds: number) =>
		`${name.padEnd(width)}  ${formatDuration(milliseconds).padStart(12)}`;
	const total = parts.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
	const passed = parts.reduce((sum, part) => sum + part.passed, 0);
	const failures = parts.flatMap((part) => part.failures);
	const named = failures.slice(0, MAX_NAMED).flatMap(({ what, again }) => [`✘ ${what}`, `  ${again}`]);
	const more = failures.length > MAX_NAMED ? [`… and ${failures.length - MAX_NAMED} more`] : [];
	return [
		'',
		...parts.map(({ name, milliseconds }) => line(name, milliseconds)),
		line('Total', total),
		'',
		...named,
		...more,
		...(passed + failures.length === 0 ? ['No test ran.'] : []),
		`${passed} passed, ${failures.length} failed`,
	];
}
