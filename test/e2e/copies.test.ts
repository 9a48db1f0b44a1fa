import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

import type { Webhook } from '../../sandbox/resources/webhook/records';
import { OPEN_TIMEOUT_MS, openTestEnvironment, QUICK, type TestEnvironment } from '../harness/environment';
import { EffectRecorder } from '../harness/http/effectRecorder';
import { listen, type Listener } from '../harness/http/receiver';
import { N8nClient, type CredentialReference, type Workflow, type WorkflowNode } from '../harness/n8n/client';
import { installHost } from '../harness/n8n/install';
import { startN8n, type N8nInstance } from '../harness/n8n/instance';
import { freePort } from '../harness/process/ports';
import { waitFor } from '../harness/process/wait';
import { reportingWorkflow, TRIGGER, withTrigger, type Run } from '../harness/workflows/lifecycleWorkflow';

const RUN_TIMEOUT_MS = 120_000;
const HAND_MADE = 'the secret of the dashboard';

/** A proxy in front of an n8n, which has its URL as WEBHOOK_URL. */
interface Front extends Listener {
	/** Where the n8n listens. */
	n8nUrl: string;
	/** The status of every response, in place of n8n's. */
	refusal?: number;
}

let front: Front;
let production: TestEnvironment;
let recorder: EffectRecorder<Run>;
let credential: CredentialReference;
let workflow: Workflow;
let number = 0;

beforeAll(async () => {
	recorder = new EffectRecorder();
	await recorder.start();
	front = await startFront();
	production = await openTestEnvironment({ ...QUICK, WEBHOOK_URL: front.url });
	front.n8nUrl = production.n8n.url;
	const { client, service } = production;
	const { baseUrl, realmId, keys } = service;
	credential = await client.createCredential({
		name: 'Rewards and Engagement',
		type: 'rewardsEngagementApi',
		data: { baseUrl, realmId, apiKey: keys.admin, webhookSecret: HAND_MADE },
	});
	workflow = await client.createWorkflow(
		reportingWorkflow(recorder.url, { events: ['game.won'], credential }),
	);
	await client.publish(workflow);
	await client.waitForPublication(workflow.id);
}, OPEN_TIMEOUT_MS);

afterAll(async () => {
	await production?.close();
	await Promise.all([front?.stop(), recorder.stop()]);
});

async function startFront(): Promise<Front> {
	const listener = await listen((request, response) => {
		if (own.refusal !== undefined) {
			response.writeHead(own.refusal).end();
			return;
		}
		const { method, headers, url = '' } = request;
		const forwarded = http.request(own.n8nUrl + url, { method, headers, agent: false }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		forwarded.on('error', () => response.destroy());
		request.pipe(forwarded);
	});
	const own: Front = Object.assign(listener, { n8nUrl: '' });
	return own;
}

const hooks = (): Webhook[] => {
	const { state, realmId } = production.service;
	return [...(state.realms.get(realmId)?.webhooks.values() ?? [])];
};
const ports = () => hooks().map(({ url }) => Number(new URL(url).port));
const portOf = ({ url }: Pick<N8nInstance, 'url'>) => Number(new URL(url).port);

/** Causes an event, and waits until this many workflows have run for it. */
async function expectRuns(count: number, event = 'game.won'): Promise<void> {
	number += 1;
	production.service.control.emit(event, { number });
	await production.service.control.settled();
	await waitFor('the workflows to run', RUN_TIMEOUT_MS, () =>
		recorder.reportsOf(number).length >= count ? true : undefined,
	);
	expect(recorder.reportsOf(number)).toHaveLength(count);
}

/** Another n8n with all stored data of the first one, on a different port. */
async function startRestored(
	userFolder: string,
	env: Record<string, string> = {},
): Promise<{ n8n: N8nInstance; client: N8nClient }> {
	const { n8n: first, login } = production;
	const { packageName, packageVersion } = first;
	const n8n = await startN8n({
		host: await installHost(),
		userFolder,
		port: await freePort(),
		packageTarball: process.env.REWARDS_ENGAGEMENT_TARBALL ?? '',
		packageName,
		packageVersion,
		env: { ...QUICK, ...env },
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
	expect(ports()).toEqual([portOf(front)]);
	const { secret } = hooks()[0] as Webhook;
	const staging = await startRestored(await backUp());
	try {
		expect(ports()).toEqual([portOf(front)]);
		await expectRuns(1);
		await staging.client.unpublish(workflow.id);
		expect(hooks()).toMatchObject([{ secret }]);
		await expectRuns(1);
		await staging.client.publish(await staging.client.getWorkflow(workflow.id));
		await staging.client.waitForPublication(workflow.id);
		expect(ports().sort()).toEqual([portOf(front), portOf(staging.n8n)].sort());
		const own = hooks().find(({ url }) => url.startsWith(staging.n8n.url));
		expect(own?.secret).toBe(secret);
		const log = fs.readFileSync(staging.n8n.logFile, 'utf8');
		expect(log.match(/kept a webhook of another address/g)).toHaveLength(1);
		expect(log).toContain(`for ${front.url}/`);
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
		expect(ports().sort()).toEqual([portOf(front), portOf(staging.n8n)].sort());
		await expectRuns(2);
		await staging.client.unpublish(workflow.id);
		expect(ports()).toEqual([portOf(front)]);
	} finally {
		await staging.n8n.stop();
	}
});

describe('a staging n8n with the data of production and another WEBHOOK_URL', () => {
	const CHECK = 'Check Setup';
	const BY_HAND = 'Run by Hand';
	let stagingFront: Front;
	let staging: Awaited<ReturnType<typeof startRestored>>;
	const workflows = new Map<string, Workflow>();

	interface Trouble {
		begin: (workflow: Workflow) => Promise<void> | void;
		end?: () => Promise<void> | void;
	}
	const refusing = (status: number): Trouble => ({
		begin: () => void (front.refusal = status),
		end: () => void (front.refusal = undefined),
	});
	const troubles: Array<[what: string, trouble: Trouble]> = [
		[
			'is stopped for maintenance',
			{
				begin: async () => await production.n8n.stop(),
				end: async () => await production.n8n.restart(),
			},
		],
		['is behind an allow list (403)', refusing(403)],
		['is behind a proxy that does not reach it (502)', refusing(502)],
		['has registered its webhook by hand since then', { begin: registerByHand }],
	];
	/** The first step of the staging n8n. */
	const steps = ['unpublishes', 'publishes'] as const;
	const cases = troubles.flatMap(([what, trouble]) =>
		steps.map((step) => [step, what, trouble, `${step}: ${what}`] as const),
	);

	beforeAll(async () => {
		for (const [, , , event] of cases) workflows.set(event, await publishWithCheck(event));
		stagingFront = await startFront();
		staging = await startRestored(await backUp(), { WEBHOOK_URL: stagingFront.url });
		stagingFront.n8nUrl = staging.n8n.url;
	}, OPEN_TIMEOUT_MS);

	afterAll(async () => {
		await staging?.n8n.stop();
		await stagingFront?.stop();
	});

	/** Publishes a workflow that can also check the setup. */
	async function publishWithCheck(event: string): Promise<Workflow> {
		const { client } = production;
		const { nodes, connections, ...rest } = reportingWorkflow(recorder.url, { events: [event], credential });
		const node = (name: string, type: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
			...{ id: randomUUID(), name, type, typeVersion: 1, position: [0, 200], parameters: {} },
			...more,
		});
		const check = node(CHECK, 'n8n-nodes-rewards-engagement.rewardsEngagement', {
			parameters: { resource: 'realm', operation: 'checkSetup' },
			credentials: { rewardsEngagementApi: credential },
		});
		const saved = await client.createWorkflow({
			...rest,
			nodes: [...nodes, node(BY_HAND, 'n8n-nodes-base.manualTrigger'), check],
			connections: { ...connections, [BY_HAND]: { main: [[{ node: CHECK, type: 'main', index: 0 }]] } },
		});
		await client.publish(saved);
		return saved;
	}

	/** Publishes with changed options, so that n8n removes and registers the webhook. */
	async function publishWith(client: N8nClient, id: string, options: object): Promise<void> {
		const current = await client.getWorkflow(id);
		const nodes = current.nodes.map((one) =>
			one.name === TRIGGER ? { ...one, parameters: { ...one.parameters, options } } : one,
		);
		await client.publish(await client.updateWorkflow({ ...current, nodes }));
	}

	async function registerByHand({ id, name }: Workflow): Promise<void> {
		const { url, events } = hooksAt(front, name)[0]!;
		await publishWith(production.client, id, { registration: 'manual' });
		expect(hooksAt(front, name)).toEqual([]);
		const hook = { id: randomUUID(), url, events, secret: HAND_MADE, active: true };
		production.service.state.realms.get(production.service.realmId)!.webhooks.set(hook.id, hook);
	}

	const hooksAt = ({ url: base }: Front, event: string) =>
		hooks().filter(({ url, events }) => url.startsWith(`${base}/`) && events.includes(event));

	it.each(cases)(
		'%s, and leaves the webhook of production alone and names it, though production %s',
		async (step, _what, { begin, end }, event) => {
			const workflow = workflows.get(event)!;
			const { id } = workflow;
			const { client, n8n } = staging;
			const copied = hooksAt(front, event)[0]!;
			await begin(workflow);
			try {
				const kept = structuredClone(hooksAt(front, event));
				expect(kept).toHaveLength(1);

				if (step === 'unpublishes') {
					await client.unpublish(id);
					expect([hooksAt(front, event), hooksAt(stagingFront, event)]).toEqual([kept, []]);
					await client.publish(await client.getWorkflow(id));
				} else await publishWith(client, id, { deduplicateBy: 'payloadWithoutTimestamp' });
				expect(hooksAt(front, event)).toEqual(kept);
				expect(hooksAt(stagingFront, event)).toHaveLength(1);
				const { data } = await client.runToEnd(await client.getWorkflow(id), BY_HAND);
				const checks = data.resultData.runData[CHECK]?.[0]?.data?.main[0]?.map(({ json }) => json);
				expect(checks).toContainEqual(
					expect.objectContaining({
						check: 'webhooks.address',
						ok: false,
						seen: expect.stringContaining(`${kept[0]!.id} (${kept[0]!.url})`) as string,
						advice: expect.stringContaining('delete it by this ID with Webhook → Delete') as string,
					}),
				);
				await client.unpublish(id);
				expect([hooksAt(front, event), hooksAt(stagingFront, event)]).toEqual([kept, []]);
				const lines = fs.readFileSync(n8n.logFile, 'utf8').split('\n');
				expect(lines.filter((line) => line.includes(copied.id))).toEqual([
					expect.stringContaining(`"${TRIGGER}" kept a webhook of another address.`),
				]);
			} finally {
				await end?.();
			}
			await expectRuns(1, event);
		},
	);
});
