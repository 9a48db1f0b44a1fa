// Every day, because it starts five processes of n8n several times. At once: test/engine/trigger/eventProcesses.test.ts, test/project/package.test.ts.
import fs from 'node:fs';
import path from 'node:path';

import type { Delivery } from '../../sandbox/base/deliveries';
import { root } from '../../scripts/lib/project';
import { openEnvironment, OPEN_TIMEOUT_MS, QUICK, type Environment } from '../harness/environment';
import { post, startReceiver, type Receiver } from '../harness/http/receiver';
import type { Execution, Workflow } from '../harness/n8n/client';
import type { N8nInstance } from '../harness/n8n/instance';
import { packageIdentity } from '../harness/n8n/open';
import { openQueueN8n, type QueueN8n } from '../harness/n8n/queue';
import { waitFor } from '../harness/process/wait';
import { startRegistryProxy, type Hold, type RegistryProxy } from '../harness/registry/proxy';
import {
	npmWithoutSettings,
	packAsNext,
	publish,
	startRegistry,
	type Registry,
	type Version,
} from '../harness/registry/registry';
import { byId } from '../harness/workflows/nodes';
import { adminCredential } from '../harness/workflows/questBonus';
import { UpdateWorkflows, type Run } from '../harness/workflows/updateWorkflows';

/**
 * One n8n in queue mode goes through the life of a package. What the tests find at a step is what the step before
 * left. Each process fetches the package by name from a registry, into its own folder.
 */

const { packageName, packageVersion } = packageIdentity();
/** Ends a step that hangs. On a busy machine, five processes that fetch the package took 240 seconds. */
const STEP_MS = 480_000;
/** So long a slow registry takes for each response. A process asks several times until it has the package. */
const SLOW_MS = 700;
/** The service redelivers for almost three minutes, which is longer than the processes take to get a version. */
const REDELIVERIES = [1_000, 3_000, 10_000, 30_000, 120_000];
const AMOUNT = 3;
const LATE_TO_WAIT = `--require "${path.join(root, 'test/harness/n8n/late-to-wait.cjs')}"`;
const UNRECOGNIZED = 'Unrecognized node type';

let environment: Environment<Run, QueueN8n>;
let registry: Registry;
let proxy: RegistryProxy;
let balancer: Receiver;
let present: Version;
let next: Version;

/** The processes that get the deliveries, in turn. */
let targets: N8nInstance[] = [];
let turn = 0;
/** The response to each delivery. */
const responses: Array<{ from: string; status: number; text: string }> = [];

const nameOf = ({ userFolder }: N8nInstance) => path.basename(userFolder);

async function startBalancer(): Promise<Receiver> {
	return await startReceiver(async ({ path: of, headers, body }) => {
		const target = targets[turn++ % targets.length]!;
		const { status, text } = await post({
			url: `${target.url}${of}`,
			headers: {
				'content-type': headers['content-type'],
				'x-service-signature': headers['x-service-signature'],
			},
			body,
			timeout: 20_000,
		});
		responses.push({ from: nameOf(target), status, text });
		return { status: status || 502, body: text };
	});
}

beforeAll(async () => {
	balancer = await startBalancer();
	environment = await openEnvironment<Run, QueueN8n>({
		env: { ...QUICK, WEBHOOK_URL: balancer.url, NODE_OPTIONS: LATE_TO_WAIT },
		retryDelays: REDELIVERIES,
		open: async ({ packageTarball, ...setting }) => {
			const inFolder = (name: string) => {
				const made = path.join(setting.folder, name);
				fs.mkdirSync(made);
				return made;
			};
			present = { tarball: packageTarball, version: packageVersion };
			next = await packAsNext(packageTarball, present, inFolder('next'));
			registry = await startRegistry(setting.host.node, inFolder('registry'));
			proxy = await startRegistryProxy(setting.folder, registry, packageName);
			await publish(present, registry);
			return await openQueueN8n({
				...setting,
				env: { ...setting.env, ...proxy.env, ...npmWithoutSettings(setting.folder) },
				webhookProcesses: 1,
				workers: 1,
			});
		},
	});
	targets = [environment.opened.n8n, ...environment.opened.webhookProcesses];
}, OPEN_TIMEOUT_MS);

afterAll(async () => {
	await environment?.close();
	await proxy?.stop();
	await registry?.stop();
	await balancer?.stop();
});

/** The folder in which a process keeps its packages. */
const packagesOf = ({ userFolder }: N8nInstance) => path.join(userFolder, '.n8n', 'nodes');

/** The version in the folder of a process. None while n8n unpacks the package, and then writes this file again. */
function versionIn(process: N8nInstance): string | undefined {
	const file = path.join(packagesOf(process), 'node_modules', packageName, 'package.json');
	try {
		return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version;
	} catch {
		return undefined;
	}
}

const logOf = ({ logFile }: N8nInstance) => fs.readFileSync(logFile, 'utf8');

async function untilLoaded(process: N8nInstance): Promise<void> {
	await waitFor(
		`${nameOf(process)} to load the package`,
		STEP_MS,
		() => logOf(process).includes(`Community package installed: ${packageName}`) || undefined,
	);
}

/** The workflow acknowledges its events at once, or when it has finished. */
type Kind = 'at once' | 'when finished';
const workflows = new Map<Kind, Workflow>();
const payees = new Map<Kind, string>();

async function publishWorkflow(kind: Kind, options: object): Promise<void> {
	const { opened, service, recorder } = environment;
	const payee = service.control.joinMember(`payee ${kind}`).id;
	const payment = { serviceId: byId(payee), currencyId: byId(service.ids.currencies.stars), amount: AMOUNT };
	const make = new UpdateWorkflows(recorder.url, await adminCredential(opened.client, service));
	const workflow = await opened.client.createWorkflow(make.payPerEvent(kind, payment, options));
	await opened.client.publish(workflow);
	workflows.set(kind, workflow);
	payees.set(kind, payee);
}

const paidFor = (kind: Kind) =>
	environment.service.control
		.ledger()
		.accounts.filter(
			({ holder, currencyId }) =>
				holder === payees.get(kind) && currencyId === environment.service.ids.currencies.stars,
		)
		.reduce((sum, { balance }) => sum + balance, 0) / AMOUNT;

interface Happened {
	kind: Kind;
	number: number;
	delivery: Delivery;
}

const happened: Happened[] = [];

function happen(kind: Kind): Happened {
	const number = happened.length + 1;
	const [delivery] = environment.service.control.emit(kind, { number });
	const one = { kind, number, delivery: delivery! };
	happened.push(one);
	return one;
}

const runsOf = ({ number }: Happened) => environment.recorder.reportsOf(number).length;
const statusesOf = ({ delivery }: Happened) => delivery.attempts.map(({ status }) => status);

async function untilResponse(event: Happened): Promise<number | null> {
	return await waitFor('a response to a delivery', STEP_MS, () => statusesOf(event)[0]);
}

async function lastExecution(kind: Kind): Promise<Execution> {
	const [last] = await environment.opened.client.waitForExecutions(workflows.get(kind)!.id);
	return await environment.opened.client.getExecution(last!.id);
}

/** Waits until each event has run and is paid once. */
async function expectPaidOnce(): Promise<void> {
	await environment.service.control.settled();
	await waitFor('all events to run', STEP_MS, () => happened.every((one) => runsOf(one) > 0) || undefined);
	for (const { id } of workflows.values()) await environment.opened.client.waitForExecutions(id);
	// A run without an event would have no number.
	expect(environment.recorder.reports.filter(({ number }) => !(number > 0))).toEqual([]);
	for (const kind of workflows.keys())
		expect(paidFor(kind)).toBe(happened.filter((one) => one.kind === kind).length);
}

async function expectToRunOnce(events: readonly Happened[]): Promise<void> {
	await expectPaidOnce();
	expect(events.map(runsOf)).toEqual(events.map(() => 1));
}

/** Retries all failed executions, as a user does who does not know which events the service delivered again. */
async function retryAll(): Promise<void> {
	const { client } = environment.opened;
	for (const { id: workflowId } of workflows.values()) {
		for (const { id, status, mode } of await client.listExecutions(workflowId))
			if (status === 'error' && mode === 'webhook') await client.retryExecution(id);
	}
}

const failureOf = ({ data }: Execution) => data.resultData.error?.message ?? '';

/** The downloads that wait. */
let held: Hold;
const untilAsked = async (processes: number) =>
	await waitFor('the processes to fetch the package', STEP_MS, () => held.waiting === processes || undefined);

it(
	'an install by name ends before the running webhook process and the running worker have the package',
	async () => {
		const { client, n8n, webhookProcesses, workers } = environment.opened;
		const others = [...webhookProcesses, ...workers];
		expect([n8n, ...others].map(versionIn)).toEqual([undefined, undefined, undefined]);
		proxy.delay(SLOW_MS);
		held = proxy.hold(1);
		await client.installPackage(packageName, present.version);
		expect(versionIn(n8n)).toBe(present.version);
		await untilAsked(others.length);
		expect(others.map(versionIn)).toEqual([undefined, undefined]);
		await publishWorkflow('at once', {});
		await publishWorkflow('when finished', { respond: 'whenFinished' });
	},
	STEP_MS,
);

/** An event that was acknowledged, and its failed execution. */
let lost: Happened;
let lostExecution: Execution;

it(
	'until they have it, deliveries are refused, or the execution fails and its event is not in n8n',
	async () => {
		const { n8n, webhookProcesses } = environment.opened;
		targets = [n8n];
		lost = happen('at once');
		expect(await untilResponse(lost)).toBe(200);
		lostExecution = await lastExecution('at once');
		expect(failureOf(lostExecution)).toContain(UNRECOGNIZED);
		expect(JSON.stringify(lostExecution.data)).not.toContain('"number"');

		expect(await untilResponse(happen('when finished'))).toBe(500);
		expect(failureOf(await lastExecution('when finished'))).toContain(UNRECOGNIZED);

		targets = webhookProcesses;
		const refused = happen('at once');
		expect(await untilResponse(refused)).toBe(400);
		expect(refused.delivery.attempts[0]!.responseBody).toContain(UNRECOGNIZED);
	},
	STEP_MS,
);

it(
	'they get it without a restart, and then each event is paid once: a redelivery helps, and Retry does not',
	async () => {
		const { client, n8n, webhookProcesses, workers } = environment.opened;
		proxy.delay(0);
		held.release();
		for (const one of [...webhookProcesses, ...workers]) {
			await untilLoaded(one);
			expect(versionIn(one)).toBe(present.version);
		}
		await client.retryExecution(lostExecution.id);
		expect(runsOf(lost)).toBe(0);

		targets = [n8n, ...webhookProcesses];
		const from = responses.length;
		const events = [1, 2].flatMap(() => [happen('at once'), happen('at once'), happen('when finished')]);
		environment.service.control.repeatDelivery(lost.delivery.id);
		await expectToRunOnce(happened);
		expect(events.map(statusesOf)).toEqual(events.map(() => [200]));
		expect(new Set(responses.slice(from).map((response) => response.from))).toEqual(
			new Set(targets.map(nameOf)),
		);
	},
	STEP_MS,
);

it(
	'processes that start with empty folders fetch it from a slow registry before they take jobs and deliveries',
	async () => {
		const { client, workers, startWorker, startWebhookProcess } = environment.opened;
		await workers[0]!.stop();
		const waiting = [happen('at once'), happen('at once')];
		for (const one of waiting) expect(await untilResponse(one)).toBe(200);
		held = proxy.hold();
		const starting = Promise.all([startWorker(), startWebhookProcess()]);
		await untilAsked(2);
		const statuses = (await client.listExecutions(workflows.get('at once')!.id)).map(({ status }) => status);
		expect(statuses.slice(0, 2)).toEqual(['new', 'new']);
		held.release();
		const [worker, taker] = await starting;
		expect([worker, taker].map(versionIn)).toEqual([present.version, present.version]);
		targets = [taker];
		const first = happen('at once');
		await expectToRunOnce(happened);
		expect(statusesOf(first)).toEqual([200]);
	},
	STEP_MS,
);

it(
	'an update reaches all, fails executions of a process that has not run them since its start, and Retry pays them once',
	async () => {
		const { client, n8n, webhookProcesses, workers } = environment.opened;
		const [fresh, used] = webhookProcesses as [N8nInstance, N8nInstance];
		const [worker, idle] = workers as [N8nInstance, N8nInstance];
		await publish(next, registry);
		await Promise.all([worker.restart(), fresh.restart(), idle.stop()]);
		const processes = [n8n, fresh, used, worker];
		expect(processes.map(versionIn)).toEqual(processes.map(() => present.version));

		proxy.delay(SLOW_MS);
		const from = responses.length;
		// The others fetch the version as soon as n8n has it. On a busy machine, n8n responds only after that.
		held = proxy.hold(1);
		await client.updatePackage(packageName, next.version);
		await untilAsked(3);
		expect(processes.map(versionIn)).toEqual([next.version, undefined, undefined, undefined]);
		targets = [fresh];
		// What handles a delivery was loaded when the process started.
		expect(await untilResponse(happen('at once'))).toBe(200);
		targets = [n8n, used];
		const failed = [happen('at once'), happen('at once'), happen('when finished')];
		for (const one of failed) await untilResponse(one);
		expect(failed.map((one) => statusesOf(one)[0])).toEqual([200, 200, 500]);
		expect(failureOf(await lastExecution('at once'))).toContain('Cannot find module');
		proxy.delay(0);
		held.release();
		// Growing pauses, so that a busy machine gets no more events than it can run.
		for (let pause = SLOW_MS; !processes.every((one) => versionIn(one) === next.version); pause *= 1.1) {
			await untilResponse(happen('at once'));
			await new Promise((resolve) => setTimeout(resolve, pause));
		}
		await environment.service.control.settled();
		await retryAll();
		await expectPaidOnce();
		const answers = responses.slice(from).map(({ status, text }) => status || text);
		expect(new Set(answers)).toEqual(new Set([200, 500]));

		const after = [happen('at once'), happen('when finished')];
		await expectToRunOnce(after);
		expect(after.map(statusesOf)).toEqual([[200], [200]]);
	},
	STEP_MS,
);

it(
	'a process that was stopped during an update keeps its version, and pays each event once',
	async () => {
		const [worker, idle] = environment.opened.workers as [N8nInstance, N8nInstance];
		await Promise.all([worker.stop(), idle.restart()]);
		expect(versionIn(idle)).toBe(present.version);
		await expectToRunOnce([happen('at once')]);
	},
	STEP_MS,
);

it(
	'a process that cannot fetch the package logs that and starts without it',
	async () => {
		const [worker] = environment.opened.workers as [N8nInstance];
		fs.rmSync(packagesOf(worker), { recursive: true });
		proxy.isMissing = true;
		await worker.restart();
		proxy.isMissing = false;
		expect(logOf(worker)).toContain(`Failed to reinstall community package ${packageName}`);
		expect(versionIn(worker)).toBeUndefined();
		await worker.stop();
	},
	STEP_MS,
);

it(
	'a process gets the latest version after its folder was deleted, and pays each event once',
	async () => {
		const [, idle] = environment.opened.workers as [N8nInstance, N8nInstance];
		await idle.stop();
		fs.rmSync(packagesOf(idle), { recursive: true });
		await idle.restart();
		expect(versionIn(idle)).toBe(next.version);
		await expectToRunOnce([happen('at once')]);
	},
	STEP_MS,
);
