import { runTask } from '../../scripts/lib/progress';
import { openEnvironment, type Environment } from '../harness/environment';
import { openQueueN8n, type QueueN8n } from '../harness/n8n/queue';
import type { OpenN8n } from '../harness/n8n/open';
import { DURABLE_CURSORS, pollStory, type Disturbances, type Emitted } from '../harness/polls/story';
import type { ReliabilityContext } from './environment';
import type { Report } from '../harness/http/effectRecorder';
import type { Row } from './report';

const CURSORS: Array<[name: string, env: Record<string, string>]> = [
	['static data', {}],
	['durable cursors', DURABLE_CURSORS],
];

/** One process on SQLite that is killed twice, with both kinds of cursors. Most of the time it waits for polls. */
export async function polls(context: ReliabilityContext): Promise<Row[]> {
	return await withBoth(
		async (cursors, env) => await story(context, `Polled, ${cursors}`, env, undefined, () => ({})),
	);
}

/** A main, a worker, PostgreSQL and Redis. The main is killed twice and the worker once. */
export async function pollsInQueueMode(context: ReliabilityContext): Promise<Row[]> {
	const open = async (setting: Parameters<typeof openQueueN8n>[0]) =>
		await openQueueN8n({ ...setting, webhookProcesses: 0, workers: 1 });
	return await withBoth(
		async (cursors, env) =>
			await story(
				context,
				`Polled in queue mode, ${cursors}`,
				{ ...context.queueSettings, ...env },
				open,
				({ n8n, workers }: QueueN8n) => ({ killed: [n8n, ...workers, n8n], isRetried: true }),
			),
	);
}

async function withBoth(
	run: (cursors: string, env: Record<string, string>) => Promise<Row[]>,
): Promise<Row[]> {
	const rows = await Promise.all(CURSORS.map(async ([cursors, env]) => await run(cursors, env)));
	return rows.flat();
}

async function story<N extends OpenN8n>(
	{ host, packageTarball, polled }: ReliabilityContext,
	title: string,
	env: Record<string, string>,
	open: ((setting: Parameters<typeof openQueueN8n>[0]) => Promise<N>) | undefined,
	disturb: (opened: N) => Disturbances,
): Promise<Row[]> {
	const environment: Environment<Report, N> = await openEnvironment({
		host,
		packageTarball,
		env,
		open: open as never,
	});
	try {
		const { opened, service } = environment;
		const startedAt = Date.now();
		const events = await runTask(
			title,
			async () => await pollStory({ ...opened, service }, polled, disturb(opened)),
		);
		const seconds = (Date.now() - startedAt) / 1000;
		return events.map((one) => rowOf(title, one, seconds));
	} finally {
		await environment.close();
	}
}

/** Counts each event once, however often the poll trigger read it. */
function rowOf(title: string, { event, happened, emitted }: Emitted, seconds: number): Row {
	const times = new Map<string, number>();
	for (const id of emitted) times.set(id, (times.get(id) ?? 0) + 1);
	const lost = happened.filter((id) => !times.has(id)).length;
	const doubled = [...times.values()].filter((count) => count > 1).length;
	const broken = [
		...(lost > 0 ? [`${lost} events lost`] : []),
		...(doubled > 0 ? [`${doubled} events doubled`] : []),
	];
	return {
		scenario: `${title}: ${event}`,
		events: happened.length,
		deliveries: 0,
		exactlyOnce: [...times.values()].filter((count) => count === 1).length,
		lost,
		doubled,
		statuses: new Map(),
		latencies: [],
		seconds,
		broken,
		notes: [],
	};
}
