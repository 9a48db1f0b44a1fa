import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import type { INode } from 'n8n-workflow';

import { openBrowser } from '../test/harness/browser/chromium';
import { Editor } from '../test/harness/browser/editor';
import { openTestEnvironment, type TestEnvironment } from '../test/harness/environment';
import { ownNode, prepareService, readSavedWorkflows, type Saved } from '../test/fixtures/savedWorkflows';
import type { CredentialReference, WorkflowInput } from '../test/harness/n8n/client';
import { WEBHOOK_SECRET } from '../test/fixtures/scenarios/event';
import { createCredential } from '../test/harness/workflows/questBonus';
import { command } from './lib/command';
import { createSteps, say } from './lib/progress';
import type { SavedWorkflow } from '../test/fixtures/generate/workflows';

const HELP = `Walks through the panel of every operation in the editor of a real n8n, and takes two pictures of each: as a
new node shows it, and after it was executed there with every option set. Look at them after a change of parameters.

  npm run panels                      all operations, into a new folder
  npm run panels -- --only <name>     those whose name begins so, e.g. member
  npm run panels -- --into <folder>   into this folder

The exit code is not 0 when an operation gave no item.`;

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
		step('A real n8n');
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
			const editor = await Editor.open(browser, environment, 'light');
			step(`The panels of ${chosen.length} operations, into ${folder}`);
			for (const saved of chosen) {
				const picture = (kind: string) => path.join(folder, `${saved.name}-${kind}.png`);
				await openPanel(editor, environment, empty(saved, credential));
				await editor.take(picture('new'), undefined);

				// What an operation before it deleted is there again.
				await environment.service.control.reset();
				prepareService(environment.service, saved);
				await openPanel(editor, environment, filled(saved, credential));
				const items = await execute(editor);
				await editor.take(picture('executed'), undefined);
				if (!/^[1-9]/.test(items)) failed.push(saved.name);
				say(`  ${saved.name}: ${items}`);
			}
		} finally {
			await browser.close();
			await environment.close();
		}
		if (failed.length > 0) say(`These operations gave no item: ${failed.join(', ')}.`);
		return failed.length > 0 ? 1 : 0;
	},
});

async function openPanel(
	editor: Editor,
	{ client, n8n }: TestEnvironment,
	workflow: SavedWorkflow,
): Promise<void> {
	const { id } = await client.createWorkflow(workflow as unknown as WorkflowInput);
	await editor.visit(`${n8n.url}/workflow/${id}`, '[data-test-id="canvas-node"]');
	await editor.openNode(ownNode(workflow).name);
}

/** Presses "Execute step". Returns what the panel says of the output, e.g. "1 item". */
async function execute({ page }: Editor): Promise<string> {
	await page.getByTestId('node-execute-button').first().click();
	const count = page.getByTestId('ndv-items-count').last();
	const failure = page.getByTestId('node-error-message').first();
	await count.or(failure).first().waitFor();
	return (await failure.isVisible()) ? await failure.innerText() : await count.innerText();
}

/** The workflow as it was saved. */
function filled({ workflow }: Saved, credential: CredentialReference): SavedWorkflow {
	return withNode(workflow, { credentials: { rewardsEngagementApi: credential } });
}

/** The same with a node whose operation alone was chosen. */
function empty({ workflow }: Saved, credential: CredentialReference): SavedWorkflow {
	const { resource, operation } = ownNode(workflow).parameters;
	const chosen = Object.entries({ resource, operation }).filter(([, value]) => value !== undefined);
	return withNode(workflow, {
		parameters: Object.fromEntries(chosen),
		credentials: { rewardsEngagementApi: credential },
	});
}

function withNode(workflow: SavedWorkflow, changes: Partial<INode>): SavedWorkflow {
	const own = ownNode(workflow);
	const nodes = workflow.nodes.map((node) => (node === own ? { ...node, ...changes } : node));
	return { ...workflow, nodes };
}
