import { runTask } from '../../scripts/lib/progress';
import { eventBody, Sender } from '../harness/deliveries/sender';
import type { EffectRecorder } from '../harness/http/effectRecorder';
import { countExecutions, executionsOfEvents, settled } from '../harness/n8n/executions';
import type { OpenN8n } from '../harness/n8n/open';
import { preparePayouts, transferredTo } from '../harness/workflows/payouts';
import { withN8n, type ReliabilityContext } from './environment';
import { killTwice, makePlan, runLoad } from './load';
import { outcomeOf, rowOf, type Row } from './report';
import { createErrorWorkflow, publishCounting, publishPayout } from './workflow';

const SETTLE_TIMEOUT_MS = 120_000;

/**
 * One process on SQLite that is killed with SIGKILL twice while deliveries arrive. n8n never starts a killed
 * execution again, and no trigger can change that. So there are three promises. No event is lost without a trace.
 * n8n's own "Retry" of the crashed executions recovers it. Only the event of a killed execution can have two effects.
 *
 * @param respond the option of the trigger: when it acknowledges an event to the service
 */
export async function regularMode(
	context: ReliabilityContext,
	respond: 'immediately' | 'whenFinished',
): Promise<Row[]> {
	return await withN8n(context, async (environment) => {
		const { n8n, client } = environment.n8n;
		const { recorder } = environment;
		const title = `Regular mode, ${respond}`;
		const startedAt = Date.now();
		const seconds = () => (Date.now() - startedAt) / 1000;
		const errorWorkflow = await createErrorWorkflow(client);
		const { workflow, target } = await publishCounting(environment, {
			options: { respond },
			settings: { errorWorkflow },
		});
		const plan = makePlan(context.events, 2 / 3);
		const sender = new Sender(target);
		const recovery = await runTask(title, async (task) => {
			const progress = (done: number, note: string) =>
				task.update({ done, total: plan.length, unit: 'events', note });
			await runLoad({ plan, sender, disturbances: killTwice(n8n), progress });
			sender.close();
			return await recovered(environment.n8n, workflow.id, recorder);
		});
		const effectsOf = (number: number) => recorder.reportsOf(number).length;
		const crashed = await executionsOfEvents(client, workflow.id, 'crashed');
		const isCrashed = (number: number) => crashed.has(number);

		const isEarly = respond === 'immediately';
		const isUnanswered = (number: number) => sender.unanswered.has(number);
		const allowed = isEarly ? { loss: isCrashed } : { repeat: isUnanswered };
		const row = rowOf(title, plan, outcomeOf(plan, sender, effectsOf), sender, seconds(), allowed);
		const executions = await countExecutions(client, workflow.id);
		const errorRuns = await countExecutions(client, errorWorkflow);
		const crashes = [...crashed.values()].flat();
		row.notes.push(
			`${executions} executions, of which n8n marked ${crashes.length} as crashed, ` +
				`deliveries of ${sender.unanswered.size} events got no response because n8n died`,
			`the error workflow ran ${errorRuns} times`,
		);
		noteRecovery(row, recovery);
		if (!isEarly) return [row];

		const retried = await runTask(`Retry of the ${crashes.length} crashed executions`, async () => {
			for (const id of crashes) await client.retryExecution(id);
			await settled(client, workflow.id, recorder, SETTLE_TIMEOUT_MS);
			// A retry repeats what the killed execution may have done already. Only a key prevents that.
			return rowOf(`${title}, then Retry`, plan, outcomeOf(plan, sender, effectsOf), sender, seconds(), {
				repeat: isCrashed,
			});
		});
		return [row, retried];
	});
}

/**
 * Pays once per key for each event, in one process on SQLite that is killed with SIGKILL twice. The ledger of the
 * service counts. When n8n is killed during a transfer, the run leaves an open key. After a redelivery nothing is
 * sent, and the workflow reports that a person has to check. So every event is paid once, or the workflow has named
 * it.
 *
 * @param respond the option of the trigger. With `immediately` the crashed executions are retried in n8n afterwards.
 */
export async function payouts(
	context: ReliabilityContext,
	respond: 'immediately' | 'whenFinished',
): Promise<Row[]> {
	return await withN8n(context, async (environment) => {
		const { n8n, client } = environment.n8n;
		const { service, recorder } = environment;
		const title =
			respond === 'immediately'
				? 'Payout with repeat protection, immediately and Retry'
				: 'Payout with repeat protection, whenFinished';
		const startedAt = Date.now();
		const { workflow, target } = await publishPayout(environment, { respond });
		const plan = makePlan(context.payouts, 2 / 3);
		const recipients = preparePayouts(service, plan.length).map(({ recipientId }) => recipientId);
		const bodyOf = (number: number) => eventBody(number, service.realmId, recipients[number]);
		const sender = new Sender(target, bodyOf);
		const recovery = await runTask(title, async (task) => {
			const progress = (done: number, note: string) =>
				task.update({ done, total: plan.length, unit: 'events', note });
			await runLoad({ plan, sender, disturbances: killTwice(n8n), progress });
			sender.close();
			return await recovered(environment.n8n, workflow.id, recorder);
		});
		const crashes = [...(await executionsOfEvents(client, workflow.id, 'crashed')).values()].flat();
		if (respond === 'immediately') {
			await runTask(`Retry of the ${crashes.length} crashed executions`, async () => {
				for (const id of crashes) await client.retryExecution(id);
				await settled(client, workflow.id, recorder, SETTLE_TIMEOUT_MS);
			});
		}

		const transfers = transferredTo(service);
		const effectsOf = (number: number) => transfers.get(recipients[number] ?? '')?.length ?? 0;
		const isNamed = (number: number) =>
			recorder.reportsOf(number).some(({ outcome }) => outcome === 'unknown');
		const outcome = outcomeOf(plan, sender, effectsOf);
		const row = rowOf(title, plan, outcome, sender, (Date.now() - startedAt) / 1000, { loss: isNamed });
		const named = plan.filter(({ number }) => isNamed(number));
		const paid = named.filter(({ number }) => effectsOf(number) === 1).length;
		row.notes.push(
			`n8n marked ${crashes.length} executions as crashed, the workflow reported ${named.length} events as unknown, ` +
				`of which ${paid} were paid and ${named.length - paid} were not, lost without a report: ` +
				`${outcome.lost.filter((number) => !isNamed(number)).length}`,
		);
		const unexpected = recorder.reports.filter(({ outcome: told }) => told !== 'unknown');
		if (unexpected.length > 0) row.broken.push(`${unexpected.length} reports other than "unknown"`);
		noteRecovery(row, recovery);
		if (service.control.ledger().sum !== 0) row.broken.push('the ledger is out of balance');
		return [row];
	});
}

const FIRST_TIMEOUT_MS = 60_000;
const NEXT_TIMEOUT_MS = 30_000;

/**
 * n8n may be killed after it noted the start of an execution and before that of its first node. Then its next two
 * starts skip the execution, which stays listed as running. The third start no longer reads that note, and marks it
 * as crashed (`amend` in `execution-recovery.service.js`, where n8n reads the log of two starts).
 */
const STARTS = 3;

export interface Recovery {
	/** The number of restarts of n8n. */
	restarts: number;
	/** Executions that still did not end. */
	unfinished: number;
}

/**
 * After n8n was killed, waits until no execution is under way. Restarts n8n until it has recovered those that it
 * lists as running.
 */
export async function recovered(
	{ n8n, client }: OpenN8n,
	workflowId: string,
	recorder: Pick<EffectRecorder, 'reports'>,
): Promise<Recovery> {
	let unfinished = await settled(client, workflowId, recorder, FIRST_TIMEOUT_MS);
	let restarts = 0;
	while (unfinished > 0 && restarts < STARTS) {
		await n8n.restart();
		restarts += 1;
		unfinished = await settled(client, workflowId, recorder, NEXT_TIMEOUT_MS);
	}
	return { restarts, unfinished };
}

/** Notes the restarts under the row. Executions that did not end break a promise. */
export function noteRecovery(row: Row, { restarts, unfinished }: Recovery): void {
	if (restarts > 0)
		row.notes.push(
			`n8n listed killed executions as running, and marked them as crashed after ${restarts} more restarts`,
		);
	if (unfinished > 0) row.broken.push(`${unfinished} executions did not end`);
}
