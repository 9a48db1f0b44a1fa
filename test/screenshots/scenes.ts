import type { Editor, Picture } from '../harness/browser/editor';
import { PAY, type Scenery } from './scenery';

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
	// A button under the pointer hides a part of a line.
	await editor.page.mouse.move(0, 0);
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
