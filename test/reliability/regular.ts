import { runTask } from '../../scripts/lib/progress';
import { countExecutions, executionsOfEvents, settled } from '../harness/n8n/executions';
import { killTwice, runLoad } from './load';
import { outcomeOf, rowOf } from './outcome';
import { makePlan } from './plan';
import { noteRecovery, recovered } from './recovery';
import type { Row } from './report';
import { Sender } from '../harness/deliveries/sender';
import type { ReliabilityContext } from './context';
import { withN8n } from './environment';
import { createErrorWorkflow, publishCounting } from './workflow';

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
