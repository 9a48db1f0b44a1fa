import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Workflow } from '../harness/n8n/client';
import { installHost, type N8nHost } from '../harness/n8n/install';
import { openPreparedN8n, packageIdentity, type OpenN8n } from '../harness/n8n/open';
import { bonusAmount, adminCredential, importQuestBonus } from '../harness/workflows/questBonus';
import { waitFor } from '../harness/process/wait';
import type { Attempt, Delivery } from '../../sandbox/base/deliveries';
import { startService, type Service } from '../../sandbox/service';
import { find, type Realm } from '../../sandbox/base/state';
import type { Webhook } from '../../sandbox/resources/webhook/records';
import { packageTarball } from '../../scripts/lib/pack';
import { green, runTask, say } from '../../scripts/lib/progress';
import { createStepRunner, type Cleanup, type DemoOptions } from './command';
import {
	checkPayment,
	readBalances,
	tellBalances,
	tellBeginning,
	tellDelivery,
	tellExecution,
	tellQuest,
	tellRegistration,
	tellTransfer,
	transfersOf,
	type Payment,
} from './story';

/** The service retries after 1, 5 and 30 s. A longer time is a failure. */
const DELIVERY_TIMEOUT_MS = 60_000;
/** Waits this long after everything has settled, to notice an unwanted second payment. */
const SECOND_LOOK_MS = 3_000;

/** The running parts at the end of the story. */
export interface Environment extends OpenN8n {
	service: Service;
	workflow: Workflow;
	questId: string;
	memberId: string;
}

/** Callbacks for what happens during and after the story. */
export interface DemoHooks {
	/** Gets every delivery attempt of the service, from the start. */
	onAttempt: (delivery: Delivery, attempt: Attempt) => void;
}

/**
 * Runs the whole story and prints it. Adds everything that it starts to `cleanup`. All files are in `folder`.
 *
 * @throws StepFailure with the step, except when the bonus arrived exactly once.
 */
export async function runDemo(
	options: DemoOptions,
	folder: string,
	cleanup: Cleanup,
	hooks: DemoHooks,
): Promise<Environment> {
	tellBeginning();
	const step = createStepRunner(7);

	const tarball = await step('Build and pack this package', async () => {
		// This skips the type check, because a new user waits for it. `npm run build` and `npm test` check the types.
		return await packageTarball(folder);
	});
	const host = await step('Install n8n', getHost);
	const service = await step(
		'Start the sandbox service',
		async () => await openService(options, folder, cleanup, hooks),
	);
	const opened = await step('Start n8n and install the package in it', async () => {
		return await openHost(host, tarball, options, folder, cleanup);
	});
	const workflow = await step(
		'Set up and publish the workflow',
		async () => await publishWorkflow(opened, service),
	);
	const environment = {
		...opened,
		service,
		workflow,
		questId: service.ids.quests.weeklyWalk,
		memberId: service.ids.members.bruno,
	};
	const look = await step('Complete a quest and watch the events', async () => await playStory(environment));
	await step('Check that the money arrived exactly once', async () => await lookAgain(environment, look));
	return environment;
}

async function getHost(): Promise<N8nHost> {
	const host = await installHost();
	say(`  n8n is in ${host.directory}`);
	return host;
}

async function openService(
	{ servicePort }: DemoOptions,
	folder: string,
	cleanup: Cleanup,
	hooks: DemoHooks,
): Promise<Service> {
	const service = await startService({ port: servicePort, onAttempt: hooks.onAttempt });
	cleanup.add(async () => await service.stop());
	// Runs before the service stops. After a failure, this file is left for the user to read.
	cleanup.add(() => {
		const { requests, contractViolations, control } = service;
		const record = {
			requests,
			deliveries: control.deliveries(),
			ledger: control.ledger(),
			contractViolations,
		};
		fs.writeFileSync(path.join(folder, 'service.json'), JSON.stringify(record, null, '\t'));
	});
	say(
		`  The sandbox listens on ${service.baseUrl}. It has a realm (a community), members, quests and a ledger of all points.`,
	);
	return service;
}

async function openHost(
	host: N8nHost,
	packageTarball: string,
	{ n8nPort }: DemoOptions,
	folder: string,
	cleanup: Cleanup,
): Promise<OpenN8n> {
	const userFolder = path.join(folder, 'n8n');
	fs.mkdirSync(userFolder);
	const logFile = path.join(folder, 'n8n.log');
	const opened = await runTask('Starting n8n', async () => {
		return await openPreparedN8n({ host, userFolder, port: n8nPort, packageTarball, logFile });
	});
	cleanup.add(async () => await opened.n8n.stop());

	const { packageName } = packageIdentity();
	const installed = (await opened.client.listPackages()).find(
		(candidate) => candidate.packageName === packageName,
	);
	if (!installed || installed.failedLoading)
		throw new Error(`n8n does not list ${packageName} among its community packages.`);
	say(
		`  n8n lists ${packageName} ${installed.installedVersion} under Settings > Community nodes, with these nodes:`,
	);
	for (const { name, type } of installed.installedNodes) say(`    ${name} (${type})`);
	return opened;
}

async function publishWorkflow({ client }: OpenN8n, service: Service): Promise<Workflow> {
	const { ids } = service;
	const credential = await adminCredential(client, service);
	say('  n8n now has a credential with the address, the API key and the realm. Its test succeeded.');
	const workflow = await importQuestBonus(client, credential, {
		bonusPoolId: ids.members.bonusPool,
		questId: ids.quests.weeklyWalk,
		chatUrl: `${service.baseUrl}/chat`,
	});
	await client.publish(workflow);
	say(`  The example workflow "${workflow.name}" is published.`);
	tellRegistration(registeredHook(service));
	return workflow;
}

function seededRealm(service: Service): Realm {
	return find(service.state.realms, service.realmId, 'realm');
}

function registeredHook(service: Service): Webhook {
	const hooks = [...seededRealm(service).webhooks.values()];
	const [hook] = hooks;
	if (!hook || hooks.length > 1) throw new Error(`The service has ${hooks.length} webhooks instead of 1.`);
	return hook;
}

interface Look {
	payment: Payment;
	balances: { first: ReturnType<typeof readBalances>; rewarded: ReturnType<typeof readBalances> };
}

async function playStory({ client, service, workflow, questId, memberId }: Environment): Promise<Look> {
	const realm = seededRealm(service);
	const payment = {
		from: service.ids.members.bonusPool,
		to: memberId,
		currencyId: service.ids.currencies.stars,
		amount: bonusAmount(workflow, questId),
	};
	const first = readBalances(service, payment);
	const deliveries = service.control.completeQuest(questId, memberId);
	// The quest's own reward is already in the ledger, and no event has left for n8n yet.
	const rewarded = readBalances(service, payment);
	tellQuest(service, find(realm.quests, questId, 'quest'), find(realm.members, memberId, 'member'));

	const [delivery] = deliveries;
	if (!delivery || deliveries.length > 1)
		throw new Error(`The service sends ${deliveries.length} deliveries instead of 1.`);
	await waitFor('the service to deliver the event', DELIVERY_TIMEOUT_MS, () =>
		delivery.state === 'pending' ? undefined : true,
	);
	tellDelivery(delivery);
	if (delivery.state !== 'delivered')
		throw new Error(`The delivery is ${delivery.state}. ${delivery.attempts.at(-1)?.responseBody ?? ''}`);

	const [newest] = await client.waitForExecutions(workflow.id);
	if (newest) {
		const execution = await client.getExecution(newest.id);
		tellExecution(execution);
		const { error } = execution.data.resultData;
		if (execution.status !== 'success')
			throw new Error(`The workflow failed: ${error?.message ?? 'n8n states no reason.'}`);
	}
	tellTransfer(service, transfersOf(service, payment));
	return { payment, balances: { first, rewarded } };
}

async function lookAgain(
	{ client, service, workflow }: Environment,
	{ payment, balances }: Look,
): Promise<void> {
	await runTask('Waiting for anything that comes twice', async () => await sleep(SECOND_LOOK_MS));
	const executions = await client.waitForExecutions(workflow.id);
	const last = readBalances(service, payment);
	tellBalances(service, payment, [balances.first, balances.rewarded, last]);

	const problems = checkPayment(payment, transfersOf(service, payment), balances.rewarded, last);
	if (executions.length !== 1) problems.push(`The workflow ran ${executions.length} times instead of once.`);
	for (const { where, problem } of service.contractViolations) {
		problems.push(`The sandbox broke its own API document at ${where}: ${problem}`);
	}
	if (problems.length > 0) throw new Error(problems.join('\n'));
	say(`  ${green('✔')} One quest, one event, one execution, one transfer.`);
}
