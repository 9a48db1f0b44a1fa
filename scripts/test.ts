import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { ensureChromium } from '../test/harness/browser/chromium';
import { installHost } from '../test/harness/n8n/install';
import { CommandError, runLogged } from './lib/npm.cjs';
import { packTarball } from './lib/pack';
import { createSteps, formatDuration, runTask, say } from './lib/progress.cjs';
import { program, root } from './lib/project';
import { exitOnSignals } from './lib/signals.cjs';

const FAST_TESTS = ['unit', 'project', 'sandbox', 'engine'];

interface Part {
	name: string;
	milliseconds: number;
	passed: number;
	failed: number;
}

/** The part of Jest's JSON result that is counted. */
interface JestResult {
	numPassedTests: number;
	numFailedTests: number;
	/** Files that could not be run at all: a syntax error, a failing import. */
	numRuntimeErrorTestSuites: number;
}

/**
 * `npm test` and, with `--fast`, `npm run test:fast`. Other arguments go to Jest, e.g. a part of a file's name.
 * Ends with the line `N passed, N failed`; returns 0 only if something passed and nothing failed.
 */
export async function main(args: string[]): Promise<number> {
	exitOnSignals();
	const fast = args.includes('--fast');
	const filter = args.filter((argument) => argument !== '--fast');
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-test-'));
	const parts: Part[] = [];
	try {
		await runParts(parts, { fast, filter, folder });
	} finally {
		fs.rmSync(folder, { recursive: true, force: true });
	}
	return summarize(parts);
}

interface Plan {
	fast: boolean;
	filter: string[];
	folder: string;
}

async function runParts(parts: Part[], { fast, filter, folder }: Plan): Promise<void> {
	const step = createSteps(fast ? 3 : 5);
	const run = async (name: string, work: () => Promise<Partial<Part>>): Promise<boolean> => {
		step(name);
		const part = await timed(name, work);
		parts.push(part);
		return part.failed === 0;
	};

	let tarball = '';
	if (!(await run('Type check', async () => await typecheck(folder)))) return;
	const pack = async () => {
		tarball = await packTarball(folder);
		return {};
	};
	if (!(await run('Build and pack', pack))) return;
	await run('Unit, project, sandbox and engine tests', async () => await jest(FAST_TESTS, filter, folder));
	if (fast) return;
	const install = async () => {
		await installHost();
		say('  n8n is installed.');
		await prepareBrowser(folder);
		return {};
	};
	if (!(await run('Real n8n and browser', install))) return;
	await run('End-to-end tests', async () => {
		return await jest(['e2e'], ['--runInBand', ...filter], folder, { REWARDS_ENGAGEMENT_TARBALL: tarball });
	});
}

/** Without a browser the tests that need one fail, and say so; all others still run. */
async function prepareBrowser(folder: string): Promise<void> {
	await ensureChromium(path.join(folder, 'chromium.log')).then(
		() => say('  A browser is installed.'),
		(error: Error) => say(`  ${error.message}`),
	);
}

/** A part that breaks down counts as one failure, so that the last line never looks like success. */
async function timed(name: string, work: () => Promise<Partial<Part>>): Promise<Part> {
	const startedAt = Date.now();
	let counts: Partial<Part>;
	try {
		counts = await work();
	} catch (error) {
		say(`\n${error instanceof Error ? error.message : String(error)}`);
		counts = { failed: 1 };
	}
	return { name, passed: 0, failed: 0, ...counts, milliseconds: Date.now() - startedAt };
}

async function typecheck(folder: string): Promise<Partial<Part>> {
	const logFile = path.join(folder, 'tsc.log');
	try {
		await runTask('Checking the types of everything, tests included', async () => {
			const args = [program('typescript', 'bin/tsc'), '--noEmit'];
			await runLogged(process.execPath, args, { cwd: root, logFile, description: 'The TypeScript compiler' });
		});
	} catch (error) {
		// The folder goes away at the end, so the whole output is shown now.
		if (error instanceof CommandError) throw new Error(fs.readFileSync(logFile, 'utf8'));
		throw error;
	}
	return {};
}

async function jest(
	folders: string[],
	args: string[],
	folder: string,
	env: NodeJS.ProcessEnv = {},
): Promise<Partial<Part>> {
	const outputFile = path.join(folder, 'jest.json');
	fs.rmSync(outputFile, { force: true });
	const matches = folders.map((name) => `--testMatch=**/test/${name}/**/*.test.ts`);
	const jestArgs = [
		program('jest', 'bin/jest.js'),
		...matches,
		'--passWithNoTests',
		'--json',
		`--outputFile=${outputFile}`,
	];
	const code = await runVisibly([...jestArgs, ...args], env);
	if (!fs.existsSync(outputFile)) throw new Error(`Jest ended with exit code ${code} and left no result.`);
	const result = JSON.parse(fs.readFileSync(outputFile, 'utf8')) as JestResult;
	const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
	// Jest also fails for reasons outside any test, e.g. an error after the last one.
	return { passed: result.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}

/** Jest with `--json` writes its report for people to stderr; its stdout holds nothing for them. */
async function runVisibly(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
	const child = spawn(process.execPath, args, {
		cwd: root,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const stop = () => child.kill();
	process.once('exit', stop);
	const code = await new Promise<number>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (exitCode) => resolve(exitCode ?? 1));
	});
	process.removeListener('exit', stop);
	return code;
}

function summarize(parts: Part[]): number {
	const sum = (key: 'passed' | 'failed' | 'milliseconds') =>
		parts.reduce((total, part) => total + part[key], 0);
	const width = Math.max(...parts.map(({ name }) => name.length), 'Total'.length);
	say();
	for (const { name, milliseconds } of parts)
		say(`${name.padEnd(width)}  ${formatDuration(milliseconds).padStart(12)}`);
	say(`${'Total'.padEnd(width)}  ${formatDuration(sum('milliseconds')).padStart(12)}`);
	say();
	const passed = sum('passed');
	const failed = sum('failed');
	if (passed + failed === 0) say('No test ran.');
	say(`${passed} passed, ${failed} failed`);
	return failed === 0 && passed > 0 ? 0 : 1;
}
