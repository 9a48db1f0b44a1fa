import fs from 'node:fs';
import path from 'node:path';

import { start } from '../../scripts/lib/process';
import { startTask } from '../../scripts/lib/progress';
import { program, root } from '../../scripts/lib/project';
import type { Row } from './report';
import type { ReliabilityContext } from './context';

interface EngineResult {
	statuses: Array<[number, number]>;
	before: number;
	after: number;
	seconds: number;
}

/** The same forgeries against the trigger in n8n's engine alone, which takes many more in the same time. */
export async function forgedInEngine({ folder, forgedInEngine: count }: ReliabilityContext): Promise<Row[]> {
	const task = startTask(`${count} forgeries inside the engine`);
	const startedAt = Date.now();
	const resultFile = path.join(folder, 'forged-engine.json');
	const args = [program('jest', 'bin/jest.js'), '--testMatch=**/test/engine/forgedDeliveries.test.ts'];
	const env = {
		...process.env,
		REWARDS_ENGAGEMENT_FORGED: String(count),
		REWARDS_ENGAGEMENT_RESULT: resultFile,
	};
	const { failure, stderr: output } = await start(process.execPath, args, { cwd: root, env }).ended;
	if (!fs.existsSync(resultFile)) {
		task.fail();
		throw new Error(`The test inside the engine wrote no result:\n${output}`);
	}
	task.succeed();
	const { statuses, before, after } = JSON.parse(fs.readFileSync(resultFile, 'utf8')) as EngineResult;
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
			seconds: (Date.now() - startedAt) / 1000,
			broken: failure ? [`the test failed:\n${output}`] : [],
			notes: [
				`memory in use ${before.toFixed(0)} MiB before and ${after.toFixed(0)} MiB after, including the sender`,
			],
		},
	];
}
