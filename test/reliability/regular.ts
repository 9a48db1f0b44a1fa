import fs from 'node:fs';
import path from 'node:path';

import { startTask } from '../../scripts/progress.cjs';
import { openN8n } from '../n8n/open';
import { freePort } from '../n8n/ports';
import { startService } from '../service/service';
import { EffectServer } from './effects';
import { countExecutions, crashedEvents, settled } from './executions';
import { runLoad, type Disturbance } from './load';
import { outcomeOf } from './outcome';
import { makePlan } from './plan';
import type { Row } from './report';
import { Sender } from './sender';
import type { Setting } from './setting';
import { createErrorWorkflow, publishCounting } from './workflow';

const SETTLE_TIMEOUT_MS = 120_000;

/**
 * One process on SQLite, killed with SIGKILL twice while deliveries come in.
 *
 * @param acknowledge the trigger's option: when the service is told that an event has arrived
 */
export async function regularMode(
	{ host, folder, packageTarball, events, seed }: Setting,
	acknowledge: 'onReceived' | 'whenFinished',
): Promise<Row[]> {
	const title = `Regular mode, ${acknowledge}`;
	// What was done but not yet noted as finished is done again: nothing else is possible without the effect's help.
	const mayDouble = acknowledge === 'whenFinished';
	const task = startTask(title);
	const startedAt = Date.now();
	const service = await startService();
	const effects = new EffectServer();
	await effects.start();
	const userFolder = fs.mkdtempSync(path.join(folder, 'regular-'));
	const { n8n, client } = await openN8n({ host, userFolder, port: await freePort(), packageTarball });
	try {
		const errorWorkflow = await createErrorWorkflow(client);
		const options = { acknowledge };
		const { workflow, target } = await publishCounting(client, service, effects.url, options, {
			errorWorkflow,
		});
		const kill = async () => {
			await n8n.kill();
			await n8n.restart();
		};
		const disturbances: Disturbance[] = [1 / 3, 2 / 3].map((after) => ({
			after,
			name: 'killed with SIGKILL, starting again',
			act: kill,
		}));
		const plan = makePlan(seed, events, 2 / 3);
		const sender = new Sender(target);
		const progress = (done: number, note: string) =>
			task.update({ done, total: events, unit: 'events', note });
		await runLoad({ plan, sender, disturbances, progress });
		const unfinished = await settled(client, workflow.id, effects, SETTLE_TIMEOUT_MS);
		sender.close();

		const outcome = outcomeOf(plan, sender, effects);
		const crashed = await crashedEvents(client, workflow.id);
		const executions = await countExecutions(client, workflow.id);
		const errorRuns = await countExecutions(client, errorWorkflow);
		task.succeed();
		const { lost, doubled, givenUp, exactlyOnce, sameExecution } = outcome;
		const explained = lost.filter((number) => crashed.has(number)).length;
		return [
			{
				scenario: title,
				events,
				deliveries: sender.deliveries,
				exactlyOnce,
				lost: lost.length,
				doubled: doubled.length,
				statuses: sender.statuses,
				latencies: sender.latencies,
				seconds: (Date.now() - startedAt) / 1000,
				broken: [
					...(lost.length > 0 ? [`${lost.length} events lost`] : []),
					...(doubled.length > 0 && !mayDouble ? [`${doubled.length} events doubled`] : []),
					...(givenUp.length > 0 ? [`${givenUp.length} events never acknowledged`] : []),
					...(unfinished > 0 ? [`${unfinished} executions did not end`] : []),
				],
				notes: [
					`${executions} executions, of which n8n marked ${crashed.size} as crashed; ` +
						`${explained} of the ${lost.length} lost events are among these`,
					`the error workflow ran ${errorRuns} times`,
					...(sameExecution > 0
						? [`${sameExecution} events had a second effect from the same execution`]
						: []),
				],
			},
		];
	} catch (error) {
		task.fail();
		throw error;
	} finally {
		await n8n.stop();
		await effects.stop();
		await service.stop();
	}
}
