import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startTask } from '../../scripts/progress.cjs';
import { openQueueN8n } from '../n8n/queue';
import { startService } from '../service/service';
import { EffectServer } from './effects';
import { countExecutions, crashedEvents, settled } from './executions';
import { runLoad, type Disturbance } from './load';
import { outcomeOf } from './outcome';
import { hasTwins, makePlan } from './plan';
import type { Row } from './report';
import { Sender } from './sender';
import type { Setting } from './setting';
import { publishCounting } from './workflow';

const SETTLE_TIMEOUT_MS = 120_000;
/** Less than the ten seconds after which n8n gives up on a Redis that it cannot reach, and ends. */
const REDIS_PAUSE_MS = 2_000;

/**
 * One main, two processes that take deliveries, two workers, PostgreSQL and Redis; a worker, and later Redis, is
 * stopped and started again. The copies of an event go to the two processes in turn.
 */
export async function queueMode({ host, folder, packageTarball, events, seed }: Setting): Promise<Row[]> {
	const opening = startTask('Starting PostgreSQL, Redis and five n8n processes');
	const service = await startService();
	const effects = new EffectServer();
	await effects.start();
	const queueFolder = fs.mkdtempSync(path.join(folder, 'queue-'));
	const n8n = await openQueueN8n({ host, folder: queueFolder, packageTarball }).catch(
		async (error: unknown) => {
			opening.fail();
			await Promise.all([effects.stop(), service.stop()]);
			throw error;
		},
	);
	opening.succeed();
	const task = startTask('Queue mode');
	const startedAt = Date.now();
	try {
		const { workflow, target } = await publishCounting(n8n.client, service, effects.url);
		const urls = n8n.webhookProcesses.map(({ url }) => url + new URL(target.urls[0] ?? '').pathname);
		const disturbances: Disturbance[] = [
			{
				after: 0.3,
				name: 'a worker restarts',
				act: async () => await n8n.workers[0]?.restart(),
			},
			{
				after: 0.6,
				name: 'Redis restarts',
				act: async () => {
					await n8n.redis.stop();
					await sleep(REDIS_PAUSE_MS);
					await n8n.redis.start();
				},
			},
		];
		const plan = makePlan(seed, events, 0.6);
		const sender = new Sender({ ...target, urls });
		const progress = (done: number, note: string) =>
			task.update({ done, total: events, unit: 'events', note });
		await runLoad({ plan, sender, disturbances, progress });
		const unfinished = await settled(n8n.client, workflow.id, effects, SETTLE_TIMEOUT_MS);
		sender.close();

		const crashed = await crashedEvents(n8n.client, workflow.id);
		const executions = await countExecutions(n8n.client, workflow.id);
		task.succeed();
		const seconds = (Date.now() - startedAt) / 1000;
		const row = (scenario: string, mayDouble: boolean): Row => {
			const part = plan.filter((event) => hasTwins(event) === mayDouble);
			const { lost, doubled, givenUp, exactlyOnce } = outcomeOf(part, sender, effects);
			return {
				scenario,
				events: part.length,
				deliveries: part.reduce((sum, { repeats }) => sum + 1 + repeats.length, 0),
				exactlyOnce,
				lost: lost.length,
				doubled: doubled.length,
				statuses: sender.statuses,
				latencies: sender.latencies,
				seconds,
				broken: [
					...(lost.length > 0 ? [`${lost.length} events lost`] : []),
					...(doubled.length > 0 && !mayDouble ? [`${doubled.length} events doubled`] : []),
					...(givenUp.length > 0 ? [`${givenUp.length} events never acknowledged`] : []),
				],
				notes: [],
			};
		};
		const later = row('Queue mode, repeats 1 s apart or more', false);
		later.notes.push(
			`answers, times and executions are those of the whole scenario: ${executions} executions, ` +
				`${crashed.size} of them marked as crashed`,
		);
		if (unfinished > 0) later.broken.push(`${unfinished} executions did not end`);
		return [later, row('Queue mode, simultaneous twins', true)];
	} catch (error) {
		task.fail();
		throw error;
	} finally {
		await n8n.close();
		await effects.stop();
		await service.stop();
	}
}
