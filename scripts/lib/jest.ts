import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Failure } from './failures';
import { start } from './process';
import { program } from './project';
import { withSeed } from './seed';

/** The parts of Jest's JSON result that we read. */
export interface JestResult {
	numPassedTests: number;
	testResults: Array<{
		name: string;
		status: string;
		/** Why it could not run at all. Empty when it ran. */
		message: string;
		assertionResults: Array<{ status: string; fullName: string }>;
	}>;
}

export interface JestOptions {
	/** The folder that its paths are relative to. */
	root: string;
	/** Gets its results. */
	folder: string;
	/** It is stopped after this time. */
	hangsAfterMs: number;
	/** Whether to leave out its readable report. */
	isQuiet?: boolean;
}

/** Lists the test files that are under way. */
const REPORTER = path.join(__dirname, '..', '..', 'test', 'harness', 'jest', 'underWay.cjs');

/** Runs Jest, which writes its readable report to standard error. Returns how many tests passed, and what failed. */
export async function runJest(
	args: readonly string[],
	{ root, folder, hangsAfterMs, isQuiet = false }: JestOptions,
): Promise<{ passed: number; failures: Failure[] }> {
	const [outputFile, underWay] = [path.join(folder, 'jest.json'), path.join(folder, 'under-way.json')];
	for (const file of [outputFile, underWay]) fs.rmSync(file, { force: true });
	const options = ['--passWithNoTests', '--json', `--outputFile=${outputFile}`];
	const reporters = ['--reporters=default', `--reporters=${REPORTER}`];
	const jest = start(process.execPath, [program('jest', 'bin/jest.js'), ...options, ...reporters, ...args], {
		cwd: root,
		env: { ...process.env, REWARDS_ENGAGEMENT_UNDER_WAY: underWay },
		showsErrors: !isQuiet,
	});
	const again = withSeed(`npx jest ${args.join(' ')}`);
	const limit = new AbortController();
	const ended = await Promise.race([jest.ended, sleep(hangsAfterMs, undefined, limit)]);
	limit.abort();
	if (!ended) {
		await jest.stop('SIGKILL');
		const files = fs.existsSync(underWay) ? (JSON.parse(fs.readFileSync(underWay, 'utf8')) as string[]) : [];
		const hung = files.map((file) => failureOf(relative(root, file), 'it did not end'));
		return { passed: 0, failures: hung.length > 0 ? hung : [{ what: 'Jest did not end', again }] };
	}
	if (!fs.existsSync(outputFile))
		throw new Error(`Jest ended with exit code ${ended.exitCode} and wrote no result.`);
	const result = JSON.parse(fs.readFileSync(outputFile, 'utf8')) as JestResult;
	const failures = failuresOf(result, root);
	// Jest also fails for reasons outside any test, such as an error after the last one.
	if (failures.length === 0 && ended.exitCode !== 0)
		failures.push({ what: 'Jest failed outside its tests', again });
	return { passed: result.numPassedTests, failures };
}

/** Every test that failed, and every file that could not be run. */
export function failuresOf({ testResults }: JestResult, root: string): Failure[] {
	return testResults.flatMap(({ name, status, assertionResults }) => {
		const file = relative(root, name);
		const failed = assertionResults.filter((one) => one.status === 'failed');
		if (failed.length === 0 && status === 'failed') return [failureOf(file, 'it could not be run')];
		return failed.map(({ fullName }) => failureOf(file, fullName, ` -t '${patternOf(fullName)}'`));
	});
}

function failureOf(file: string, what: string, filter = ''): Failure {
	return { what: `${file}: ${what}`, again: withSeed(`npx jest ${file}${filter}`) };
}

/** Replaces the characters that have a meaning in a shell or in a regular expression. */
function patternOf(name: string): string {
	return name.replace(/[.*+?^${}()|[\]\\]/g, '.').replaceAll("'", '.');
}

function relative(root: string, file: string): string {
	return path.relative(root, file).replaceAll(path.sep, '/');
}
