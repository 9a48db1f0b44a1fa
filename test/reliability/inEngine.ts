import fs from 'node:fs';
import path from 'node:path';

import { start } from '../../scripts/lib/process';
import { startTask } from '../../scripts/lib/progress';
import { program, root } from '../../scripts/lib/project';
import type { ReliabilityContext } from './environment';
import type { Row } from './report';

/** Suites of n8n's engine in larger sizes. They need no real n8n, so they do much more in the same time. */

interface SuiteRun<Result> {
	result: Result;
	/** What is broken: the output of a failed test. */
	broken: string[];
	seconds: number;
}

/**
 * Runs a suite of test/engine that writes its result into a file.
 *
 * @param suite in test/engine
 * @param sizes variables that set the sizes of the suite
 */
async function runSuite<Result>(
	title: string,
	suite: string,
	folder: string,
	sizes: Record<string, string>,
): Promise<SuiteRun<Result>> {
	const task = startTask(title);
	const startedAt = Date.now();
	const resultFile = path.join(folder, `${path.basename(suite)}.json`);
	const args = [program('jest', 'bin/jest.js'), `--testMatch=**/test/engine/${suite}.test.ts`];
	const env = { ...process.env, ...sizes, REWARDS_ENGAGEMENT_RESULT: resultFile };
	const { failure, stderr: output } = await start(process.execPath, args, { cwd: root, env }).ended;
	if (!fs.existsSync(resultFile)) {
		task.fail();
		throw new Error(`The test inside the engine wrote no result:\n${output}`);
	}
	task.succeed();
	return {
		result: JSON.parse(fs.readFileSync(resultFile, 'utf8')) as Result,
		broken: failure ? [`the test failed:\n${output}`] : [],
		seconds: (Date.now() - startedAt) / 1000,
	};
}

interface Forgeries {
	statuses: Array<[number, number]>;
	before: number;
	after: number;
}

/** Forged and malformed deliveries to the trigger. */
export async function forgedInEngine({ folder, forgedInEngine: count }: ReliabilityContext): Promise<Row[]> {
	const title = `${count} forgeries inside the engine`;
	const { result, broken, seconds } = await runSuite<Forgeries>(title, 'trigger/forgedDeliveries', folder, {
		REWARDS_ENGAGEMENT_FORGED: String(count),
	});
	const { statuses, before, after } = result;
	return [
		{
			scenario: 'Forged or malformed, in the engine',
			events: 0,
			deliveries: count,
			statuses: statuses.reduce(
				(sum, [status, times]) => sum.set(status, (sum.get(status) ?? 0) + times),
				new Map<number, number>(),
			),
			latencies: [],
			seconds,
			broken,
			notes: [
				`memory in use ${before.toFixed(0)} MiB before and ${after.toFixed(0)} MiB after, including the sender`,
			],
		},
	];
}

type WayResult = Record<'operation', string> & Record<'changes' | 'made' | 'requests' | 'seconds', number>;

/** They compare the items with the service's ledger. */
const LEDGERS = [
	{ suite: 'outcomes/ledger', what: 'transfers, awards and deductions of each kind' },
	{ suite: 'outcomes/mixedLedger', what: 'mixed purchases, tickets and awards' },
];

/**
 * Changes of balances, in several runs at once, while 30 % of the requests fail in every way. Compares the service's
 * ledger with the items.
 */
export async function awards({ folder, awards: count }: ReliabilityContext): Promise<Row[]> {
	const rows: Row[] = [];
	for (const { suite, what } of LEDGERS) {
		const { result, broken } = await runSuite<WayResult[]>(`${count} ${what}`, suite, folder, {
			REWARDS_ENGAGEMENT_ITEMS: String(count),
		});
		rows.push(
			...result.map(({ operation, changes, made, requests, seconds }, index) => ({
				scenario: operation,
				events: changes,
				deliveries: requests,
				statuses: new Map<number, number>(),
				latencies: [],
				seconds,
				broken: index === 0 ? broken : [],
				notes: [`${made} of ${changes} changes were made`],
			})),
		);
	}
	return rows;
}
