import {
	fillIn,
	findAction,
	NODE,
	parameter,
	run,
	searchNode,
	type EditorOf,
} from '../harness/browser/awardPoints';
import type { Editor } from '../harness/browser/editor';
import type { Presenter } from '../harness/browser/presenter';
import { agentWorkflow, awardTool, modelCredential } from '../harness/workflows/agents';
import { place } from '../harness/workflows/nodes';
import { adminCredential } from '../harness/workflows/questBonus';
import { CommunityNodes } from '../harness/browser/communityNodes';
import { startScriptedModel } from '../harness/http/scriptedModel';
import type { TestEnvironment } from '../harness/environment';

/** One scene of the video: the caption, and the actions. */
export interface VideoScene {
	name: string;
	caption: string;
	play: (presenter: Presenter, stage: Stage) => Promise<void>;
}

/** The stage of the video: an n8n instance without workflows, and a registry that has the package. */
export interface Stage extends EditorOf, Pick<TestEnvironment, 'client' | 'service'> {
	editor: Editor;
}

const TOO_MUCH = '-1000000';

/** In the order of docs/releasing.md, which has the captions. */
export const storyboard: readonly VideoScene[] = [
	{
		name: 'install',
		caption: 'The package is installed by name, in Settings, Community nodes.',
		play: installByName,
	},
	{
		name: 'credential',
		caption: 'The credential: address, key and realm. n8n tests it when it is saved.',
		play: addCredential,
	},
	{
		name: 'search',
		caption: 'Members are rewarded by an action: "give points" finds it.',
		play: async (presenter, stage) => await findAction(presenter, stage),
	},
	{
		name: 'fill in',
		caption:
			'You name the member by email and choose the currency from a list. Repeat Protection is on, so nothing is paid twice.',
		play: fillIn,
	},
	{ name: 'run', caption: 'One step is run. The service answers with the new balance.', play: run },
	{
		name: 'error branch',
		caption: 'Taking more than she has is refused. The item leaves by the error branch, with the reason.',
		play: showErrorBranch,
	},
	{
		name: 'publish',
		caption: 'A trigger: its webhook is registered with the service when the workflow is published.',
		play: publishTrigger,
	},
	{
		name: 'event',
		caption: 'Something happens in the service: a member completes a quest.',
		play: completeQuest,
	},
	{
		name: 'execution',
		caption: 'Its event came in signed, was verified, and started the workflow.',
		play: showExecution,
	},
	{
		name: 'AI tool',
		caption:
			'The node is a tool of an AI agent: the model chooses only the amount. The agent pays, and answers.',
		play: useAsTool,
	},
];

const PACKAGE = 'n8n-nodes-rewards-engagement';

async function installByName(presenter: Presenter, { n8n }: Stage): Promise<void> {
	const settings = new CommunityNodes(presenter.page, n8n.url);
	await settings.visit();
	await presenter.click(settings.openButton);
	await presenter.type(settings.nameInput, PACKAGE);
	await presenter.click(settings.agreement);
	await presenter.click(settings.installButton);
	const card = presenter.page.getByText(PACKAGE, { exact: true });
	await card.waitFor();
	// n8n keeps the dialog open until it has read the list of all nodes again, which takes longer than the installation.
	await settings.visit();
	await presenter.point(card);
	await presenter.look(2);
}

async function addCredential(presenter: Presenter, { n8n, service }: Stage): Promise<void> {
	const { page } = presenter;
	await page.goto(`${n8n.url}/home/credentials/create`);
	await page.getByTestId('new-credential-type-select').waitFor();
	await presenter.keys('rewards');
	await presenter.click(page.getByTestId('new-credential-type-select-option').first());
	await presenter.click(page.getByTestId('new-credential-type-button'));
	const { baseUrl, realmId, keys } = service;
	for (const [name, value] of Object.entries({ baseUrl, apiKey: keys.admin, realmId })) {
		await presenter.type(page.getByTestId(`parameter-input-${name}`).locator('input'), value);
	}
	await presenter.click(page.getByTestId('credential-save-button'));
	await page.getByTestId('credentials-config-container-test-success').waitFor();
	await presenter.look(2);
}

async function showErrorBranch(presenter: Presenter): Promise<void> {
	const { page } = presenter;
	await presenter.type(parameter(presenter, 'amount'), TOO_MUCH);
	await presenter.click(page.getByTestId('tab-settings'));
	await presenter.click(parameter(presenter, 'onError'));
	await presenter.click(page.getByText('Continue (using error output)').locator('visible=true').first());
	await presenter.click(page.getByTestId('node-execute-button').first());
	const output = page.getByTestId('output-panel');
	await presenter.click(output.getByText('Error Branch (1 item)'));
	await output.getByText('InsufficientBalance').first().waitFor();
	await presenter.look(3);
	await presenter.click(page.getByTestId('ndv-close-button'));
	await presenter.look(2);
}

async function publishTrigger(presenter: Presenter, { n8n }: Stage): Promise<void> {
	const { page } = presenter;
	await page.goto(`${n8n.url}/workflow/new`);
	await presenter.click(page.getByTestId('canvas-add-button').first());
	await searchNode(presenter, 'rewards');
	await presenter.click(page.getByText(NODE, { exact: true }).first());
	await presenter.click(page.getByText('On quest completed').first());
	await parameter(presenter, 'events').waitFor();
	await presenter.look();
	await presenter.click(page.getByTestId('ndv-close-button'));
	await presenter.click(page.getByTestId('workflow-open-publish-modal-button'));
	await presenter.click(page.getByTestId('workflow-publish-button'));
	const done = page.getByRole('button', { name: 'Got it' });
	await done.waitFor();
	await presenter.look();
	await presenter.click(done);
	await done.waitFor({ state: 'hidden' });
}

async function completeQuest(presenter: Presenter, { service }: Stage): Promise<void> {
	const { page } = presenter;
	const workflow = page.url();
	await page.goto(`${service.baseUrl}/sandbox`);
	const form = page.locator('form[data-act="complete"]');
	await presenter.point(form);
	await form.getByLabel('Member').selectOption(service.ids.members.ada);
	await presenter.click(form.getByRole('button'));
	await page.locator('#notice', { hasText: 'completed' }).waitFor();
	const delivery = page.locator('#log li', { hasText: 'quest.completed' }).first();
	await delivery.waitFor();
	await presenter.point(delivery);
	await presenter.look(2);
	await page.goto(workflow);
}

async function showExecution(presenter: Presenter, { editor }: Stage): Promise<void> {
	const { page } = presenter;
	await presenter.click(page.getByTestId('radio-button-executions'));
	await page.getByText('Succeeded').first().waitFor();
	await presenter.look();
	const preview = await editor.preview();
	const trigger = preview.getByTestId('canvas-node').first();
	await presenter.point(trigger);
	await trigger.dblclick();
	await preview.getByTestId('output-panel').getByText('quest.completed').first().waitFor();
	await presenter.look(3);
}

const TOOL = 'Award_points';
const PAID = 'Ada has 40 Stars more now.';

/** The model follows a script, because a real one needs an account. The agent and the tool are n8n's and ours. */
async function useAsTool(presenter: Presenter, { client, service, editor }: Stage): Promise<void> {
	const { page } = presenter;
	const model = await startScriptedModel([
		() => ({ tool: TOOL, arguments: { amount: 40 } }),
		() => ({ say: PAID }),
	]);
	try {
		const tool = awardTool(service, await adminCredential(client, service), TOOL, {});
		const openAiApi = await modelCredential(client, model);
		const agent = agentWorkflow(3.1, openAiApi, [place(0, tool)], 4);
		const nodes = agent.nodes.map((node) => ({ ...node, position: ON_THE_CANVAS[node.name]! }));
		await editor.showWorkflow(await client.createWorkflow({ ...agent, nodes }));
		await presenter.look();
		await presenter.point(editor.node(TOOL));
		await editor.openNode(TOOL);
		await presenter.point(page.getByTestId('parameter-input-amount'));
		await presenter.look(2);
		await editor.closeNode();
		// The caption would cover the chat.
		await presenter.say('');
		await presenter.click(page.getByTestId('workflow-chat-button'));
		await presenter.type(
			page.getByTestId('canvas-chat').locator('textarea'),
			'Give Ada 40 Stars for her help.',
		);
		await page.keyboard.press('Enter');
		await page.getByTestId('canvas-chat').getByText(PAID).first().waitFor();
		await presenter.look(3);
	} finally {
		await model.stop();
	}
}

const ON_THE_CANVAS: Readonly<Record<string, [x: number, y: number]>> = {
	Chat: [0, 0],
	Agent: [260, 0],
	Model: [200, 220],
	[TOOL]: [400, 220],
};
