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
import type { TestEnvironment } from '../harness/environment';

/** One scene of the video: the caption, and the actions. */
export interface VideoScene {
	name: string;
	caption: string;
	play: (presenter: Presenter, stage: Stage) => Promise<void>;
}

/** The stage of the video: an n8n instance with the package, and without workflows. */
export interface Stage extends EditorOf, Pick<TestEnvironment, 'service'> {
	editor: Editor;
}

const TOO_MUCH = '-1000000';

/** In the order of docs/releasing.md, which has the captions. */
export const storyboard: readonly VideoScene[] = [
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
];

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
