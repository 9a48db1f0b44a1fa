import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Client } from '../api/client';
import { POLICIES } from '../api/retry';
import type { Registry } from '../declare/registry';
import { toProblem, unsentProblem, UNSENT, type Problem } from '../errors';
import { PlainExpressions } from '../fields/plainExpression';
import { ParameterReader } from '../fields/reader';
import { isTool } from '../host/tool';
import { RunKeys } from '../idempotency/runKeys';
import { TriggerEventResolver } from '../idempotency/triggerEventResolver';
import { giveHints } from './hints';
import type { Job, LocalJob } from './job';
import { Pipeline } from './pipeline';
import type { Run } from './readItem';
import { RecordNames } from './recordNames';
import { Results } from './results';
import { Scheduler, type Pipelines } from './scheduler';
import { Batch } from './stages/batch';
import { DryRun } from './stages/dryRun';
import { Idempotency } from './stages/idempotency';
import { Limits } from './stages/limits';
import { Output } from './stages/output';
import { RetryMemory } from './stages/retryMemory';
import { RunLocal, Send } from './stages/send';
import { SharedReads } from './stages/sharedReads';
import { tryMemoryOf } from './tryMemory';

/**
 * Runs the node's operation for every input item and returns the results, in the order of the items.
 *
 * @throws the error of the first item that failed, unless the node continues after errors
 */
export async function runItems(
	context: IExecuteFunctions,
	registry: Registry,
): Promise<INodeExecutionData[]> {
	const results = new Results(context);
	const opened = await open(context, registry, results);
	if ('run' in opened) await runAll(opened.run, results);
	else await results.failAll(opened.problem);
	return await results.inOrder();
}

async function runAll(run: Run, results: Results): Promise<void> {
	const pipelines = pipelinesOf(run, results);
	try {
		await new Scheduler(run, results, pipelines).all();
	} finally {
		await pipelines.service.close();
		giveHints(run.context, run.summary, run.client.limitWait.total);
	}
}

/** The stages in their order. The test `stages` has the reason for each. */
export function pipelinesOf({ context, keys, summary, client }: Run, results: Results): Pipelines {
	const memory = new RetryMemory(context);
	const batch = new Batch(results);
	return {
		batch,
		service: new Pipeline<Job>([
			memory,
			new Idempotency(keys, summary),
			new Limits(keys),
			new DryRun(context, summary),
			new Output(),
			batch,
			new SharedReads(),
			new Send(context),
		]),
		local: new Pipeline<LocalJob>([memory, new RunLocal(context, client.connection)]),
	};
}

/** Everything that all items share, or why no item can run, such as a credential that cannot be read. */
async function open(
	context: IExecuteFunctions,
	registry: Registry,
	results: Results,
): Promise<{ run: Run } | { problem: Problem }> {
	const { summary } = results;
	try {
		const client = await Client.open(context, POLICIES.unattended, () => results.checkGoesOn());
		await refuseOtherCredential(context, client);
		const node = context.getNode();
		const parameters = new ParameterReader(context, {
			credential: client.connection,
			plain: new PlainExpressions(context),
			timezone: () => context.getTimezone(),
			isTool: isTool(node),
		});
		const run: Run = {
			context,
			registry,
			client,
			parameters,
			chosen: new Map(),
			keys: new RunKeys(context, isTool(node)),
			names: new RecordNames(tryMemoryOf(context)?.names),
			events: new TriggerEventResolver(context),
			summary,
			nodeId: node.id,
			isTool: isTool(node),
		};
		return { run };
	} catch (thrown) {
		return { problem: toProblem(thrown, UNSENT) };
	}
}

/**
 * Refuses a run whose first and last item have different credentials, because all requests of a run use that of the
 * first. n8n reads a credential from its database each time, so not every item is compared.
 *
 * @throws {Problem} naming the last item
 * @throws n8n's error for a failed expression
 */
async function refuseOtherCredential(context: IExecuteFunctions, { connection }: Client): Promise<void> {
	const last = context.getInputData().length - 1;
	if (last < 1) return;
	const other = await context.getCredentials('rewardsEngagementApi', last);
	if (JSON.stringify(other) === JSON.stringify(connection.credential.data)) return;
	throw unsentProblem(
		`Not sent: the credential has different values for item ${last} and item 0`,
		'An expression in the credential depends on the item. Enter the Realm ID in the node for each item. Or put a Loop Over Items node with a batch size of 1 before this node.',
	);
}
