import os from 'node:os';
import path from 'node:path';

import { ensureChromium } from '../test/harness/browser/chromium';
import { installHost } from '../test/harness/n8n/install';
import { prepareN8n } from '../test/harness/n8n/prepared';
import { ensureServers } from '../test/harness/process/servers';
import { keepForCi, summaryOf, type Part } from './lib/failures';
import { temporaryFolder } from './lib/folder';
import { runJest } from './lib/jest';
import { packageTarball, TARBALL_VARIABLE } from './lib/pack';
import { createSteps, runTask, say } from './lib/progress';
import { root } from './lib/project';
import { SEED, withSeed } from './lib/seed';
import { exitOnSignals } from './lib/signals';
import { typecheck } from './lib/typecheck';

const FAST_TESTS = [
	'unit',
	'project',
	'sandbox',
	'engine',
	'bench',
	'compatibility',
	'mutation',
	'screenshots',
];

/** Several times the duration of the tests on a slow machine. */
const HANGS_AFTER_MS = 60 * 60_000;

/** One more than there are cores, because one suite usually waits for a timer or for the start of an n8n. */
const WORKERS = String(os.availableParallelism() + 1);

/**
 * `npm test` and, with `--fast`, `npm run test:fast`. With `--slow` it runs only the tests that `--fast` leaves out.
 * It passes other arguments to Jest, such as a part of a file name.
 *
 * Ends with the failures and the line `N passed, N failed`. Returns 0 only if something passed and nothing failed.
 */
export async function main(args: string[]): Promise<number> {
	exitOnSignals();
	const which = args.includes('--fast') ? 'fast' : args.includes('--slow') ? 'slow' : 'all';
	say(`The seed of random tests is ${SEED}. To change it, set REWARDS_ENGAGEMENT_SEED.`);
	const filter = args.filter((argument) => !['--fast', '--slow'].includes(argument));
	const folder = temporaryFolder('test');
	const parts: Part[] = [];
	try {
		await runParts(parts, { which, filter, folder: folder.path });
	} finally {
		folder.remove();
	}
	for (const line of summaryOf(parts)) say(line);
	keepForCi(parts.flatMap(({ failures }) => failures));
	return parts.every(({ failures }) => failures.length === 0) && parts.some(({ passed }) => passed > 0)
		? 0
		: 1;
}

interface Plan {
	which: 'fast' | 'slow' | 'all';
	filter: string[];
	folder: string;
}

async function runParts(parts: Part[], { which, filter, folder }: Plan): Promise<void> {
	const step = createSteps({ fast: 3, slow: 4, all: 6 }[which]);
	const take = async (name: string, work: () => Promise<Partial<Part>>): Promise<boolean> => {
		step(name);
		const part = await timed(name, work);
		parts.push(part);
		return part.failures.length === 0;
	};

	// Checks first what the slow tests need, before anything takes a minute.
	if (which !== 'fast' && !(await take('Real n8n and browser', async () => await prepare(folder)))) return;
	if (which !== 'slow' && !(await take('Type check', checkTypes))) return;
	let tarball = '';
	const pack = async () => {
		tarball = process.env[TARBALL_VARIABLE] = await packageTarball(folder);
		return {};
	};
	if (!(await take('Build and pack', pack))) return;
	const workers = `--maxWorkers=${WORKERS}`;
	if (which !== 'slow')
		await take('Fast tests', async () => await jest(FAST_TESTS, [workers, ...filter], folder));
	if (which === 'fast') return;
	if (!(await take('Install n8n with the package', async () => await prepareOnce(tarball, folder)))) return;
	await take('End-to-end tests', async () => await jest(['e2e'], [workers, ...filter], folder));
}

/** Without a browser or the servers, the tests that need them fail with that message. All others still run. */
async function prepare(folder: string): Promise<Partial<Part>> {
	await installHost();
	say('  n8n is installed.');
	await ensureChromium(path.join(folder, 'chromium.log')).then(
		() => say('  A browser is installed.'),
		(error: Error) => say(`  ${error.message}`),
	);
	await ensureServers().then(
		() => say('  Redis, PostgreSQL and RabbitMQ are installed.'),
		(error: Error) => say(`  ${error.message}`),
	);
	return {};
}

/** The first start of an n8n takes longest, so every suite starts with a copy of this one. */
async function prepareOnce(packageTarball: string, folder: string): Promise<Partial<Part>> {
	const host = await installHost();
	await runTask('Starting n8n for the first time, and installing the package', async () => {
		await prepareN8n({ host, packageTarball }, folder);
	});
	return {};
}

/** A part that crashes counts as a failure, so that the last line never reports success. */
async function timed(name: string, work: () => Promise<Partial<Part>>): Promise<Part> {
	const startedAt = Date.now();
	let result: Partial<Part>;
	try {
		result = await work();
	} catch (error) {
		say(`\n${error instanceof Error ? error.message : String(error)}`);
		result = { failures: [{ what: name, again: withSeed('npm test') }] };
	}
	return { name, passed: 0, failures: [], ...result, milliseconds: Date.now() - startedAt };
}

async function checkTypes(): Promise<Partial<Part>> {
	if (await typecheck()) return {};
	return { failures: [{ what: 'The type check failed', again: 'npm run typecheck' }] };
}

async function jest(folders: string[], args: string[], folder: string): Promise<Partial<Part>> {
	const matches = folders.map((name) => `--testMatch=**/test/${name}/**/*.test.ts`);
	return await runJest([...matches, ...args], { root, folder, hangsAfterMs: HANGS_AFTER_MS });
}
