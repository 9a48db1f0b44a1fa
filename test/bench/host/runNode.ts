import { Expression, type INodeExecutionData, type IRun } from 'n8n-workflow';

import { answer, type RunResult, type RunTask } from './task';
import { Engine } from './engine';

/** How n8n itself starts its expression engine by default (n8n, `base-command.js`, `expression-engine.config.js`). */
const EXPRESSIONS = {
	engine: 'vm',
	poolSize: 1,
	maxCodeCacheSize: 1_024,
	bridgeTimeout: 5_000,
	bridgeMemoryLimit: 128,
} as const;

/** Measures one run of one node in this process, which then ends. */
answer(async (task: RunTask): Promise<RunResult> => {
	await Expression.initExpressionEngine(EXPRESSIONS);
	const engine = new Engine(task.packageFolder);
	if (task.warmUp > 0) await engine.run(task, task.items.slice(0, task.warmUp));

	const before = process.memoryUsage.rss() / 2 ** 20;
	const cpuBefore = process.cpuUsage();
	const startedAt = performance.now();
	const run = await engine.run(task, task.items);
	const wall = performance.now() - startedAt;
	const { user, system } = process.cpuUsage(cpuBefore);
	return {
		wall,
		cpu: (user + system) / 1000,
		// Kibibytes. The operating system keeps this maximum, so it cannot miss a peak.
		peak: process.resourceUsage().maxRSS / 1024,
		before,
		...outcome(run),
	};
});

function outcome({ data }: IRun): Pick<RunResult, 'items' | 'error'> {
	const { runData, error } = data.resultData;
	const [items] = runData.Node?.at(-1)?.data?.main ?? [];
	return {
		items: (items ?? []).map((item) => ({
			from: sourceOf(item),
			json: item.json,
			failed: item.error !== undefined || 'error' in item.json,
		})),
		error: error?.message,
	};
}

function sourceOf({ pairedItem }: INodeExecutionData): number {
	if (typeof pairedItem === 'number') return pairedItem;
	return Array.isArray(pairedItem) ? -1 : (pairedItem?.item ?? -1);
}
