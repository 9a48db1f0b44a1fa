import { randomUUID } from 'node:crypto';

import { NodeHelpers, type INode, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';

import type { Delivery } from '../../sandbox/base/deliveries';
import { OPEN_TIMEOUT_MS, shareTestEnvironment, type TestEnvironment } from '../harness/environment';
import type { CredentialReference, ExecutionSummary, Workflow, WorkflowNode } from '../harness/n8n/client';
import { waitFor } from '../harness/process/wait';
import {
	emptyFieldsOf,
	exampleNames,
	fillIn,
	isNote,
	readExample,
	sampleEntries,
} from '../harness/workflows/examples';
import { adminCredential, bonusAmount, importQuestBonus } from '../harness/workflows/questBonus';

const PACKAGE = 'n8n-nodes-rewards-engagement';
const NODE_TYPES = ['', 'ConsentTrigger', 'PollTrigger', 'Trigger'].map(
	(kind) => `${PACKAGE}.rewardsEngagement${kind}`,
);
const BONUS_TIMEOUT_MS = 120_000;

let environment: TestEnvironment;
let credential: CredentialReference;
let types: INodeTypeDescription[];

beforeAll(async () => {
	environment = await shareTestEnvironment();
	credential = await adminCredential(environment.client, environment.service);
	types = (await environment.client.listNodeTypes()) as unknown as INodeTypeDescription[];
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

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

test('n8n lists the packed package as an installed community package', async () => {
	const packages = await environment.client.listPackages();
	expect(packages.map(({ packageName }) => packageName)).toEqual([PACKAGE]);
	expect(packages[0]?.failedLoading).toBe(false);
	expect(packages[0]?.installedNodes.map(({ type }) => type).sort()).toEqual(NODE_TYPES);
	expect(types.map(({ name }) => name)).toEqual(expect.arrayContaining(NODE_TYPES));
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

	test('pays the bonus exactly once when a member completes a quest', async () => {
		const { ada, emeka } = environment.service.ids.members;
		const currencyId = environment.service.ids.currencies.stars;
		const amount = bonusAmount(workflow, environment.service.ids.quests.firstSteps);
		const entriesBefore = environment.service.control.ledger().entries.length;
		const poolBefore = balance(bonusPool);

		const deliveries = await completeQuest(ada);
		expect(deliveries.map(({ type, state }) => ({ type, state }))).toEqual([
			{ type: 'quest.completed', state: 'delivered' },
		]);
		expect(deliveries[0]?.attempts.map(({ status }) => status)).toEqual([200]);

		const executions = await executionsAfterBonus(emeka);
		expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);

		// Deliveries get their response on receipt, so the two executions may end in any order.
		const bonuses = bonusesSince(entriesBefore).sort((one, other) => one.to.localeCompare(other.to));
		expect(bonuses).toEqual([
			{ to: ada, amount, currencyId },
			{ to: emeka, amount, currencyId },
		]);
		expect(balance(bonusPool)).toBe(poolBefore - 2 * amount);
		expect(environment.service.control.ledger().sum).toBe(0);
	});
});

/** The problems that n8n's editor marks in a node, by its own check and its descriptions. */
function marksOf(node: WorkflowNode): string[] {
	const description = types.find(
		({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
	);
	if (!description) throw new Error(`This n8n has no ${node.type} ${node.typeVersion}.`);
	const { properties } = description;
	const given = node.parameters as INodeParameters;
	const asNode = node as INode;
	const parameters = NodeHelpers.getNodeParameters(properties, given, true, false, asNode, description)!;
	const issues = NodeHelpers.getNodeParametersIssues(properties, { ...asNode, parameters }, description);
	return Object.values(issues?.parameters ?? {}).flat();
}

it.each(exampleNames())('%s: n8n marks every node that is to be filled in, and no other', (name) => {
	const example = readExample(name);
	const nodes = example.nodes.filter((node) => !isNote(node));
	const waiting = nodes.filter((node) => emptyFieldsOf(node).length > 0);
	const marked = nodes.filter((node) => marksOf(node).length > 0);
	expect(marked.map((node) => node.name)).toEqual(waiting.map((node) => node.name));
	// Each names its field.
	for (const mark of marked.flatMap(marksOf)) expect(mark).toMatch(/^Parameter "[^"]+" is required\.$/);

	const filled = fillIn(example, { credential, ...sampleEntries(example) });
	expect(filled.nodes.filter((node) => !isNote(node)).flatMap(marksOf)).toEqual([]);
});

/** n8n itself must report this when the package was installed by name. */
const UNVERIFIED = 'unverified-packages-v3';

const named = async () => {
	const { workflowResults, instanceResults } = await environment.client.breakingChanges('v3');
	return {
		workflows: workflowResults.map(({ ruleId, nbAffectedWorkflows }) => [ruleId, nbAffectedWorkflows]),
		instance: instanceResults.map(({ ruleId }) => ruleId),
	};
};

test('n8n finds nothing in the examples that its version 3 would break, and finds an added problem', async () => {
	for (const name of exampleNames()) await environment.client.createWorkflow(readExample(name));
	const { workflows, instance } = await named();
	expect(workflows).toEqual([]);
	expect(instance).toContain(UNVERIFIED);

	const agent = {
		id: randomUUID(),
		name: 'Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: {},
	};
	await environment.client.createWorkflow({ name: 'An agent of old', nodes: [agent], connections: {} });
	expect((await named()).workflows).toContainEqual(['agent-removed-modes-v3', 1]);
});

test('the service kept to its own description throughout', () => {
	expect(environment.service.contractViolations).toEqual([]);
});
