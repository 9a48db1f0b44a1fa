import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { CredentialReference, Workflow } from '../harness/n8n/client';
import { bonusAmount, createCredential, importQuestBonus } from '../harness/n8n/quest-bonus';
import type { Delivery } from '../../sandbox/base/deliveries';
import type { Webhook } from '../../sandbox/resources/webhook/records';
import { OPEN_TIMEOUT_MS, openStage, type TestStage } from '../harness/environment';

const PACKAGE = 'n8n-nodes-rewards-engagement';
const NODE_TYPES = ['', 'ConsentTrigger', 'Trigger'].map((kind) => `${PACKAGE}.rewardsEngagement${kind}`);
/** Long enough for n8n to start an execution that it must not start. */
const NOTHING_HAPPENS_MS = 1_500;

let stage: TestStage;
let credential: CredentialReference;

beforeAll(async () => {
	stage = await openStage();
	const { baseUrl, realmId, keys } = stage.service;
	credential = await createCredential(stage.client, { baseUrl, realmId, apiKey: keys.admin });
}, OPEN_TIMEOUT_MS);

afterAll(async () => await stage?.close(), 60_000);

async function expectInstalled(): Promise<void> {
	const packages = await stage.client.listPackages();
	expect(packages.map(({ packageName }) => packageName)).toEqual([PACKAGE]);
	expect(packages[0]?.failedLoading).toBe(false);
	expect(packages[0]?.installedNodes.map(({ type }) => type).sort()).toEqual(NODE_TYPES);

	const known = (await stage.client.listNodeTypes()).map(({ name }) => name);
	expect(known).toEqual(expect.arrayContaining(NODE_TYPES));
}

function registeredHooks(): Webhook[] {
	const { state, realmId } = stage.service;
	return [...(state.realms.get(realmId)?.webhooks.values() ?? [])];
}

function balance(holder: string): number {
	const { accounts } = stage.service.control.ledger();
	const { stars } = stage.service.ids.currencies;
	return accounts.find((account) => account.holder === holder && account.currencyId === stars)?.balance ?? 0;
}

/** Completes a quest and waits until the service has nothing left to deliver. */
async function completeQuest(memberId: string): Promise<Delivery[]> {
	const { control, ids } = stage.service;
	const deliveries = control.completeQuest(ids.quests.firstSteps, memberId);
	await control.settled();
	return deliveries;
}

test('n8n lists the packed package as an installed community package, and still does after a restart', async () => {
	await expectInstalled();
	await stage.n8n.restart();
	await expectInstalled();
}, 120_000);

test('a wrong API key fails the test of the credential', async () => {
	const { baseUrl, realmId } = stage.service;
	await expect(createCredential(stage.client, { baseUrl, realmId, apiKey: 'wrong' })).rejects.toThrow(
		/test failed/,
	);
});

describe('the published example workflow', () => {
	let workflow: Workflow;
	let bonusPool: string;

	beforeAll(async () => {
		bonusPool = stage.service.ids.members.bonusPool;
		workflow = await importQuestBonus(stage.client, credential, {
			bonusPoolId: bonusPool,
			questId: stage.service.ids.quests.weeklyWalk,
			chatUrl: `${stage.service.baseUrl}/chat`,
		});
		await stage.client.publish(workflow);
	}, 60_000);

	afterAll(async () => await stage.client.deleteWorkflow(workflow.id));

	async function executionCount(): Promise<number> {
		return (await stage.client.listExecutions(workflow.id)).length;
	}

	test('has registered one signed hook for its event, at its own address', () => {
		const [hook, ...others] = registeredHooks();
		expect(others).toEqual([]);
		expect(hook).toMatchObject({ events: ['quest.completed'], active: true });
		expect(hook?.url).toContain(`${stage.n8n.url}/webhook/`);
		expect(hook?.secret).toMatch(/^.{32,}$/);
	});

	test('pays the bonus exactly once when a member completes a quest', async () => {
		const { ada } = stage.service.ids.members;
		const amount = bonusAmount(workflow, stage.service.ids.quests.firstSteps);
		const executionsBefore = await executionCount();
		const entriesBefore = stage.service.control.ledger().entries.length;
		const poolBefore = balance(bonusPool);

		const deliveries = await completeQuest(ada);
		expect(deliveries.map(({ type, state }) => ({ type, state }))).toEqual([
			{ type: 'quest.completed', state: 'delivered' },
		]);
		expect(deliveries[0]?.attempts.map(({ status }) => status)).toEqual([200]);

		const executions = await stage.client.waitForExecutions(workflow.id);
		await sleep(NOTHING_HAPPENS_MS);
		expect(executions.map(({ status }) => status)).toEqual(['success']);
		expect(await executionCount()).toBe(executionsBefore + 1);

		const { entries, sum } = stage.service.control.ledger();
		const bonuses = entries.slice(entriesBefore).filter(({ from }) => from === bonusPool);
		expect(bonuses).toEqual([
			expect.objectContaining({ to: ada, amount, currencyId: stage.service.ids.currencies.stars }),
		]);
		expect(balance(bonusPool)).toBe(poolBefore - amount);
		expect(sum).toBe(0);
	}, 60_000);

	test.each([
		['a signature made with another secret', (body: string) => signed(body, 'not the secret')],
		['no signature', () => ({})],
	])('answers a delivery with %s with 401 and runs nothing', async (_description, headersFor) => {
		const { control, ids } = stage.service;
		const executionsBefore = await executionCount();
		const entriesBefore = control.ledger().entries.length;
		const url = registeredHooks()[0]?.url ?? '';
		const body = JSON.stringify({
			type: 'quest.completed',
			timestamp: new Date().toISOString(),
			realmId: stage.service.realmId,
			data: { member: { id: ids.members.bruno, username: 'bruno' } },
		});

		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headersFor(body) },
			body,
		});
		expect(response.status).toBe(401);
		await sleep(NOTHING_HAPPENS_MS);
		expect(await executionCount()).toBe(executionsBefore);
		expect(control.ledger().entries).toHaveLength(entriesBefore);
	});

	test('takes its hook away when it is unpublished', async () => {
		const executionsBefore = await executionCount();
		await stage.client.unpublish(workflow.id);
		expect(registeredHooks()).toEqual([]);

		await expect(completeQuest(stage.service.ids.members.chen)).resolves.toEqual([]);
		expect(await executionCount()).toBe(executionsBefore);
	}, 30_000);
});

test('the service kept to its own description throughout', () => {
	expect(stage.service.contractViolations).toEqual([]);
});

function signed(body: string, secret: string): Record<string, string> {
	return { 'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
}
