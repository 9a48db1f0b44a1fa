import type { Editor, Picture } from '../harness/browser/editor';
import { openTestEnvironment, type TestEnvironment } from '../harness/environment';
import type { CredentialReference, LocatorQuery, Workflow, WorkflowInput } from '../harness/n8n/client';
import { waitFor } from '../harness/process/wait';
import { fillIn, isNote, readExample, sampleEntries } from '../harness/workflows/examples';
import { createCredential, importQuestBonus } from '../harness/workflows/questBonus';

/**
 * The content of the pictures: the published example workflow, with an execution that paid and one that may have
 * paid.
 */
export interface Scenery extends TestEnvironment {
	credential: CredentialReference;
	workflow: Workflow;
	/** A workflow that awards points, and beside it a trigger with a filter. */
	award: Workflow;
	/** The example of an AI agent with two tools, filled in. */
	agent: Workflow;
	/** Id of the execution that paid. */
	paid: string;
	/** Id of the execution whose payment has an unknown outcome. */
	unsure: string;
}

/** A believable URL for pictures. Nothing is sent there. */
const CHAT = 'https://chat.example.com/hooks/rewards';
/** The paying node of the example. */
export const PAY = 'Pay bonus once';
const ASK = 'Notify team';
const NODE = 'n8n-nodes-rewards-engagement.rewardsEngagement';

/** Opens a real n8n and completes two quests. The service closes the connection in the middle of the second payment. */
export async function openScenery(): Promise<Scenery> {
	const environment = await openTestEnvironment();
	try {
		return await prepare(environment);
	} catch (error) {
		await environment.close();
		throw error;
	}
}

async function prepare(environment: TestEnvironment): Promise<Scenery> {
	const { client, service } = environment;
	const { baseUrl, appUrl, realmId, keys, ids } = service;
	const access = { baseUrl, appUrl, realmId, apiKey: keys.admin };
	const credential = await createCredential(client, access);
	const fromList = chooser(client, credential);
	const questId = ids.quests.weeklyWalk;
	const imported = await importQuestBonus(client, credential, {
		bonusPoolId: ids.members.bonusPool,
		questId,
		chatUrl: CHAT,
	});
	const { parameters } = imported.nodes.find(({ name }) => name === PAY)!;
	const serviceId = await fromList(ids.members.bonusPool, {
		nodeType: NODE,
		methodName: 'searchMembers',
		path: 'parameters.serviceId',
		parameters,
	});
	const workflow = await client.updateWorkflow(edited(imported, PAY, { serviceId }));
	await client.publish(workflow);

	const complete = async (memberId: string) => {
		const before = (await client.listExecutions(workflow.id)).length;
		service.control.completeQuest(questId, memberId);
		return await waitFor('the workflow to run', 60_000, async () => {
			const [latest, ...others] = await client.listExecutions(workflow.id);
			return latest?.stoppedAt && others.length === before ? latest.id : undefined;
		});
	};
	// Another member than the one of the picture "award", whose balance stays as in README.
	const paid = await complete(ids.members.chen);
	// The second execution sends a message, so it needs a URL that responds.
	const sending = await client.updateWorkflow(edited(workflow, ASK, { url: `${baseUrl}/chat` }));
	await client.publish(sending);
	service.control.addFault({
		operation: 'member.transferBalance',
		kind: 'status',
		status: 502,
		body: { error: 'Bad Gateway' },
		when: 'after',
		times: 1,
	});
	const unsure = await complete(ids.members.bruno);
	await client.publish(await client.updateWorkflow(edited(sending, ASK, { url: CHAT })));
	const award = await client.createWorkflow(await awardWorkflow(credential, ids, fromList));
	const model = { name: 'Chat model', type: 'openAiApi', data: { apiKey: 'unused', url: baseUrl } };
	const example = readExample('ai-agent-rewards');
	const entries = {
		credential,
		values: { BONUS_POOL_MEMBER_ID: ids.members.bonusPool, CHAT_MODEL: 'a-model' },
		otherCredentials: { 'Chat model': { openAiApi: await client.createCredential(model) } },
	};
	const filled = fillIn(example, entries);
	// The note of the example would hide half of the canvas.
	const nodes = filled.nodes.filter((node) => !isNote(node));
	const agent = await client.createWorkflow({ ...filled, nodes });
	return { ...environment, credential, workflow, award, agent, paid, unsure };
}

/** The workflow with other parameters in one of its nodes. */
function edited(workflow: Workflow, name: string, changes: Record<string, unknown>): Workflow {
	const nodes = workflow.nodes.map((node) =>
		node.name === name ? { ...node, parameters: { ...node.parameters, ...changes } } : node,
	);
	return { ...workflow, nodes };
}

type List = Pick<LocatorQuery, 'nodeType' | 'methodName' | 'path' | 'parameters'>;
type Chooser = ReturnType<typeof chooser>;

/** Returns the value that the editor saves when a user chooses a record from its list. */
function chooser(client: TestEnvironment['client'], credential: CredentialReference) {
	return async (value: string, list: List) => {
		const credentials = { rewardsEngagementApi: credential };
		const { results } = await client.searchLocator({ ...list, typeVersion: 1, credentials });
		const name = results.find((result) => result.value === value)?.name;
		if (name === undefined) throw new Error(`${list.methodName} does not show ${value}.`);
		return { __rl: true, mode: 'list', value, cachedResultName: name };
	};
}

async function awardWorkflow(
	credential: CredentialReference,
	{ members, currencies, quests }: TestEnvironment['service']['ids'],
	fromList: Chooser,
): Promise<WorkflowInput> {
	const award = { resource: 'member', operation: 'updateBalance', realmId: '' };
	const inAward = async (value: string, methodName: string, field: string) =>
		await fromList(value, { nodeType: NODE, methodName, path: `parameters.${field}`, parameters: award });
	const serviceId = await inAward(members.ada, 'searchMembers', 'serviceId');
	const currencyId = await inAward(currencies.stars, 'searchCurrencies', 'currencyId');
	const questId = await fromList(quests.weeklyWalk, {
		nodeType: `${NODE}Trigger`,
		methodName: 'searchQuests',
		path: 'parameters.filters.questId',
		parameters: { events: ['quest.completed'] },
	});
	return {
		name: 'Award points',
		nodes: [
			{
				id: 'a0b1c2d3-0000-4000-8000-000000000001',
				name: 'Run by hand',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'a0b1c2d3-0000-4000-8000-000000000002',
				name: 'Award points',
				type: NODE,
				typeVersion: 1,
				position: [220, 0],
				parameters: {
					...award,
					serviceId,
					currencyId,
					amount: 100,
					options: {},
				},
				credentials: { rewardsEngagementApi: credential },
			},
			{
				id: 'a0b1c2d3-0000-4000-8000-000000000003',
				name: 'A quest was completed',
				type: `${NODE}Trigger`,
				typeVersion: 1,
				position: [0, 200],
				webhookId: 'a0b1c2d3-0000-4000-8000-000000000003',
				parameters: {
					events: ['quest.completed'],
					filters: { questId, minimumAmount: 100 },
				},
				credentials: { rewardsEngagementApi: credential },
			},
		],
		connections: { 'Run by hand': { main: [[{ node: 'Award points', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

/** One picture: brings the editor there and returns the part of the page, or nothing for the whole page. */
export interface Scene {
	name: string;
	show: (editor: Editor, scenery: Scenery) => Promise<Picture | undefined>;
}

/** These replace the addresses of the sandbox in the picture. */
const ADDRESSES = { baseUrl: 'https://api.example.com', appUrl: 'https://app.example.com' };

/** An element of the page. The tests do not have the types of the browser. */
interface Scrollable {
	scrollIntoView(options: { block: 'start' }): void;
}

/** Further than any list is long, in pixels. */
const FAR = 10_000;

/** The examples with a picture of their canvas in docs/workflows.md. */
const PICTURED = [
	'shopify-order-points',
	'stripe-payment-points',
	'form-points',
	'spreadsheet-bulk-awards',
	'leaderboard-post',
	'anniversary-gift',
	'win-back',
	'referral-bonus',
	'members-to-crm',
];

export const scenes: readonly Scene[] = [
	{ name: 'workflow-canvas', show: showCanvas },
	{ name: 'node-panel', show: showNodePanel },
	{ name: 'operations', show: showOperations },
	{ name: 'trigger-panel', show: showTriggerPanel },
	{ name: 'credential-test', show: showCredential },
	{ name: 'execution', show: showExecution },
	{ name: 'error-item', show: showErrorItem },
	{ name: 'award', show: showAward },
	{ name: 'ai-tool', show: showAgent },
	{ name: 'console', show: showConsole },
	...PICTURED.map((name): Scene => ({
		name: `example-${name}`,
		show: async (editor, scenery) => await showExample(editor, scenery, name),
	})),
];

function addressOf({ n8n, workflow }: Scenery): string {
	return `${n8n.url}/workflow/${workflow.id}`;
}

async function openCanvas(editor: Editor, scenery: Scenery): Promise<void> {
	await editor.visit(addressOf(scenery), '[data-test-id="canvas-node"]');
	await editor.page.getByTestId('zoom-to-fit').click();
	await editor.rest();
}

async function showCanvas(editor: Editor, scenery: Scenery): Promise<Picture> {
	await openCanvas(editor, scenery);
	await editor.bareCanvas();
	const nodes = await editor.page.locator('[data-test-id="canvas-node"]').all();
	return await editor.around(nodes, 75, 35);
}

async function search(editor: Editor, scenery: Scenery): Promise<void> {
	await openCanvas(editor, scenery);
	await editor.page
		.getByTestId('canvas-plus-button')
		.or(editor.page.getByTestId('node-creator-plus-button'))
		.first()
		.click();
	await editor.page.getByTestId('node-creator-search-bar').waitFor();
	await editor.page.keyboard.type('rewards');
	await editor.page.getByText('Rewards and Engagement', { exact: true }).first().waitFor();
	await editor.rest();
}

async function showNodePanel(editor: Editor, scenery: Scenery): Promise<Picture> {
	await search(editor, scenery);
	return await editor.around([editor.page.getByTestId('node-creator')], 0);
}

async function showOperations(editor: Editor, scenery: Scenery): Promise<Picture> {
	await search(editor, scenery);
	await editor.page.getByText('Rewards and Engagement', { exact: true }).first().click();
	await editor.rest();
	await editor.page
		.getByText('Member actions')
		.first()
		.evaluate((heading: Scrollable) => heading.scrollIntoView({ block: 'start' }));
	await editor.rest();
	return await editor.around([editor.page.getByTestId('node-creator')], 0);
}

async function showTriggerPanel(editor: Editor, { n8n, award }: Scenery): Promise<undefined> {
	await editor.visit(`${n8n.url}/workflow/${award.id}`, '[data-test-id="canvas-node"]');
	await editor.openNode('A quest was completed');
}

async function showCredential(editor: Editor, scenery: Scenery): Promise<Picture> {
	const { n8n, credential } = scenery;
	await editor.visit(
		`${n8n.url}/home/credentials/${credential.id}`,
		'[data-test-id="credential-edit-dialog"]',
	);
	// The editor tests a credential when it opens it.
	await editor.page.getByText('Connection tested successfully').first().waitFor();
	await editor.rest();
	for (const [name, address] of Object.entries(ADDRESSES)) {
		const field = editor.page.getByTestId(`parameter-input-${name}`).locator('input');
		// Changes it only on the screen, because n8n would test another value.
		await field.evaluate((input, value) => void Object.assign(input, { value }), address);
	}
	return await editor.around([editor.page.getByTestId('credential-edit-dialog')], 20);
}

async function showExecution(editor: Editor, scenery: Scenery): Promise<undefined> {
	await editor.visit(
		`${addressOf(scenery)}/executions/${scenery.paid}`,
		'[data-test-id="radio-button-executions"]',
	);
	await editor.preview();
	await editor.rest();
}

async function showErrorItem(editor: Editor, scenery: Scenery): Promise<undefined> {
	await editor.visit(
		`${addressOf(scenery)}/executions/${scenery.unsure}`,
		'[data-test-id="radio-button-executions"]',
	);
	const preview = await editor.preview();
	await preview.locator('[data-test-id="canvas-node"]', { hasText: PAY }).first().dblclick();
	await preview.getByText('Parameters', { exact: true }).first().waitFor();
	await editor.rest();
	const output = preview.getByTestId('output-panel');
	await output.getByText('Error Branch (1 item)').click();
	await output.getByText('JSON', { exact: true }).click();
	await editor.rest();
	// The failure is below the fields of the event. n8n draws only the visible lines.
	await output.getByText('eventId').first().hover();
	await editor.page.mouse.wheel(0, FAR);
	await output.getByText('idempotencyKey').first().waitFor();
	await editor.rest();
	// The list grew during the scrolling.
	await editor.page.mouse.wheel(0, FAR);
	// A button under the pointer hides a part of a line, and so does the button of the next node.
	await editor.page.mouse.move(0, 0);
	await preview.addStyleTag({ content: '[class*="floatingNodes"] { display: none; }' });
	await editor.rest();
}

async function showAward(editor: Editor, { n8n, award }: Scenery): Promise<undefined> {
	await editor.visit(`${n8n.url}/workflow/${award.id}`, '[data-test-id="canvas-node"]');
	await editor.openNode('Award points');
	await editor.page.getByTestId('node-execute-button').first().click();
	await editor.page.getByTestId('ndv-items-count').last().waitFor();
	await editor.page.getByTestId('output-panel').getByText('JSON', { exact: true }).click();
	await editor.rest();
}

/** The agent with its tools, without the buttons of the chat. */
async function showAgent(editor: Editor, { n8n, agent }: Scenery): Promise<Picture> {
	await editor.visit(`${n8n.url}/workflow/${agent.id}`, '[data-test-id="canvas-node"]');
	await editor.page.getByTestId('zoom-to-fit').click();
	await editor.rest();
	await editor.bareCanvas();
	await editor.page.addStyleTag({
		content: '[data-test-id*="chat-button"], [data-test-id^="execute-workflow-button"] { display: none; }',
	});
	const names = ['Chat message', 'Rewards assistant', 'Chat model', 'Look up members', 'Give points'];
	return await editor.around(
		names.map((name) => editor.node(name)),
		75,
	);
}

async function showConsole(editor: Editor, { service }: Scenery): Promise<undefined> {
	await editor.page.goto(`${service.baseUrl}/sandbox`);
	await editor.page.locator('#members td').first().waitFor();
	await editor.rest();
}

/** The canvas of an example that is filled in, without its note. */
async function showExample(editor: Editor, { client, credential }: Scenery, name: string): Promise<Picture> {
	const example = readExample(name);
	const values = Object.entries(sampleEntries(example).values).map(([entry, value]) => [
		entry,
		entry.endsWith('_URL') ? CHAT : value,
	]);
	const filled = fillIn(example, {
		credential,
		values: Object.fromEntries(values) as Record<string, string>,
	});
	const nodes = filled.nodes.filter((node) => !isNote(node));
	await editor.showWorkflow(await client.createWorkflow({ ...filled, nodes }));
	await editor.node(nodes.at(-1)!.name).waitFor();
	await editor.bareCanvas();
	// Which credentials its other nodes need, the note of the example says.
	await editor.page.addStyleTag({
		content: '[data-test-id="node-issues"], [class*="nodeButtonsWrapper"] { display: none !important; }',
	});
	// Its button is hidden, too.
	await editor.page.getByTestId('zoom-to-fit').dispatchEvent('click');
	await editor.rest();
	return await editor.around(await editor.page.locator('[data-test-id="canvas-node"]').all(), 75, 55);
}
