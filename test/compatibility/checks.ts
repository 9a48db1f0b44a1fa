import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

import type { SavedWorkflow } from '../fixtures/generate/workflows';
import { manualWorkflow, MANUAL_TRIGGER } from '../harness/workflows/nodes';
import { WEBHOOK_SECRET } from '../fixtures/scenarios/realm';
import { ownNode, prepareService, readSavedWorkflows } from '../fixtures/savedWorkflows';
import type { CredentialReference, WorkflowInput, WorkflowNode } from '../harness/n8n/client';
import { waitFor } from '../harness/process/wait';
import { createCredential } from '../harness/workflows/questBonus';
import {
	emit,
	hooksOf,
	publishReporter,
	runsOf,
	saveReporter,
	TRIGGER,
	type Environment,
} from './environment';
import { failuresAreRouted, failuresWithoutSource } from './errorOutput';
import { assumptionsHold } from './hostAssumptions';

const RUN_TIMEOUT_MS = 30_000;
/** Enough time for n8n to run something that it must not run. */
const NOTHING_HAPPENS_MS = 1_500;
const NODE = 'n8n-nodes-rewards-engagement.rewardsEngagement';

/** Must hold in every supported n8n. */
export interface Check {
	title: string;
	/** @throws when it does not hold */
	run: (environment: Environment) => Promise<void>;
}

export const checks: Check[] = [
	{ title: "n8n's own installer installs the packed tarball", run: isInstalled },
	{ title: 'The nodes, the tool for AI agents and the credential load', run: typesLoad },
	{ title: 'Every assumption about n8n beyond its types holds, or is listed below', run: assumptionsHold },
	{ title: "The credential's test accepts a valid key and refuses an invalid one", run: credentialTest },
	{ title: 'Every operation succeeds in a saved workflow with every option set', run: savedOperationsRun },
	{ title: 'A transfer moves points exactly once', run: transferMoves },
	{ title: 'A failed item goes to the error output, and the others continue', run: errorOutput },
	{
		title:
			'A failed item goes there with its input and its pairing: from a second output, after a Merge, in a loop',
		run: failuresAreRouted,
	},
	{
		title: 'A failed item goes there where n8n cannot find its source, and where it has none',
		run: failuresWithoutSource,
	},
	{ title: '*Retry On Fail* does not pay other items again', run: retryOnFail },
	{ title: 'A signed delivery starts one execution', run: signedDelivery },
	{ title: 'A redelivery does not run the workflow again', run: repeat },
	{ title: 'Eight identical deliveries at the same time start one execution', run: repeatsAtOnce },
	{ title: 'A forged or unsigned delivery gets 401 and starts no execution', run: forged },
	{
		title: '*When Workflow Finishes*: the event of a failed execution is redelivered, and runs again',
		run: whenFinished,
	},
	{ title: 'The test listener receives one event, and removes its webhook', run: testListener },
	{ title: 'After a restart, new events run the workflow, and repeats of earlier ones do not', run: restart },
	{ title: 'Unpublishing removes the webhook at the service', run: unpublish },
];

async function isInstalled({ client, n8n }: Environment): Promise<void> {
	const [installed, ...others] = await client.listPackages();
	assert.deepEqual(others, []);
	assert.equal(installed?.packageName, n8n.packageName);
	assert.equal(installed?.installedVersion, n8n.packageVersion);
	assert.ok(!installed?.failedLoading);
}

async function typesLoad({ client }: Environment): Promise<void> {
	const nodes = (await client.listNodeTypes()).map(({ name }) => name);
	const ours = nodes.filter((name) => name.startsWith('n8n-nodes-rewards-engagement.')).sort();
	assert.deepEqual(ours, [
		NODE,
		`${NODE}ConsentTrigger`,
		`${NODE}PollTrigger`,
		`${NODE}Tool`,
		`${NODE}Trigger`,
	]);
	const credentials = (await client.listCredentialTypes()).map(({ name }) => name);
	assert.ok(credentials.includes('rewardsEngagementApi'));
}

async function credentialTest({ client, service }: Environment): Promise<void> {
	const { baseUrl, realmId, keys } = service;
	const test = async (apiKey: string) => {
		const input = { name: 'x', type: 'rewardsEngagementApi', data: { baseUrl, realmId, apiKey } };
		const { id } = await client.createCredential(input);
		return await client.testCredential(input, id);
	};
	assert.equal((await test(keys.admin)).status, 'OK');
	assert.equal((await test('wrong')).status, 'Error');
}

/** The workflow after a user's import: each node gets the user's own credential. */
function imported(credential: CredentialReference, { nodes, ...rest }: SavedWorkflow): WorkflowInput {
	const own = nodes.map((node) =>
		node.credentials ? { ...node, credentials: { rewardsEngagementApi: credential } } : node,
	);
	return { ...rest, nodes: own as WorkflowInput['nodes'] };
}

async function savedOperationsRun(environment: Environment): Promise<void> {
	const operations = readSavedWorkflows().filter(({ workflow }) => ownNode(workflow).type === NODE);
	assert.ok(operations.length > 0);
	const { client, service } = environment;
	const { baseUrl, appUrl, realmId, keys } = service;
	const access = { baseUrl, appUrl, realmId, apiKey: keys.admin, webhookSecret: WEBHOOK_SECRET };
	const credential = await createCredential(client, access);
	const problems: string[] = [];
	for (const saved of operations) {
		await service.control.reset();
		prepareService(service, saved);
		const workflow = await client.createWorkflow(imported(credential, saved.workflow));
		const execution = await client.runToEnd(workflow, MANUAL_TRIGGER);
		const { error, runData } = execution.data.resultData;
		const items = runData[ownNode(saved.workflow).name]?.[0]?.data?.main[0] ?? [];
		if (execution.status !== 'success' || items.length === 0)
			problems.push(`${saved.version} ${saved.name}: ${error?.message ?? `${items.length} items`}`);
	}
	await service.control.reset();
	assert.deepEqual(problems, []);
}

function locator(value: string) {
	return { __rl: true, mode: 'id', value };
}

/** Pays from the bonus pool, one item per amount. Returns both outputs of the node and the payments. */
async function pay(
	{ client, credential, service }: Environment,
	amounts: number[],
	settings: Partial<WorkflowNode> = {},
) {
	const { members, currencies } = service.ids;
	const before = service.control.ledger().entries.length;
	const parameters = {
		resource: 'member',
		operation: 'transferBalance',
		serviceId: locator(members.bonusPool),
		recipientId: locator(members.ada),
		currencyId: locator(currencies.stars),
		amount: '={{ $json.amount }}',
	};
	const workflow = await client.createWorkflow(
		manualWorkflow('Pay', [
			{
				name: 'Pay',
				items: amounts.map((amount) => ({ amount })),
				node: {
					type: NODE,
					typeVersion: 1,
					onError: 'continueErrorOutput',
					credentials: { rewardsEngagementApi: credential },
					parameters,
					...settings,
				},
				outputs: ['Paid', 'Not Paid'],
			},
		]),
	);
	const execution = await client.runToEnd(workflow, MANUAL_TRIGGER);
	assert.equal(execution.status, 'success');
	const [paid = [], notPaid = []] = execution.data.resultData.runData.Pay?.[0]?.data?.main ?? [];
	const moved = service.control
		.ledger()
		.entries.slice(before)
		.map(({ amount }) => amount);
	return { paid: paid ?? [], notPaid: notPaid ?? [], moved };
}

async function transferMoves(environment: Environment): Promise<void> {
	const { paid, notPaid, moved } = await pay(environment, [7]);
	assert.deepEqual(moved, [7]);
	assert.deepEqual([paid.length, notPaid.length], [1, 0]);
}

async function errorOutput(environment: Environment): Promise<void> {
	const { paid, notPaid, moved } = await pay(environment, [1, 0, 3]);
	assert.deepEqual(moved, [1, 3]);
	assert.deepEqual(
		paid.map(({ pairedItem }) => pairedItem),
		[{ item: 0 }, { item: 2 }],
	);
	assert.deepEqual(
		notPaid.map(({ pairedItem }) => pairedItem),
		[{ item: 1 }],
	);
	assert.match(String(notPaid[0]?.json.error), /"Amount" must be above 0/);
}

async function retryOnFail(environment: Environment): Promise<void> {
	// n8n runs a node again when its first item has failed.
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
	const { notPaid, moved } = await pay(environment, [0, 2, 3], settings);
	assert.deepEqual(moved, [2, 3]);
	assert.equal(notPaid.length, 1);
}

async function ranOnce(environment: Environment, number: number): Promise<void> {
	await waitFor(
		'the workflow to run',
		RUN_TIMEOUT_MS,
		() => runsOf(environment, number).length > 0 || undefined,
	);
	await sleep(NOTHING_HAPPENS_MS);
	assert.equal(runsOf(environment, number).length, 1);
}

async function signedDelivery(environment: Environment): Promise<void> {
	await publishReporter(environment, 'compat.signed');
	const { number, delivery } = emit(environment, 'compat.signed');
	await ranOnce(environment, number);
	assert.deepEqual(
		delivery.attempts.map(({ status }) => status),
		[200],
	);
}

async function repeat(environment: Environment): Promise<void> {
	await publishReporter(environment, 'compat.repeat');
	const { number, delivery } = emit(environment, 'compat.repeat');
	await ranOnce(environment, number);
	const again = environment.service.control.repeatDelivery(delivery.id);
	await environment.service.control.settled();
	assert.equal(again?.state, 'delivered');
	await ranOnce(environment, number);
}

async function repeatsAtOnce(environment: Environment): Promise<void> {
	await publishReporter(environment, 'compat.atOnce');
	const { number, delivery } = emit(environment, 'compat.atOnce');
	const others = Array.from({ length: 7 }, () => environment.service.control.repeatDelivery(delivery.id));
	await environment.service.control.settled();
	for (const other of others) assert.equal(other?.state, 'delivered');
	await ranOnce(environment, number);
}

async function forged(environment: Environment): Promise<void> {
	const workflow = await publishReporter(environment, 'compat.forged');
	const { url } = hooksOf(environment).find(({ events }) => events.includes('compat.forged')) ?? { url: '' };
	const body = JSON.stringify({
		type: 'compat.forged',
		timestamp: 't',
		realmId: environment.service.realmId,
		data: {},
	});
	const signature = `sha256=${'0'.repeat(64)}`;
	const forgeries: Array<Record<string, string>> = [{}, { 'x-service-signature': signature }];
	for (const headers of forgeries) {
		const answer = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body,
		});
		assert.equal(answer.status, 401);
	}
	await sleep(NOTHING_HAPPENS_MS);
	assert.deepEqual(await environment.client.listExecutions(workflow.id), []);
}

async function whenFinished(environment: Environment): Promise<void> {
	await publishReporter(environment, 'compat.finished', { respond: 'whenFinished' });
	// The number of the first event of a workflow gives the next one.
	const first = emit(environment, 'compat.finished');
	await ranOnce(environment, first.number);
	environment.recorder.refuseOnce.add(first.number + 1);
	const { number, delivery } = emit(environment, 'compat.finished');
	await environment.service.control.settled();
	assert.deepEqual(
		delivery.attempts.map(({ status }) => status),
		[500, 200],
	);
	assert.equal(runsOf(environment, number).length, 2);
}

async function testListener(environment: Environment): Promise<void> {
	const before = hooksOf(environment).length;
	const workflow = await saveReporter(environment, 'compat.listener');
	assert.equal((await environment.client.run(workflow, TRIGGER)).waitingForWebhook, true);
	const { number } = emit(environment, 'compat.listener');
	await waitFor(
		'the listener to go',
		RUN_TIMEOUT_MS,
		() => hooksOf(environment).length === before || undefined,
	);
	await waitFor('the test run', RUN_TIMEOUT_MS, () => runsOf(environment, number).length > 0 || undefined);
	assert.equal(runsOf(environment, number)[0]?.mode, 'test');
}

async function restart(environment: Environment): Promise<void> {
	await publishReporter(environment, 'compat.restart');
	const before = emit(environment, 'compat.restart');
	await ranOnce(environment, before.number);
	const { email, password } = environment.login;
	await environment.n8n.restart();
	await environment.client.login({ email, password });

	environment.service.control.repeatDelivery(before.delivery.id);
	const after = emit(environment, 'compat.restart');
	await environment.service.control.settled();
	await ranOnce(environment, after.number);
	await ranOnce(environment, before.number);
}

async function unpublish(environment: Environment): Promise<void> {
	const before = hooksOf(environment).length;
	const workflow = await publishReporter(environment, 'compat.unpublish');
	assert.equal(hooksOf(environment).length, before + 1);
	const url = hooksOf(environment).at(-1)?.url ?? '';
	await environment.client.unpublish(workflow.id);
	assert.equal(hooksOf(environment).length, before);
	assert.equal((await fetch(url, { method: 'POST' })).status, 404);
}
