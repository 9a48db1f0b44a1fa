import { runTask, type Task } from '../../scripts/lib/progress';
import { countExecutions, settled } from '../harness/n8n/executions';
import { flood, xmlForgery, type FloodResult } from '../harness/deliveries/forgeries';
import { memoryInUseOf } from '../harness/n8n/memory';
import type { Row } from './report';
import { Sender } from '../harness/deliveries/sender';
import { AS_INSTALLED, withN8n, type Environment, type ReliabilityContext } from './environment';
import { createErrorWorkflow, publishCounting } from './workflow';

const LANES = 8;
/** This share is sent before the first measurement of the memory, so that n8n has loaded its code. */
const WARM_UP = 0.2;
/** n8n may keep this much for other reasons, such as code that it loads late. Leaked bodies alone would take more. */
const MEMORY_SLACK_MIB = 40;
const SETTLE_TIMEOUT_MS = 30_000;
const XML_FLOOD = { from: 0, to: 24, lanes: LANES, timeout: 5_000, forger: xmlForgery };
const GENUINE_EVENT = 1_000_000_000;

/** Forged and malformed deliveries over HTTP: no execution, none of the error workflow, and always a response. */
export async function forgedOverHttp(context: ReliabilityContext): Promise<Row[]> {
	const work = async (environment: Environment) =>
		await runTask('Forgeries', async (task) => await forge(context, environment, task));
	return await withN8n(context, work, AS_INSTALLED);
}

async function forge({ forged }: ReliabilityContext, environment: Environment, task: Task): Promise<Row[]> {
	const { n8n, client } = environment.n8n;
	const { recorder } = environment;
	const startedAt = Date.now();
	const errorWorkflow = await createErrorWorkflow(client);
	const { workflow, target } = await publishCounting(environment, { settings: { errorWorkflow } });
	const progress = (done: number) => task.update({ done, total: forged, unit: 'deliveries' });
	const warm = Math.floor(forged * WARM_UP);
	const first = await flood(target, { from: 0, to: warm, lanes: LANES, progress });
	const before = await memoryInUseOf(n8n);
	const second = await flood(target, { from: warm, to: forged, lanes: LANES, progress });
	await settled(client, workflow.id, recorder, SETTLE_TIMEOUT_MS);
	const after = await memoryInUseOf(n8n);
	const xml = await flood(target, XML_FLOOD);
	const executions = await countExecutions(client, workflow.id);
	const errorRuns = await countExecutions(client, errorWorkflow);

	// Proves that the trigger is still registered, and that this test would notice an execution.
	const sender = new Sender(target);
	const isAlive = await sender.deliver(GENUINE_EVENT, 0);
	sender.close();
	await settled(client, workflow.id, recorder, SETTLE_TIMEOUT_MS);

	const result = merge(first, second);
	const growth = after - before;
	const accepted = [...result.accepted, ...xml.accepted].map(([kind, count]) => `${count} accepted: ${kind}`);
	const broken = [
		...accepted,
		...(executions > 0 ? [`${executions} executions`] : []),
		...(errorRuns > 0 ? [`${errorRuns} executions of the error workflow`] : []),
		...(result.hung > 0 ? [`${result.hung} without a response`] : []),
		...(growth > MEMORY_SLACK_MIB ? [`memory grew by ${growth.toFixed(0)} MiB`] : []),
		...(isAlive && recorder.reportsOf(GENUINE_EVENT).length === 1
			? []
			: ['a genuine delivery did not start an execution afterwards']),
	];
	return [
		{
			scenario: 'Forged or malformed, over HTTP',
			events: 0,
			deliveries: forged,
			statuses: result.statuses,
			latencies: result.latencies,
			seconds: (Date.now() - startedAt) / 1000,
			broken,
			notes: [
				`accepted ${accepted.length}, executions ${executions}, executions of the error workflow ${errorRuns}, without a response ${result.hung}, ` +
					`memory in use ${before.toFixed(0)} MiB before and ${after.toFixed(0)} MiB after`,
				unusual(result),
				`XML, ${XML_FLOOD.to} separate deliveries to n8n's own reader: ${xml.hung} without a response`,
			],
		},
	];
}

function merge(first: FloodResult, second: FloodResult): FloodResult {
	const sum = <K>(left: Map<K, number>, right: Map<K, number>) => {
		const total = new Map(left);
		for (const [key, count] of right) total.set(key, (total.get(key) ?? 0) + count);
		return total;
	};
	const byKind = new Map([...second.byKind, ...first.byKind]);
	for (const [kind, statuses] of byKind)
		for (const status of second.byKind.get(kind) ?? []) statuses.add(status);
	return {
		statuses: sum(first.statuses, second.statuses),
		latencies: [...first.latencies, ...second.latencies],
		accepted: sum(first.accepted, second.accepted),
		hung: first.hung + second.hung,
		byKind,
	};
}

/** The kinds that got a status other than 401: n8n itself refused them before the trigger saw them. */
function unusual({ byKind }: FloodResult): string {
	const others = [...byKind].filter(([, statuses]) => [...statuses].some((status) => status !== 401));
	return `not 401: ${others.map(([kind, statuses]) => `${kind} ${[...statuses].join('/')}`).join(', ') || 'none'}`;
}
