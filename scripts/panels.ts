import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { openBrowser } from '../test/harness/browser/chromium';
import { Editor } from '../test/harness/browser/editor';
import { openTestEnvironment, type TestEnvironment } from '../test/harness/environment';
import { ownNode, prepareService, readSavedWorkflows, type Saved } from '../test/fixtures/savedWorkflows';
import type { CredentialReference, WorkflowInput } from '../test/harness/n8n/client';
import { WEBHOOK_SECRET } from '../test/fixtures/scenarios/realm';
import { createCredential } from '../test/harness/workflows/questBonus';
import { command } from './lib/command';
import { createSteps, say } from './lib/progress';
import type { SavedWorkflow } from '../test/fixtures/generate/workflows';

const HELP = `Takes pictures of the panel of every operation in the editor of a real n8n. The first one shows a new node, and the
second one an execution with every option set. Look at them after a change of parameters.

  npm run panels                      All operations, into a new folder.
  npm run panels -- --only <name>     Only operations whose name starts with this, such as member.
  npm run panels -- --into <folder>   Into this folder.

The exit code is not 0 when an operation returned no item.`;

/** High enough for all parameters of the longest panel without scrolling. */
const TALL = { width: 1360, height: 2400 };

/** `npm run panels`. */
export const main = command({
	name: 'panels',
	help: HELP,
	options: { only: { type: 'string' }, into: { type: 'string' } },
	run: async ({ values }) => {
		const folder = values.into
			? path.resolve(values.into)
			: fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-panels-'));
		fs.mkdirSync(folder, { recursive: true });
		const chosen = readSavedWorkflows().filter(
			(saved) =>
				!ownNode(saved.workflow).type.endsWith('Trigger') && saved.name.startsWith(values.only ?? ''),
		);

		const step = createSteps(2);
		step('Start a real n8n');
		const environment = await openTestEnvironment();
		const browser = await openBrowser();
		const failed: string[] = [];
		try {
			const { baseUrl, appUrl, realmId, keys } = environment.service;
			const credential = await createCredential(environment.client, {
				baseUrl,
				appUrl,
				realmId,
				apiKey: keys.admin,
				webhookSecret: WEBHOOK_SECRET,
			});
			const editor = await Editor.open(browser, environment.client, 'light');
			await editor.page.setViewportSize(TALL);
			step(`Take pictures of the panels of ${chosen.length} operations, into ${folder}`);
			for (const saved of chosen) {
				const picture = (kind: Kind) => path.join(folder, `${saved.name}-${kind}.png`);
				// Restores what an earlier operation deleted.
				await environment.service.control.reset();
				prepareService(environment.service, saved);
				await visit(editor, environment, workflowOf(saved, credential));
				await editor.openNode(NAMES.new);
				await editor.take(picture('new'), undefined);
				await editor.closeNode();
				await editor.openNode(NAMES.executed);
				const items = await execute(editor);
				await editor.take(picture('executed'), undefined);
				if (!/^[1-9]/.test(items)) failed.push(saved.name);
				say(`  ${saved.name}: ${items}`);
			}
		} finally {
			await browser.close();
			await environment.close();
		}
		if (failed.length > 0) say(`These operations returned no item: ${failed.join(', ')}.`);
		return failed.length > 0 ? 1 : 0;
	},
});

/** The state of a picture: an operation just after a person chose it, or one executed with all its options. */
type Kind = 'new' | 'executed';

const NAMES: Record<Kind, string> = { new: 'As chosen', executed: 'Rewards and Engagement' };

async function visit(
	editor: Editor,
	{ client, n8n }: TestEnvironment,
	workflow: SavedWorkflow,
): Promise<void> {
	const { id } = await client.createWorkflow(workflow as unknown as WorkflowInput);
	await editor.visit(`${n8n.url}/workflow/${id}`, '[data-test-id="canvas-node"]');
}

/** Presses "Execute step". Returns the panel's summary of the output, such as "1 item". */
async function execute({ page }: Editor): Promise<string> {
	await page.getByTestId('node-execute-button').first().click();
	const count = page.getByTestId('ndv-items-count').last();
	const failure = page.getByTestId('node-error-message').first();
	await count.or(failure).first().waitFor();
	return (await failure.isVisible()) ? await failure.innerText() : await count.innerText();
}

/** A workflow with the operation twice, in its first state and with the saved values. The editor takes long to load. */
function workflowOf({ workflow }: Saved, credential: CredentialReference): SavedWorkflow {
	const own = ownNode(workflow);
	const start = workflow.nodes.find((node) => node !== own)!;
	const { resource, operation } = own.parameters;
	const chosen = Object.entries({ resource, operation }).filter(([, value]) => value !== undefined);
	const credentials = { rewardsEngagementApi: credential };
	const nodes: SavedWorkflow['nodes'] = [
		start,
		{ ...own, name: NAMES.executed, credentials },
		{
			...own,
			id: `${own.id.slice(0, -1)}9`,
			name: NAMES.new,
			position: [220, 240],
			parameters: Object.fromEntries(chosen),
			credentials,
		},
	];
	const to = Object.values(NAMES).map((node) => ({ node, type: 'main' as const, index: 0 }));
	return { ...workflow, nodes, connections: { [start.name]: { main: [to] } } };
}
