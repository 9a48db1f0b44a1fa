import { runTask } from '../../scripts/lib/progress';
import { preparePayouts, transferredTo } from '../harness/workflows/payouts';
import { executionsOfEvents, settled } from '../harness/n8n/executions';
import { killTwice, runLoad } from './load';
import { outcomeOf, rowOf } from './outcome';
import { makePlan } from './plan';
import { noteRecovery, recovered } from './recovery';
import type { Row } from './report';
import { eventBody, Sender } from '../harness/deliveries/sender';
import type { ReliabilityContext } from './context';
import { withN8n } from './environment';
import { publishPayout } from './workflow';

const SETTLE_TIMEOUT_MS = 120_000;

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
