import fs from 'node:fs';
import path from 'node:path';

import type { Webhook } from '../../sandbox/resources/webhook/records';
import { OPEN_TIMEOUT_MS, openTestEnvironment, QUICK, type TestEnvironment } from '../harness/environment';
import { EffectRecorder } from '../harness/http/effectRecorder';
import { N8nClient, type Workflow } from '../harness/n8n/client';
import { installHost } from '../harness/n8n/install';
import { startN8n, type N8nInstance } from '../harness/n8n/instance';
import { freePort } from '../harness/process/ports';
import { waitFor } from '../harness/process/wait';
import { reportingWorkflow, withTrigger, type Run } from '../harness/workflows/lifecycleWorkflow';

const RUN_TIMEOUT_MS = 120_000;

let production: TestEnvironment;
let recorder: EffectRecorder<Run>;
let workflow: Workflow;
let number = 0;

beforeAll(async () => {
	recorder = new EffectRecorder();
	await recorder.start();
	production = await openTestEnvironment(QUICK);
	const { client, service } = production;
	const credential = await client.createCredential({
		name: 'Rewards and Engagement',
		type: 'rewardsEngagementApi',
		data: { baseUrl: service.baseUrl, realmId: service.realmId, apiKey: service.keys.admin },
	});
	workflow = await client.createWorkflow(
		reportingWorkflow(recorder.url, { events: ['game.won'], credential }),
	);
	await client.publish(workflow);
	await client.waitForPublication(workflow.id);
}, OPEN_TIMEOUT_MS);

afterAll(async () => {
	await production?.close();
	await recorder.stop();
});

const hooks = (): Webhook[] => {
	const { state, realmId } = production.service;
	return [...(state.realms.get(realmId)?.webhooks.values() ?? [])];
};
const ports = () => hooks().map(({ url }) => Number(new URL(url).port));
const portOf = ({ url }: N8nInstance) => Number(new URL(url).port);

/** Causes an event, and waits until this many workflows have run for it. */
async function expectRuns(count: number): Promise<void> {
	number += 1;
	production.service.control.emit('game.won', { number });
	await production.service.control.settled();
	await waitFor('the workflows to run', RUN_TIMEOUT_MS, () =>
		recorder.reportsOf(number).length >= count ? true : undefined,
	);
	expect(recorder.reportsOf(number)).toHaveLength(count);
}

/** Another n8n with all stored data of the first one, on a different port. */
async function startRestored(userFolder: string): Promise<{ n8n: N8nInstance; client: N8nClient }> {
	const { n8n: first, login } = production;
	const { packageName, packageVersion } = first;
	const n8n = await startN8n({
		host: await installHost(),
		userFolder,
		port: await freePort(),
		packageTarball: process.env.REWARDS_ENGAGEMENT_TARBALL ?? '',
		packageName,
		packageVersion,
		env: QUICK,
	});
	const client = new N8nClient(n8n.url);
	await client.login(login);
	return { n8n, client };
}

async function backUp(): Promise<string> {
	const { n8n } = production;
	const copy = path.join(path.dirname(n8n.userFolder), `backup-${Date.now()}`);
	fs.cpSync(path.join(n8n.userFolder, '.n8n'), path.join(copy, '.n8n'), { recursive: true });
	return copy;
}

it('a staging n8n with the data of production registers a separate webhook, and never changes the webhook of production', async () => {
	const { n8n } = production;
	expect(ports()).toEqual([portOf(n8n)]);
	const { secret } = hooks()[0] as Webhook;
	const staging = await startRestored(await backUp());
	try {
		expect(ports()).toEqual([portOf(n8n)]);
		await expectRuns(1);
		await staging.client.unpublish(workflow.id);
		expect(hooks()).toMatchObject([{ secret }]);
		await expectRuns(1);
		await staging.client.publish(await staging.client.getWorkflow(workflow.id));
		await staging.client.waitForPublication(workflow.id);
		expect(ports().sort()).toEqual([portOf(n8n), portOf(staging.n8n)].sort());
		const own = hooks().find(({ url }) => url.startsWith(staging.n8n.url));
		expect(own?.secret).toBe(secret);
		const log = fs.readFileSync(staging.n8n.logFile, 'utf8');
		expect(log.match(/kept a webhook of another address/g)).toHaveLength(1);
		expect(log).toContain(`for ${n8n.url}/`);
		await expectRuns(2);
		await staging.client.unpublish(workflow.id);
		expect(hooks()).toMatchObject([{ secret }]);
		await expectRuns(1);
	} finally {
		await staging.n8n.stop();
	}
});

it('a workflow that was imported and changed elsewhere registers a separate webhook', async () => {
	const staging = await startRestored(await backUp());
	try {
		const changed = withTrigger(await staging.client.getWorkflow(workflow.id), { name: 'Renamed' });
		await staging.client.publish(await staging.client.updateWorkflow(changed));
		await staging.client.waitForPublication(workflow.id);
		expect(ports().sort()).toEqual([portOf(production.n8n), portOf(staging.n8n)].sort());
		await expectRuns(2);
		await staging.client.unpublish(workflow.id);
		expect(ports()).toEqual([portOf(production.n8n)]);
	} finally {
		await staging.n8n.stop();
	}
});

it('a staging n8n leaves the webhook of production alone, though production is stopped', async () => {
	const { n8n } = production;
	const staging = await startRestored(await backUp());
	await n8n.stop();
	try {
		await staging.client.unpublish(workflow.id);
		expect(ports()).toEqual([portOf(n8n)]);
		await staging.client.publish(await staging.client.getWorkflow(workflow.id));
		await staging.client.waitForPublication(workflow.id);
		expect(ports().sort()).toEqual([portOf(n8n), portOf(staging.n8n)].sort());
	} finally {
		await staging.n8n.stop();
	}
});
