// Every day, because it needs a browser. At once: test/engine/outcomes/hints.test.ts.
import type { Browser } from 'playwright-core';

import { openBrowser } from '../harness/browser/chromium';
import { Editor } from '../harness/browser/editor';
import { OPEN_TIMEOUT_MS, shareTestEnvironment, type TestEnvironment } from '../harness/environment';
import type { CredentialReference } from '../harness/n8n/client';
import { byId } from '../harness/workflows/nodes';
import { createCredential } from '../harness/workflows/questBonus';

let environment: TestEnvironment;
let credential: CredentialReference;
let browser: Browser;
let editor: Editor;

beforeAll(async () => {
	environment = await shareTestEnvironment();
	const { baseUrl, appUrl, realmId, keys } = environment.service;
	credential = await createCredential(environment.client, {
		...{ baseUrl, appUrl, realmId },
		apiKey: keys.admin,
	});
	browser = await openBrowser();
	editor = await Editor.open(browser, environment.client, 'light');
}, OPEN_TIMEOUT_MS);

afterAll(async () => {
	await browser?.close();
	await environment?.close();
});

/** Opens the panel of a payment after three items, and runs the nodes before it. */
async function openPayment(parameters: object): Promise<void> {
	const { members, currencies } = environment.service.ids;
	const node = { typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
	const { id } = await environment.client.createWorkflow({
		name: 'Three items',
		nodes: [
			{ ...node, id: 's', name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{
				...node,
				id: 't',
				name: 'Three items',
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				position: [220, 0],
				parameters: { jsCode: "return ['ada', 'bruno', 'chiyo'].map((name) => ({ json: { name } }));" },
			},
			{
				...node,
				id: 'p',
				name: 'Award points',
				type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
				position: [440, 0],
				parameters: {
					resource: 'member',
					operation: 'updateBalance',
					serviceId: byId(members.ada),
					currencyId: byId(currencies.stars),
					amount: 5,
					...parameters,
				},
				credentials: { rewardsEngagementApi: credential },
			},
		],
		connections: {
			Start: { main: [[{ node: 'Three items', type: 'main', index: 0 }]] },
			'Three items': { main: [[{ node: 'Award points', type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	});
	await editor.visit(`${environment.n8n.url}/workflow/${id}`, '[data-test-id="canvas-node"]');
	await editor.openNode('Award points');
	await editor.page
		.getByRole('button', { name: /Execute previous nodes/i })
		.first()
		.click();
	await editor.page.getByText('3 items').first().waitFor();
	await editor.rest();
}

async function picture(name: string): Promise<void> {
	const folder = process.env.REWARDS_ENGAGEMENT_PICTURES;
	if (folder) await editor.page.screenshot({ path: `${folder}/${name}.png` });
}

const shown = () => editor.page.getByTestId('output-panel').getByText('makes this same payment');

it('equal payments to one member cause a warning before the run, and a sum after it', async () => {
	await openPayment({});
	await shown().waitFor();
	await picture('before');
	await editor.page.getByTestId('node-execute-button').first().click();
	const output = editor.page.getByTestId('output-panel');
	await output.getByText('3 items each make the same payment').waitFor();
	await output.getByText('3 awarded, 15', { exact: false }).waitFor();
	expect(await shown().count()).toBe(0);
	await picture('after');
});

it('payments that differ by an expression cause none', async () => {
	await openPayment({ serviceId: { __rl: true, mode: 'username', value: '={{ $json.name }}' } });
	expect(await shown().count()).toBe(0);
});
