import { setTimeout as sleep } from 'node:timers/promises';

import { runTask, type Task } from '../../scripts/lib/progress';
import type { QueueN8n } from '../harness/n8n/queue';
import { countExecutions, executionsOfEvents, settled } from '../harness/n8n/executions';
import { hasTwins, makePlan, runLoad, type Disturbance, type PlannedEvent } from './load';
import { outcomeOf, rowOf, type Allowed, type Row } from './report';
import { Sender } from '../harness/deliveries/sender';
import { withQueueN8n, type Environment, type ReliabilityContext } from './environment';
import { publishCounting, type CountingOptions } from './workflow';

/** By default n8n takes up to a minute and a half to notice that a worker has died. */
const SETTLE_TIMEOUT_MS = 240_000;
/** Less than ten seconds: after that n8n gives up on an unreachable Redis, and ends. */
const REDIS_PAUSE_MS = 2_000;
/** Enough time for the killed worker to be in the middle of some executions. */
const KILL_WAIT_SECONDS = 1;
/** Enough for both workers to run some. The first run of a worker is slow, because it loads code. */
const WARM_UP_EVENTS = 24;

/**
 * One main, two webhook processes, two workers, PostgreSQL and Redis. A worker, and later Redis, is stopped and
 * started again. Then a worker is killed, with separate events. The copies of an event go to the two webhook
 * processes in turn.
 */
export async function queueMode(context: ReliabilityContext): Promise<Row[]> {
	return await withQueueN8n(context, async (environment) => {
		const calm = await runTask('Queue mode', async (task) => await restarts(context, environment, task));
		const killed = await runTask(
			'Queue mode, a worker killed with SIGKILL',
			async (task) => await kills(context, environment, task),
		);
		return [...calm, ...killed];
	});
}

async function restarts(
	{ events }: ReliabilityContext,
	environment: Environment<QueueN8n>,
	task: Task,
): Promise<Row[]> {
	const { workers, redis } = environment.n8n;
	const disturbances: Disturbance[] = [
		{ after: 0.3, name: 'a worker restarts', act: async () => await workers[0]?.restart() },
		{
			after: 0.6,
			name: 'Redis restarts',
			act: async () => {
				await redis.stop();
				await sleep(REDIS_PAUSE_MS);
				await redis.start();
			},
		},
	];
	await deliver(environment, numbered(makePlan(WARM_UP_EVENTS, 0), 3_000_000), {}, [], () => undefined);
	const plan = makePlan(events, 0.6);
	const progress = (done: number, note: string) =>
		task.update({ done, total: plan.length, unit: 'events', note });
	const run = await deliver(environment, plan, {}, disturbances, progress);
	const failures = countOf(run.failed);
	// A worker of n8n 2.41 that gets the signal to stop drops the jobs that it takes at that moment. It counts them
	// as running too late (`stopWorker` in `scaling.service.js`) and closes its database, so they fail. No trigger
	// can help.
	const allowed = lossOfFailures(run);
	const later = run.row('Queue mode, repeats 1 s apart or more', (event) => !hasTwins(event), allowed);
	const twins = run.row('Queue mode, simultaneous copies', hasTwins, allowed);
	later.notes.push(
		`responses, times and executions are those of the whole scenario: ${run.executions} executions, ` +
			`${failures} of them crashed or failed`,
	);
	if (run.unfinished > 0) later.broken.push(`${run.unfinished} executions did not end`);
	return [later, twins];
}

/**
 * A killed worker loses the executions that it had started. n8n sets Bull's `maxStalledCount` to 0, so it never gives
 * them to another worker. When their lock has expired, it marks them as failed, and keeps nothing of their event.
 */
async function kills(
	{ workerKill }: ReliabilityContext,
	environment: Environment<QueueN8n>,
	task: Task,
): Promise<Row[]> {
	const { workers, client } = environment.n8n;
	const kill: Disturbance = {
		after: 0.5,
		name: 'a worker is killed, and starts again',
		act: async () => {
			await workers[1]?.kill();
			await workers[1]?.restart();
		},
	};
	const deliverWhileKilled = async (respond: string, firstNumber: number) => {
		const plan = numbered(makePlan(workerKill, 0.5, firstNumber), firstNumber);
		const progress = (done: number, note: string) =>
			task.update({ done, total: workerKill, unit: 'events', note: `${respond} ${note}` });
		const workflow = { options: { respond }, waitSeconds: KILL_WAIT_SECONDS };
		return await deliver(environment, plan, workflow, [kill], progress);
	};

	const early = await deliverWhileKilled('immediately', 1_000_000);
	const failures = countOf(early.failed);
	const earlyRow = early.row('Queue mode, immediately, a worker killed', undefined, lossOfFailures(early));
	earlyRow.notes.push(`${early.executions} executions, ${failures} of them crashed or failed`);

	const late = await deliverWhileKilled('whenFinished', 2_000_000);
	const isRefused = (number: number) => late.failed.has(number);
	const lateRow = late.row('Queue mode, whenFinished, a worker killed', undefined, { refusal: isRefused });
	lateRow.notes.push(`${late.executions} executions, ${countOf(late.failed)} of them crashed or failed`);
	const waiting = late.plan.filter(({ number }) => environment.recorder.reportsOf(number).length === 0);
	for (const { number } of waiting) {
		const [execution] = late.failed.get(number) ?? [];
		if (execution !== undefined) await client.retryExecution(execution);
	}
	await settled(client, late.workflowId, environment.recorder, SETTLE_TIMEOUT_MS);
	return [earlyRow, lateRow, late.row('The same, then one Retry per failed event')];
}

interface DeliveredPlan {
	plan: PlannedEvent[];
	workflowId: string;
	executions: number;
	/** Crashed or failed executions, by the numbers of their events. */
	failed: Map<number, string[]>;
	unfinished: number;
	/** A row with the effects so far. */
	row: (scenario: string, isIn?: (event: PlannedEvent) => boolean, allowed?: Allowed) => Row;
}

async function deliver(
	environment: Environment<QueueN8n>,
	plan: PlannedEvent[],
	options: CountingOptions,
	disturbances: Disturbance[],
	progress: (done: number, note: string) => void,
): Promise<DeliveredPlan> {
	const { n8n, recorder } = environment;
	const startedAt = Date.now();
	const { workflow, target } = await publishCounting(environment, options);
	const urls = n8n.webhookProcesses.map(({ url }) => url + new URL(target.urls[0] ?? '').pathname);
	const sender = new Sender({ ...target, urls });
	await runLoad({ plan, sender, disturbances, progress });
	const unfinished = await settled(n8n.client, workflow.id, recorder, SETTLE_TIMEOUT_MS);
	sender.close();
	const failed = await executionsOfEvents(n8n.client, workflow.id, 'crashed', 'error');
	const executions = await countExecutions(n8n.client, workflow.id);
	const seconds = (Date.now() - startedAt) / 1000;
	const effectsOf = (number: number) => recorder.reportsOf(number).length;
	return {
		plan,
		workflowId: workflow.id,
		executions,
		failed,
		unfinished,
		row: (scenario, isIn = () => true, allowed = {}) => {
			const part = plan.filter(isIn);
			const outcome = outcomeOf(part, sender, effectsOf);
			return rowOf(scenario, part, outcome, sender, seconds, { repeat: mayDouble(plan), ...allowed });
		},
	};
}

/** The same events with separate numbers. */
function numbered(plan: PlannedEvent[], firstNumber: number): PlannedEvent[] {
	return plan.map((event) => ({ ...event, number: event.number + firstNumber }));
}

/** The lost events must not outnumber the failed executions. n8n does not record which events those had. */
function lossOfFailures({ row, failed }: DeliveredPlan): Allowed {
	const isExplained = (row('').lost ?? 0) <= countOf(failed);
	return { loss: () => isExplained };
}

function countOf(executions: Map<number, string[]>): number {
	return [...executions.values()].flat().length;
}

/** Copies that reach two processes at the same moment may both run. See the README. */
function mayDouble(plan: PlannedEvent[]): (number: number) => boolean {
	const twins = new Set(plan.filter(hasTwins).map(({ number }) => number));
	return (number) => twins.has(number);
}
