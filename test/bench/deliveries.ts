import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

import { startTask } from '../../scripts/lib/progress';
import { eventBody, sign } from '../harness/deliveries/sender';
import { openEnvironment } from '../harness/environment';
import { post } from '../harness/http/receiver';
import { countExecutions } from '../harness/n8n/executions';
import type { OpenN8n } from '../harness/n8n/open';
import { waitFor } from '../harness/process/wait';
import {
	openBesideDoNothing,
	publishBare,
	publishFewLines,
	publishLeast,
	publishNothing,
	publishRecipe,
	publishTrigger,
	publishVerify,
	type Receiver,
} from './deliveryWorkflows';
import type { BenchContext } from './measure';
import { compare, type Findings, type Row } from './report';

const DELIVERIES = 500;
const WARM_UP = 200;
/** Deliveries under way at a time. */
const CONCURRENCY = 8;
const TIMEOUT_MS = 30_000;
const SETTLE_TIMEOUT_MS = 60_000;
/** The number of executions per workflow whose data is read. */
const SAMPLE = 5;
/** More rounds than in other parts, because they are short and this part has the tightest goal. */
const ROUNDS_PER_REPETITION = 2;

/** The time of one round of deliveries to one workflow. */
export interface Round {
	/** Until the last response. */
	perSecond: number;
	/** Milliseconds of n8n's processor time per delivery, until the last execution ended. */
	cpu: number;
}

/**
 * n8n prepares an engine for expressions before every delivery, even when none is evaluated. Only its own Webhook
 * node is excepted (n8n, `live-webhooks.js`, webhookPhaseNeedsIsolate). With this setting it prepares one only when
 * needed. The rest is then the cost of the nodes themselves.
 */
export const WHEN_NEEDED = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };

/** The rounds of deliveries to each contender. */
type Rounds = Partial<Record<Contender, Round[]>>;

type Contender = keyof typeof CONTENDERS;

/** The name of each contender in the table. */
const CONTENDERS = {
	ours: 'Our trigger',
	nothing: 'A community trigger that only passes on: nothing verified or deduplicated',
	fewLines: 'The shortest trigger that verifies and deduplicates',
	bare: 'Webhook alone: nothing verified or deduplicated',
	recipe: 'Webhook + Crypto + IF + Remove Duplicates',
	verify: 'Webhook + Event → Verify',
	least: 'Webhook with its raw body + Edit Fields: nothing verified or deduplicated',
} as const;

const ALL = Object.keys(CONTENDERS) as Contender[];
/** Enough contenders to recommend one of n8n's engines. */
const SOME: readonly Contender[] = ['ours', 'nothing', 'bare'];

/** The measured settings of n8n, with their names. */
const SETTINGS: Array<{ words: string; env: Record<string, string>; contenders: readonly Contender[] }> = [
	{ words: '', env: {}, contenders: ALL },
	{ words: ', n8n with LAZY_ACQUIRE', env: WHEN_NEEDED, contenders: ALL },
	// The other two engines of n8n. `legacy` isolates nothing, and n8n advises against it.
	{
		words: ', n8n with EXPRESSION_ENGINE=quickjs',
		env: { N8N_EXPRESSION_ENGINE: 'quickjs' },
		contenders: SOME,
	},
	{
		words: ', n8n with EXPRESSION_ENGINE=legacy',
		env: { N8N_EXPRESSION_ENGINE: 'legacy' },
		contenders: SOME,
	},
];

/** d) Signed deliveries, each a distinct event, to a real n8n. */
export async function deliveries(context: BenchContext): Promise<Findings> {
	const rows: Row[] = [];
	const notes = new Set<string>();
	for (const { words, env, contenders } of SETTINGS) {
		const { rounds, notes: own } = await series(context, env, contenders);
		rows.push(...rowsOf(rounds, words));
		for (const note of own) notes.add(note);
	}
	return { rows, notes: [...notes] };
}

/** @param setting follows the name of each contender */
function rowsOf(rounds: Rounds, setting: string): Row[] {
	const rate = {
		what: 'Responses of the trigger',
		number: ({ perSecond }: Round) => perSecond,
		unit: ' /s',
	};
	const behind = { ...rate, what: 'Responses of Webhook + Event → Verify' };
	const cpu = { what: "n8n's processor time per delivery", number: (round: Round) => round.cpu, unit: ' ms' };
	const cpuBehind = { ...cpu, what: `${cpu.what}, Webhook + Event → Verify` };
	// The best possible ratio: a node behind a Webhook node cannot be faster than the Webhook node alone.
	const bound = { ...rate, what: 'Responses of the Webhook node alone' };
	const leastRate = { ...rate, what: 'Responses of Webhook with its raw body + Edit Fields' };
	const fewLines = { ...rate, what: 'Responses of the shortest trigger' };
	const row = (
		{ what, number, unit }: typeof rate,
		mine: Contender,
		theirs: Contender,
		atLeast?: number,
	): Row[] => {
		const [own, other] = [rounds[mine], rounds[theirs]];
		if (!own || !other) return [];
		const against = CONTENDERS[theirs] + setting;
		const [ours, others] = [own.map(number), other.map(number)];
		return [compare({ part: 'd', what, unit, ours, theirs: others, against, atLeast })];
	};
	return [
		...row(rate, 'ours', 'nothing', 0.95),
		...row(rate, 'ours', 'fewLines', 0.95),
		...row(fewLines, 'fewLines', 'nothing'),
		...row(rate, 'ours', 'bare', 0.95),
		...row(rate, 'ours', 'recipe', 1.5),
		...row(cpu, 'ours', 'nothing'),
		...row(cpu, 'ours', 'fewLines'),
		...row(cpu, 'ours', 'bare'),
		...row(cpu, 'ours', 'recipe'),
		...row(behind, 'verify', 'bare', 0.9),
		...row(behind, 'verify', 'recipe', 1.5),
		...row(bound, 'bare', 'recipe'),
		...row(leastRate, 'least', 'bare'),
		...row(behind, 'verify', 'least'),
		...row(cpuBehind, 'verify', 'bare'),
		...row(cpuBehind, 'verify', 'recipe'),
	];
}

/** Rounds of deliveries to each workflow, in one n8n with these settings. */
async function series(
	{ host, folder, packageTarball, programs, repeat, scale }: BenchContext,
	env: Record<string, string>,
	contenders: readonly Contender[],
): Promise<{ rounds: Rounds; notes: string[] }> {
	const count = Math.ceil(DELIVERIES * scale);
	const warmUp = Math.ceil(WARM_UP * scale);
	const rounds = repeat * ROUNDS_PER_REPETITION;
	const settings = Object.entries(env).map(([name, value]) => `, ${name}=${value}`);
	const task = startTask(`${count} deliveries per round${settings.join('')}`);
	const { opened, service, close } = await openEnvironment({
		host,
		folder: fs.mkdtempSync(path.join(folder, 'n8n-')),
		packageTarball,
		env,
		open: async (setting) => await openBesideDoNothing(setting, programs),
	});
	try {
		const { client, n8n } = opened;
		const secret = randomBytes(32).toString('hex');
		const publish: Record<Contender, () => Promise<Receiver>> = {
			ours: async () => await publishTrigger(client, service),
			nothing: async () => await publishNothing(client, n8n.url, secret),
			fewLines: async () => await publishFewLines(client, n8n.url, service, secret),
			bare: async () => await publishBare(client, n8n.url, secret),
			recipe: async () => await publishRecipe(client, n8n.url, secret),
			verify: async () => await publishVerify(client, n8n.url, service, secret),
			least: async () => await publishLeast(client, n8n.url, secret),
		};
		const receivers: Array<{ contender: Contender; receiver: Receiver }> = [];
		for (const contender of contenders) receivers.push({ contender, receiver: await publish[contender]() });
		const results: Rounds = Object.fromEntries(contenders.map((contender) => [contender, []]));
		let sent = 0;
		for (let round = -1; round < rounds; round++) {
			const size = round < 0 ? warmUp : count;
			const order = round % 2 === 1 ? [...receivers].reverse() : receivers;
			for (const { receiver, contender } of order) {
				task.update({ note: `round ${Math.max(0, round + 1)} of ${rounds}: ${receiver.name}` });
				const result = await deliver(opened, receiver, service.realmId, sent, size);
				if (round >= 0) results[contender]?.push(result);
			}
			sent += size;
		}
		const notes = [
			`d) ${count} deliveries per round, ${CONCURRENCY} under way at a time. Each got the response 200. Our workflows and the bare one ran to their end.`,
		];
		for (const { receiver } of receivers) notes.push(...(await checkExecutions(opened, receiver, sent)));
		task.succeed();
		return { rounds: results, notes };
	} catch (error) {
		task.fail();
		throw error;
	} finally {
		await close();
	}
}

/** Delivers events `first`, `first + 1` … and waits until their executions have ended. */
export async function deliver(
	{ client, n8n }: Pick<OpenN8n, 'client' | 'n8n'>,
	{ workflow, url, secret, name }: Receiver,
	realmId: string,
	first: number,
	count: number,
): Promise<Round> {
	const cpuBefore = cpuOf(n8n.pid);
	const seconds = await sendEvents({ urls: [url], secret, name, realmId }, first, count, CONCURRENCY);
	await waitFor(`the executions of ${name} to end`, SETTLE_TIMEOUT_MS, async () => {
		const ended = await countExecutions(client, workflow.id, 'success', 'error', 'crashed');
		return ended >= first + count || undefined;
	});
	return { perSecond: count / seconds, cpu: (cpuOf(n8n.pid) - cpuBefore) / count };
}

/** Receives signed events. */
export interface Taker {
	/** One URL per process. The senders are spread over them. */
	urls: string[];
	secret: string;
	name: string;
	realmId: string;
}

/**
 * Sends events `first`, `first + 1` …, with a limited number under way at a time.
 *
 * @returns the seconds until the last response
 * @throws Error when a response is not 200
 */
export async function sendEvents(
	{ urls, secret, name, realmId }: Taker,
	first: number,
	count: number,
	concurrency: number,
): Promise<number> {
	const bodies = Array.from({ length: count }, (_, number) => {
		const body = eventBody(first + number, realmId);
		const headers = { 'content-type': 'application/json', 'x-service-signature': sign(body, secret) };
		return { body, headers };
	});
	const agent = new http.Agent({ keepAlive: true, maxSockets: concurrency });
	const waiting = bodies[Symbol.iterator]();
	const startedAt = performance.now();
	// Each sender stays with one process, so that n8n never closes an idle connection.
	const sender = async (_one: unknown, number: number) => {
		const url = urls[number % urls.length] ?? '';
		for (const { body, headers } of waiting) {
			const { status, text } = await post({ url, headers, body, timeout: TIMEOUT_MS, agent });
			if (status !== 200) throw new Error(`A delivery to ${name} got the response ${status}: ${text}`);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, sender));
	agent.destroy();
	return (performance.now() - startedAt) / 1_000;
}

/**
 * Every delivery must run the workflow to its end. A node that deduplicates only with n8n's store can lose some of
 * the first deliveries when they arrive together. That is worth a note and does not stop the benchmark.
 */
async function checkExecutions(
	{ client }: OpenN8n,
	{ workflow, name }: Receiver,
	expected: number,
): Promise<string[]> {
	const good = await countExecutions(client, workflow.id, 'success');
	const all = await countExecutions(client, workflow.id);
	const mayLose = name.endsWith('Remove Duplicates') || name.endsWith('shortest trigger');
	if (all !== expected || (good !== expected && !mayLose)) {
		throw new Error(
			`${expected} deliveries to ${name} started ${all} executions, and ${good} of them succeeded.`,
		);
	}
	for (const { id, status } of await client.listExecutions(workflow.id, SAMPLE)) {
		const { data } = await client.getExecution(id);
		const [items] = data.resultData.runData.End?.[0]?.data?.main ?? [];
		if (status === 'success' && items?.length !== 1) {
			throw new Error(`Execution ${id} of ${name} did not process its event to the end.`);
		}
	}
	if (good === expected) return [];
	return [
		`d) ${name} acknowledged ${expected} events and lost ${all - good} of them: their executions failed.`,
	];
}

/** Linux counts in hundredths of a second, regardless of its scheduler's clock. */
const TICK_MS = 10;

/**
 * Milliseconds of processor time that all threads of a process have used, or NaN where the system does not report it.
 */
export function cpuOf(pid: number | undefined): number {
	try {
		// The second field is the name of the program in brackets, which may contain spaces.
		const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
		const [user, system] = [Number(fields[11]), Number(fields[12])];
		return (user + system) * TICK_MS;
	} catch {
		return Number.NaN;
	}
}

/** The same for a process and all that it started. PostgreSQL, for example, has one process per connection. */
export function cpuOfAll(pid: number | undefined): number {
	if (pid === undefined) return Number.NaN;
	return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + cpuOf(one), 0);
}

function childrenOf(parent: number): number[] {
	const children = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === parent);
	return children.flatMap((name) => [Number(name), ...childrenOf(Number(name))]);
}

function parentOf(pid: string): number {
	try {
		return Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
	} catch {
		// It has just ended.
		return Number.NaN;
	}
}
