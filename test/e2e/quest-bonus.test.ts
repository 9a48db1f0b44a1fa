import { createHmac } from 'node:crypto';

import type { CredentialReference, ExecutionSummary, Workflow } from '../harness/n8n/client';
import { waitFor } from '../harness/process/wait';
import {
	bonusAmount,
	adminCredential,
	createCredential,
	importQuestBonus,
} from '../harness/workflows/questBonus';
import type { Delivery } from '../../sandbox/base/deliveries';
import type { Webhook } from '../../sandbox/resources/webhook/records';
import { OPEN_TIMEOUT_MS, shareTestEnvironment, type TestEnvironment } from '../harness/environment';

const PACKAGE = 'n8n-nodes-rewards-engagement';
const NODE_TYPES = ['', 'ConsentTrigger', 'PollTrigger', 'Trigger'].map(
	(kind) => `${PACKAGE}.rewardsEngagement${kind}`,
);
const BONUS_TIMEOUT_MS = 120_000;

let environment: TestEnvironment;
let credential: CredentialReference;

beforeAll(async () => {
	environment = await shareTestEnvironment();
	credential = await adminCredential(environment.client, environment.service);
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

async function expectInstalled(): Promise<void> {
	const packages = await environment.client.listPackages();
	expect(packages.map(({ packageName }) => packageName)).toEqual([PACKAGE]);
	expect(packages[0]?.failedLoading).toBe(false);
	expect(packages[0]?.installedNodes.map(({ type }) => type).sort()).toEqual(NODE_TYPES);

	const known = (await environment.client.listNodeTypes()).map(({ name }) => name);
	expect(known).toEqual(expect.arrayContaining(NODE_TYPES));
}

function registeredHooks(): Webhook[] {
	const { state, realmId } = environment.service;
	return [...(state.realms.get(realmId)?.webhooks.values() ?? [])];
}

function balance(holder: string): number {
	const { accounts } = environment.service.control.ledger();
	const { stars } = environment.service.ids.currencies;
	return accounts.find((account) => account.holder === holder && account.currencyId === stars)?.balance ?? 0;
}

/** Completes a quest and waits until the service has nothing left to deliver. */
async function completeQuest(memberId: string): Promise<Delivery[]> {
	const { control, ids } = environment.service;
	const deliveries = control.completeQuest(ids.quests.firstSteps, memberId);
	await control.settled();
	return deliveries;
}

test('n8n lists the packed package as an installed community package, and still does after a restart', async () => {
	await expectInstalled();
	await environment.n8n.restart();
	await expectInstalled();
});

test('a wrong API key fails the test of the credential', async () => {
	const { baseUrl, realmId } = environment.service;
	await expect(createCredential(environment.client, { baseUrl, realmId, apiKey: 'wrong' })).rejects.toThrow(
		/test failed/,
	);
});

describe('the published example workflow', () => {
	let workflow: Workflow;
	let bonusPool: string;

	beforeAll(async () => {
		bonusPool = environment.service.ids.members.bonusPool;
		workflow = await importQuestBonus(environment.client, credential, {
			bonusPoolId: bonusPool,
			questId: environment.service.ids.quests.weeklyWalk,
			chatUrl: `${environment.service.baseUrl}/chat`,
		});
		await environment.client.publish(workflow);
	});

	afterAll(async () => await environment.client.deleteWorkflow(workflow.id));

	async function executionCount(): Promise<number> {
		return (await environment.client.listExecutions(workflow.id)).length;
	}

	/** The bonuses after this number of ledger entries. */
	function bonusesSince(entriesBefore: number): Array<{ to: string; amount: number; currencyId: string }> {
		const { entries } = environment.service.control.ledger();
		return entries
			.slice(entriesBefore)
			.filter(({ from }) => from === bonusPool)
			.map(({ to, amount, currencyId }) => ({ to, amount, currencyId }));
	}

	/** Makes a member complete a quest, and waits for the bonus. By then all earlier executions have ended. */
	async function executionsAfterBonus(memberId: string): Promise<ExecutionSummary[]> {
		const before = environment.service.control.ledger().entries.length;
		await completeQuest(memberId);
		await waitFor('the bonus', BONUS_TIMEOUT_MS, () =>
			bonusesSince(before).find(({ to }) => to === memberId),
		);
		return await environment.client.waitForExecutions(workflow.id);
	}

	test('has registered one signed hook for its event, at its own address', () => {
		const [hook, ...others] = registeredHooks();
		expect(others).toEqual([]);
		expect(hook).toMatchObject({ events: ['quest.completed'], active: true });
		expect(hook?.url).toContain(`${environment.n8n.url}/webhook/`);
		expect(hook?.secret).toMatch(/^.{32,}$/);
	});

	test('pays the bonus exactly once when a member completes a quest', async () => {
		const { ada, emeka } = environment.service.ids.members;
		const currencyId = environment.service.ids.currencies.stars;
		const amount = bonusAmount(workflow, environment.service.ids.quests.firstSteps);
		const executionsBefore = await executionCount();
		const entriesBefore = environment.service.control.ledger().entries.length;
		const poolBefore = balance(bonusPool);

		const deliveries = await completeQuest(ada);
		expect(deliveries.map(({ type, state }) => ({ type, state }))).toEqual([
			{ type: 'quest.completed', state: 'delivered' },
		]);
		expect(deliveries[0]?.attempts.map(({ status }) => status)).toEqual([200]);

		const executions = await executionsAfterBonus(emeka);
		expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
		expect(executions).toHaveLength(executionsBefore + 2);

		// Deliveries get their response on receipt, so the two executions may end in any order.
		const bonuses = bonusesSince(entriesBefore).sort((one, other) => one.to.localeCompare(other.to));
		expect(bonuses).toEqual([
			{ to: ada, amount, currencyId },
			{ to: emeka, amount, currencyId },
		]);
		expect(balance(bonusPool)).toBe(poolBefore - 2 * amount);
		expect(environment.service.control.ledger().sum).toBe(0);
	});

	test.each([
		['a signature made with another secret', (body: string) => signed(body, 'not the secret')],
		['no signature', () => ({})],
	])('answers a delivery with %s with 401 and runs nothing', async (_description, headersFor) => {
		const { control, ids } = environment.service;
		const executionsBefore = await executionCount();
		const entriesBefore = control.ledger().entries.length;
		const url = registeredHooks()[0]?.url ?? '';
		const body = JSON.stringify({
			type: 'quest.completed',
			timestamp: new Date().toISOString(),
			realmId: environment.service.realmId,
			data: { member: { id: ids.members.bruno, username: 'bruno' } },
		});

		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headersFor(body) },
			body,
		});
		expect(response.status).toBe(401);
		expect(control.ledger().entries).toHaveLength(entriesBefore);
		expect(await executionsAfterBonus(ids.members.goran)).toHaveLength(executionsBefore + 1);
		expect(bonusesSince(entriesBefore)).toMatchObject([{ to: ids.members.goran }]);
	});

	test('takes its hook away when it is unpublished', async () => {
		const executionsBefore = await executionCount();
		await environment.client.unpublish(workflow.id);
		expect(registeredHooks()).toEqual([]);

		await expect(completeQuest(environment.service.ids.members.chen)).resolves.toEqual([]);
		expect(await executionCount()).toBe(executionsBefore);
	});
});

test('the service kept to its own description throughout', () => {
	expect(environment.service.contractViolations).toEqual([]);
});

function signed(body: string, secret: string): Record<string, string> {
	return { 'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
}
