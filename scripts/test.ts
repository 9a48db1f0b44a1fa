import os from 'node:os';
import path from 'node:path';

import { ensureChromium } from '../test/harness/browser/chromium';
import { installHost } from '../test/harness/n8n/install';
import { prepareN8n } from '../test/harness/n8n/open';
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

/** Several times the duration of a lane on a slow machine. Minutes. */
const HANGS_AFTER = { lane: 30, all: 90 };

/** The tests of every change, those of every day (`*.daily.test.ts`), or both. */
type Lane = 'change' | 'day' | 'all';

const FILES: Record<Lane, string> = {
	change: '!(*.daily).test.ts',
	day: '*.daily.test.ts',
	all: '*.test.ts',
};

/** One more than there are cores, because one suite usually waits for a timer or for the start of an n8n. */
const WORKERS = String(os.availableParallelism() + 1);

/**
 * `npm test` and, with `--fast`, `npm run test:fast`. With `--slow` it runs only the tests that `--fast` leaves out.
 * With `--daily` it runs the tests of every day instead of those of every change, and with `--all` it runs both. It
 * passes other arguments to Jest, such as a part of a file name, and then looks in both lanes.
 *
 * Ends with the failures and the line `N passed, N failed`. Returns 0 only if something passed and nothing failed.
 */
export async function main(args: string[]): Promise<number> {
	exitOnSignals();
	const which = args.includes('--fast') ? 'fast' : args.includes('--slow') ? 'slow' : 'all';
	say(`The seed of random tests is ${SEED}. To change it, set REWARDS_ENGAGEMENT_SEED.`);
	const filter = args.filter((argument) => !['--fast', '--slow', '--daily', '--all'].includes(argument));
	const isBoth = args.includes('--all') || filter.length > 0;
	const lane = args.includes('--daily') ? 'day' : isBoth ? 'all' : 'change';
	const folder = temporaryFolder('test');
	const parts: Part[] = [];
	try {
		await runParts(parts, { which, lane, filter, folder: folder.path });
	} finally {
		folder.remove();
	}
	if (lane === 'change') say('\nThe tests of every day did not run. To run them, use npm test -- --daily.');
	for (const line of summaryOf(parts)) say(line);
	keepForCi(parts.flatMap(({ failures }) => failures));
	return parts.every(({ failures }) => failures.length === 0) && parts.some(({ passed }) => passed > 0)
		? 0
		: 1;
}

interface Plan {
	which: 'fast' | 'slow' | 'all';
	lane: Lane;
	filter: string[];
	folder: string;
}

async function runParts(parts: Part[], { which, lane, filter, folder }: Plan): Promise<void> {
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
	const run = async (folders: string[]) => await jest(folders, { lane, filter, folder });
	if (which !== 'slow') await take('Fast tests', async () => await run(FAST_TESTS));
	if (which === 'fast') return;
	if (!(await take('Install n8n with the package', async () => await prepareOnce(tarball, folder)))) return;
	await take('End-to-end tests', async () => await run(['e2e']));
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

async function jest(
	folders: string[],
	{ lane, filter, folder }: Omit<Plan, 'which'>,
): Promise<Partial<Part>> {
	const matches = folders.map((name) => `--testMatch=**/test/${name}/**/${FILES[lane]}`);
	const hangsAfterMs = HANGS_AFTER[lane === 'all' ? 'all' : 'lane'] * 60_000;
	const args = [...matches, `--maxWorkers=${WORKERS}`, ...filter];
	return await runJest(args, { root, folder, hangsAfterMs });
}
