import fs from 'node:fs';
import path from 'node:path';

import { start } from '../../scripts/lib/process';
import { startTask } from '../../scripts/lib/progress';
import { program, root } from '../../scripts/lib/project';
import type { Row } from './report';
import type { ReliabilityContext } from './context';

type WayResult = Record<'operation', string> & Record<'changes' | 'made' | 'requests' | 'seconds', number>;

/** Tests in n8n's engine that compare the items with the service's ledger. */
const LEDGERS = [
	{ file: 'ledger', what: 'transfers, awards and deductions of each kind' },
	{ file: 'mixedLedger', what: 'mixed purchases, tickets and awards' },
];

/**
 * Changes of balances in n8n's engine, in several runs at once, while 30 % of the requests fail in every way.
 * Compares the service's ledger with the items.
 */
export async function awards(context: ReliabilityContext): Promise<Row[]> {
	const rows: Row[] = [];
	for (const ledger of LEDGERS) rows.push(...(await rowsOf(ledger, context)));
	return rows;
}

async function rowsOf(
	{ file, what }: (typeof LEDGERS)[number],
	{ folder, awards: count }: ReliabilityContext,
): Promise<Row[]> {
	const task = startTask(`${count} ${what}`);
	const resultFile = path.join(folder, `${file}.json`);
	const args = [program('jest', 'bin/jest.js'), `--testMatch=**/test/engine/${file}.test.ts`];
	const env = {
		...process.env,
		REWARDS_ENGAGEMENT_ITEMS: String(count),
		REWARDS_ENGAGEMENT_RESULT: resultFile,
	};
	const { failure, stderr: output } = await start(process.execPath, args, { cwd: root, env }).ended;
	if (!fs.existsSync(resultFile)) {
		task.fail();
		throw new Error(`The test inside the engine wrote no result:\n${output}`);
	}
	task.succeed();
	const ways = JSON.parse(fs.readFileSync(resultFile, 'utf8')) as WayResult[];
	return ways.map(({ operation, changes, made, requests, seconds }, index) => ({
		scenario: operation,
		events: changes,
		deliveries: requests,
		statuses: new Map(),
		latencies: [],
		seconds,
		broken: failure && index === 0 ? [`the test failed:\n${output}`] : [],
		notes: [`${made} of ${changes} changes were made`],
	}));
}
