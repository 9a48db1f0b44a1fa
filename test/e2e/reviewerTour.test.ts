import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

import { root } from '../../scripts/lib/project';
import type { CredentialReference, NodeRun, Workflow } from '../harness/n8n/client';
import { takeSharedN8n, type SharedN8n } from '../harness/n8n/shared';
import { OPEN_TIMEOUT_MS } from '../harness/environment';
import { byId, MANUAL_TRIGGER, manualWorkflow } from '../harness/workflows/nodes';
import { reportingWorkflow } from '../harness/workflows/lifecycleWorkflow';
import { createCredential, type ServiceAccess } from '../harness/workflows/questBonus';

/** The tour of docs/releasing.md, with the service that `npm run service` starts, and only what it prints. */

let n8n: SharedN8n;
let service: ChildProcess;
let printed = '';
let access: ServiceAccess;
let credential: CredentialReference;
let workflow: Workflow;

/** A value that the service prints at its start. */
const told = (name: string) => new RegExp(`${name} +(\\S+)`).exec(printed)?.[1] ?? '';

beforeAll(async () => {
	n8n = await takeSharedN8n();
	service = spawn(process.execPath, [path.join(root, 'scripts/run.mjs'), 'service', '--port', '0']);
	await new Promise<void>((resolve, reject) => {
		service.stdout?.on('data', (chunk: Buffer) => {
			printed += chunk.toString();
			if (printed.includes('Press Ctrl+C to stop.')) resolve();
		});
		service.once('close', () => reject(new Error(`The service has ended: ${printed}`)));
	});
	access = { baseUrl: told('Base URL'), apiKey: told('API key'), realmId: told('Realm ID') };
}, OPEN_TIMEOUT_MS);

afterAll(async () => {
	service?.kill();
	await n8n?.close();
});

/** The webhooks of the realm, as the service lists them. */
async function webhooks(): Promise<unknown[]> {
	const response = await fetch(`${access.baseUrl}/api/v1/realm/${access.realmId}/webhooks`, {
		headers: { authorization: `Bearer ${access.apiKey}` },
	});
	const body = (await response.json()) as { data?: unknown[] } | unknown[];
	return Array.isArray(body) ? body : (body.data ?? []);
}

/** Runs Award or Deduct for the member `ada`. */
async function award(amount: number): Promise<NodeRun | undefined> {
	const node = {
		type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
		typeVersion: 1,
		credentials: { rewardsEngagementApi: credential },
		onError: 'continueRegularOutput',
		parameters: {
			resource: 'member',
			operation: 'updateBalance',
			serviceId: { __rl: true, mode: 'username', value: 'ada' },
			currencyId: byId(''),
			amount,
		},
	};
	const created = await n8n.client.createWorkflow(
		manualWorkflow('Tour', [{ name: 'Award', items: [{}], node }]),
	);
	const execution = await n8n.client.runToEnd(created, MANUAL_TRIGGER);
	return execution.data.resultData.runData.Award?.[0];
}

it('Save the credential', async () => {
	credential = await createCredential(n8n.client, access);
	const wrong = { name: 'Wrong', type: 'rewardsEngagementApi', data: { ...access, apiKey: 'wrong' } };
	expect(await n8n.client.testCredential(wrong)).toMatchObject({
		status: 'Error',
		message: expect.stringContaining('did not accept the API key'),
	});
});

it('Award points', async () => {
	const before = (await award(10))?.data?.main[0]?.[0]?.json;
	const after = (await award(10))?.data?.main[0]?.[0]?.json;
	expect(Number(after?.newBalance) - Number(before?.newBalance)).toBe(10);
});

it('Deduct too much', async () => {
	const item = (await award(-1_000_000))?.data?.main[0]?.[0]?.json;
	expect(item).toMatchObject({ error: expect.any(String), details: { outcome: 'notApplied' } });
});

it('Publish a workflow with the trigger', async () => {
	expect(await webhooks()).toEqual([]);
	const input = reportingWorkflow(`${access.baseUrl}/chat`, { events: [], credential });
	const [trigger] = input.nodes;
	Object.assign(trigger!.parameters, { events: ['quest.completed'], options: {} });
	workflow = await n8n.client.createWorkflow({ ...input, name: 'Tour of the trigger' });
	await n8n.client.publish(workflow);
	expect(await webhooks()).toHaveLength(1);
});

it('Complete a quest', async () => {
	const response = await fetch(
		`${access.baseUrl}/sandbox/quests/${told('firstSteps')?.replace(',', '')}/complete`,
		{
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ memberId: told('ada').replace(',', '') }),
		},
	);
	expect(response.status).toBeLessThan(300);
	const [execution] = await n8n.client.waitForExecutions(workflow.id);
	const { data } = await n8n.client.getExecution(execution?.id ?? '');
	expect(data.resultData.runData.Event?.[0]?.data?.main[0]?.[0]?.json).toMatchObject({
		type: 'quest.completed',
	});
});

it('Unpublish the workflow', async () => {
	await n8n.client.unpublish(workflow.id);
	expect(await webhooks()).toEqual([]);
});
