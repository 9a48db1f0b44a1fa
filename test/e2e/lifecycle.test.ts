import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { temporaryFolder } from '../../scripts/lib/folder';
import { root } from '../../scripts/lib/project';
import type { CredentialReference, PublicationStatus, Workflow, WorkflowNode } from '../harness/n8n/client';
import { installHost } from '../harness/n8n/install';
import { startN8n, type N8nInstance } from '../harness/n8n/instance';
import { waitFor } from '../harness/process/wait';
import { EffectRecorder } from '../harness/http/effectRecorder';
import type { Delivery } from '../../sandbox/base/deliveries';
import type { FaultRequest } from '../../sandbox/faults/fault';
import { allScopes } from '../../sandbox/base/keys';
import type { LoggedRequest } from '../../sandbox/base/requestLog';
import { startService, type Service } from '../../sandbox/service';
import type { Webhook } from '../../sandbox/resources/webhook/records';
import { reportingWorkflow, TRIGGER, withTrigger, type Run } from '../harness/workflows/lifecycleWorkflow';
import { OPEN_TIMEOUT_MS, openTestEnvironment, QUICK, type TestEnvironment } from '../harness/environment';

const CREDENTIAL_TYPE = 'rewardsEngagementApi';
const RUN_TIMEOUT_MS = 120_000;
/** Longer than n8n waits for its database by default. */
const STALL_MS = 8_000;

const folder = temporaryFolder('lifecycle');
/** See test/harness/n8n/stall.cjs. */
const stall = path.join(folder.path, 'stall');
const STALLS = {
	NODE_OPTIONS: `--require "${path.join(root, 'test/harness/n8n/stall.cjs')}"`,
	REWARDS_ENGAGEMENT_STALL: stall,
};

/** The first execution in a new n8n takes much longer than later ones. */
let environment: TestEnvironment;
let recorder: EffectRecorder<Run>;
let credential: CredentialReference;
/** Webhooks of the realm that do not belong to n8n. */
let foreignHooks: Webhook[];
let doomed: DoomedPublications;

beforeAll(async () => {
	recorder = new EffectRecorder();
	await recorder.start();
	execFileSync('mkfifo', [stall]);
	environment = await openTestEnvironment({ ...QUICK, ...STALLS });
	credential = await createCredential();
	foreignHooks = [
		{ url: 'https://crm.example/rewards', active: true },
		{ url: 'https://crm.example/rewards', active: false },
		// Another workflow of the same n8n, as the service sees it.
		{ url: `${environment.n8n.url}/webhook/${randomUUID()}/webhook`, active: true },
	].map((hook, index) => ({ id: `e9000000000000000000000${index}`, events: ['member.left'], ...hook }));
	for (const hook of foreignHooks) webhooksOf(environment.service).set(hook.id, structuredClone(hook));
	doomed = await startDoomedPublications();
}, OPEN_TIMEOUT_MS);

afterEach(() => environment.service.control.clearFaults());

afterAll(async () => {
	await doomed?.results.catch(() => undefined);
	await environment?.close();
	await Promise.all([recorder.stop(), doomed?.service.stop()]);
	folder.remove();
});

async function createCredential(changes: Record<string, unknown> = {}): Promise<CredentialReference> {
	return await environment.client.createCredential({
		name: 'Rewards and Engagement',
		type: CREDENTIAL_TYPE,
		data: access(changes),
	});
}

function access(changes: Record<string, unknown> = {}): Record<string, unknown> {
	const { baseUrl, realmId, keys } = environment.service;
	return { baseUrl, realmId, apiKey: keys.admin, ...changes };
}

/** Saves a workflow that listens to one event type, which is also its name. By default it has the usual credential. */
async function save(
	event: string,
	{
		credential: other = credential,
		options = {},
	}: Partial<{ credential: CredentialReference; options: object }> = {},
): Promise<Workflow> {
	const settings = { events: [event], credential: other, options: { ...options } };
	return await environment.client.createWorkflow(reportingWorkflow(recorder.url, settings));
}

/** Saves and publishes a workflow. */
async function publish(event: string, settings: Parameters<typeof save>[1] = {}): Promise<Workflow> {
	const workflow = await save(event, settings);
	await environment.client.publish(workflow);
	return workflow;
}

/** Changes the trigger of a workflow and publishes it again. */
async function republish(workflow: Workflow, changes: Partial<WorkflowNode>): Promise<Workflow> {
	const saved = await environment.client.updateWorkflow(withTrigger(workflow, changes));
	await environment.client.publish(saved);
	return saved;
}

function triggerOf({ nodes, name }: Workflow): WorkflowNode {
	const trigger = nodes.find(({ type }) => type.endsWith('Trigger'));
	if (!trigger) throw new Error(`The workflow "${name}" has no trigger.`);
	return trigger;
}

function webhooksOf({ state, realmId }: Service): Map<string, Webhook> {
	const realm = state.realms.get(realmId);
	if (!realm) throw new Error('The service has no realm.');
	return realm.webhooks;
}

/** The service's webhooks for a workflow's trigger, including the test listener. */
function hooksOf(workflow: Workflow, service: Service = environment.service): Webhook[] {
	const { webhookId } = triggerOf(workflow);
	if (webhookId === undefined) throw new Error('The trigger has no webhook id.');
	return [...webhooksOf(service).values()].filter(({ url }) => url.includes(webhookId));
}

function oneHookOf(workflow: Workflow, service?: Service): Webhook {
	const [hook, ...others] = hooksOf(workflow, service);
	expect(others).toEqual([]);
	if (!hook) throw new Error(`The service holds no webhook for "${workflow.name}".`);
	return hook;
}

/** n8n's requests about webhooks during `work`. */
async function webhookCalls(work: () => Promise<unknown>): Promise<LoggedRequest[]> {
	const { requests } = environment.service;
	const before = requests.length;
	await work();
	return requests.slice(before).filter(({ operationId }) => operationId?.includes('ebhook'));
}

let lastNumber = 0;

interface Happening {
	event: string;
	number: number;
	/** The deliveries to n8n. */
	deliveries: Delivery[];
}

/** Causes an event, and waits until the service has nothing left to deliver. */
async function happen(event: string, service: Service = environment.service): Promise<Happening> {
	lastNumber += 1;
	const deliveries = service.control.emit(event, { number: lastNumber });
	await service.control.settled();
	const toN8n = deliveries.filter(({ url }) => url.startsWith(environment.n8n.url));
	return { event, number: lastNumber, deliveries: toN8n };
}

function runsOf(number: number): readonly Run[] {
	return recorder.reportsOf(number);
}

function statuses(deliveries: Delivery[]): Array<Array<number | null>> {
	return deliveries.map(({ attempts }) => attempts.map(({ status }) => status));
}

/** Causes an event, and expects one delivery to each of the workflows, and one execution of each. */
async function expectToRun(event: string, workflows: Workflow[], service?: Service): Promise<Happening> {
	const happening = await happen(event, service);
	expect(statuses(happening.deliveries)).toEqual(workflows.map(() => [200]));
	await expectRuns(happening.number, workflows);
	return happening;
}

async function expectRuns(number: number, workflows: Workflow[]): Promise<void> {
	const expected = workflows.map(({ id }) => id).sort();
	await waitFor('the workflows to run', RUN_TIMEOUT_MS, () =>
		runsOf(number).length >= expected.length ? true : undefined,
	);
	expect(
		runsOf(number)
			.map(({ workflowId }) => workflowId)
			.sort(),
	).toEqual(expected);
}

/**
 * Sends the bytes of a delivery again, and expects an acknowledgement but no execution. After the next event has run
 * the workflow, the repeat still has not.
 */
async function expectRepeatToRunNothing(
	{ event, number, deliveries }: Happening,
	workflow: Workflow,
): Promise<void> {
	const runsBefore = runsOf(number).length;
	const repeat = environment.service.control.repeatDelivery(deliveries[0]?.id ?? '');
	await environment.service.control.settled();
	expect(repeat?.attempts.map(({ status }) => status)).toEqual([200]);
	await expectToRun(event, [workflow]);
	await environment.client.waitForExecutions(workflow.id);
	expect(runsOf(number)).toHaveLength(runsBefore);
}

interface DoomedPublications {
	/** By problem. */
	results: Promise<Record<string, { status: PublicationStatus; hooks: Webhook[] }>>;
	service: Service;
}

/**
 * Publishes workflows that cannot be published, on a separate service. n8n tries each for 15 s before it gives up. So
 * they start at once, and meanwhile the other tests continue.
 */
async function startDoomedPublications(): Promise<DoomedPublications> {
	const service = await startService();
	const attempt = async (name: string, changes: object, options: object = {}) => {
		const ownCredential = await createCredential({ baseUrl: service.baseUrl, ...changes });
		const workflow = await save(`doomed.${name}`, { credential: ownCredential, options });
		await expect(environment.client.publish(workflow)).rejects.toThrow('could not publish');
		const status = await environment.client.waitForPublication(workflow.id);
		return [name, { status, hooks: hooksOf(workflow, service) }] as const;
	};
	const results = Promise.all([
		attempt('unknown key', { apiKey: 'a-key-that-nobody-gave-out' }),
		attempt('no secret', {}, { registration: 'manual' }),
	]).then((entries) => Object.fromEntries(entries));
	// Any error is thrown where the results are awaited.
	results.catch(() => undefined);
	return { results, service };
}

describe('publishing', () => {
	it('registers one webhook, unpublishing removes it, and publishing again registers one', async () => {
		const workflow = await publish('cycle');
		const { id, events, active } = oneHookOf(workflow);
		expect({ events, active }).toEqual({ events: ['cycle'], active: true });
		await expectToRun('cycle', [workflow]);

		await environment.client.unpublish(workflow.id);
		expect(hooksOf(workflow)).toEqual([]);

		await environment.client.publish(workflow);
		expect(oneHookOf(workflow).id).not.toBe(id);
		await expectToRun('cycle', [workflow]);
	});

	it('again registers nothing when the trigger is unchanged', async () => {
		const workflow = await publish('unchanged');
		const before = structuredClone(oneHookOf(workflow));
		const calls = await webhookCalls(async () => {
			await environment.client.publish(workflow);
			await republish({ ...workflow, name: 'Another name' }, { position: [40, 40] });
		});
		expect(calls).toEqual([]);
		expect(oneHookOf(workflow)).toEqual(before);
		await expectToRun('unchanged', [workflow]);
	});

	it('with other events leaves one hook, for the new events only', async () => {
		const workflow = await publish('events.old');
		await republish(workflow, {
			parameters: {
				...triggerOf(workflow).parameters,
				options: { customEvents: 'events.new, events.newer' },
			},
		});
		expect(oneHookOf(workflow)).toMatchObject({ events: ['events.new', 'events.newer'], active: true });
		await expectToRun('events.new', [workflow]);
		await expectToRun('events.newer', [workflow]);
		expect((await happen('events.old')).deliveries).toEqual([]);
	});

	it('after the trigger was renamed leaves one hook, and its deliveries verify', async () => {
		const workflow = await publish('renamed');
		await republish(workflow, { name: 'When Something Happens' });
		oneHookOf(workflow);
		await expectToRun('renamed', [workflow]);
	});

	it('with another credential of the realm leaves one hook, registered with the other key', async () => {
		const workflow = await publish('credential');
		const other = await createCredential({ apiKey: environment.service.keys.noApp });
		const calls = await webhookCalls(async () => {
			await republish(workflow, { credentials: { [CREDENTIAL_TYPE]: other } });
		});
		expect(calls.at(-1)).toMatchObject({ operationId: 'webhook.create', key: 'noApp', status: 201 });
		oneHookOf(workflow);
		await expectToRun('credential', [workflow]);
	});

	it('a copy gives each workflow a separate webhook, and both run', async () => {
		const workflow = await publish('copied');
		// The editor gives a copy a new webhook id.
		const { name, nodes, connections, settings } = withTrigger(workflow, { webhookId: randomUUID() });
		const copy = await environment.client.createWorkflow({ name, nodes, connections, settings });
		await environment.client.publish(copy);
		expect(oneHookOf(copy).secret).not.toBe(oneHookOf(workflow).secret);
		await expectToRun('copied', [workflow, copy]);

		await environment.client.unpublish(copy.id);
		oneHookOf(workflow);
		await expectToRun('copied', [workflow]);
	});

	it('leaves one webhook when the response of the service was lost and n8n tries again', async () => {
		const { control } = environment.service;
		control.addFault({ operation: 'webhook.create', kind: 'drop', when: 'after', times: 1 });
		const workflow = await publish('lost');
		oneHookOf(workflow);
		await expectToRun('lost', [workflow]);
	});
});

describe('a key that was replaced inside the credential', () => {
	it('verifies deliveries still, and unpublishes with the new key', async () => {
		const { state, realmId, keys } = environment.service;
		state.keys.push({ name: 'old', value: 'lifecycle-key-old', realmId, scopes: allScopes });
		const own = await createCredential({ apiKey: 'lifecycle-key-old' });
		const workflow = await publish('key', { credential: own });

		await replaceCredential(own, access({ apiKey: keys.noApp }));
		state.keys = state.keys.filter(({ name }) => name !== 'old');
		await expectToRun('key', [workflow]);
		await environment.client.unpublish(workflow.id);
		expect(hooksOf(workflow)).toEqual([]);
	});

	it('is not sent to the former base URL, and the log names the webhook there', async () => {
		const own = await createCredential();
		const workflow = await publish('moved', { credential: own });
		const { id } = oneHookOf(workflow);
		const next = await startService();
		try {
			await replaceCredential(own, access({ baseUrl: next.baseUrl }));
			const calls = await webhookCalls(async () => await environment.client.unpublish(workflow.id));
			expect([calls, hooksOf(workflow, next)]).toEqual([[], []]);
			expect(fs.readFileSync(environment.n8n.logFile, 'utf8')).toContain(
				`The webhook ${id} may still be registered`,
			);
			webhooksOf(environment.service).delete(id);
		} finally {
			await next.stop();
		}
	});

	/** Saves other values in a credential, like the editor. */
	async function replaceCredential(
		replaced: CredentialReference,
		data: Record<string, unknown>,
	): Promise<void> {
		const { name } = replaced;
		await environment.client.updateCredential(replaced, { name, type: CREDENTIAL_TYPE, data });
	}
});

describe('the test listener beside the published workflow', () => {
	const kinds = (workflow: Workflow) =>
		hooksOf(workflow)
			.map(({ url }) => new URL(url).pathname.split('/')[1])
			.sort();

	it('has a separate webhook, and removes no other when its event arrives', async () => {
		const workflow = await publish('listener.event');
		const published = structuredClone(oneHookOf(workflow));
		expect(await environment.client.run(workflow, TRIGGER)).toMatchObject({ waitingForWebhook: true });
		expect(kinds(workflow)).toEqual(['webhook', 'webhook-test']);

		const { number, deliveries } = await happen('listener.event');
		expect(statuses(deliveries)).toEqual([[200], [200]]);
		await expectRuns(number, [workflow, workflow]);
		expect(
			runsOf(number)
				.map(({ mode }) => mode)
				.sort(),
		).toEqual(['production', 'test']);

		await waitFor('the listener to go', RUN_TIMEOUT_MS, () => hooksOf(workflow).length === 1 || undefined);
		expect(oneHookOf(workflow)).toEqual(published);
		await expectToRun('listener.event', [workflow]);
	});

	it('removes no other when it is stopped', async () => {
		const workflow = await publish('listener.stopped');
		const published = structuredClone(oneHookOf(workflow));
		await environment.client.run(workflow, TRIGGER);
		expect(kinds(workflow)).toEqual(['webhook', 'webhook-test']);
		await environment.client.stopListening(workflow.id);
		await waitFor('the listener to go', RUN_TIMEOUT_MS, () => hooksOf(workflow).length === 1 || undefined);
		expect(oneHookOf(workflow)).toEqual(published);
	});

	it('stays when the workflow is unpublished', async () => {
		const workflow = await publish('listener.stays');
		await environment.client.run(workflow, TRIGGER);
		await environment.client.unpublish(workflow.id);
		expect(kinds(workflow)).toEqual(['webhook-test']);
		const { number } = await happen('listener.stays');
		await expectRuns(number, [workflow]);
	});
});

describe("a hook that was changed behind n8n's back", () => {
	const changes: Array<[string, (hook: Webhook) => void]> = [
		['deleted', ({ id }) => void webhooksOf(environment.service).delete(id)],
		['switched off', (hook) => void Object.assign(hook, { active: false })],
	];
	const parametersChanged = async (workflow: Workflow) => {
		const { parameters } = triggerOf(workflow);
		const options = { ...(parameters.options as object), deduplicateBy: 'payloadWithoutTimestamp' };
		await republish(workflow, { parameters: { ...parameters, options } });
	};
	const unpublished = async (workflow: Workflow) => {
		await environment.client.unpublish(workflow.id);
		await environment.client.publish(workflow);
	};

	it.each(changes)(
		'because it was %s is put right when the workflow is published with changed parameters',
		async (what, change) => {
			await expectHealed(`changed.${what}`, change, parametersChanged);
		},
	);

	it.each(changes)(
		'because it was %s is put right when the workflow is unpublished and published',
		async (what, change) => {
			await expectHealed(`unpublished.${what}`, change, unpublished);
		},
	);

	async function expectHealed(
		name: string,
		change: (hook: Webhook) => void,
		heal: (workflow: Workflow) => Promise<void>,
	): Promise<void> {
		const event = name.replaceAll(' ', '-');
		const workflow = await publish(event);
		change(oneHookOf(workflow));
		await heal(workflow);
		expect(oneHookOf(workflow)).toMatchObject({ events: [event], active: true });
		await expectToRun(event, [workflow]);
	}
});

it('never touches a hook that belongs to somebody else', async () => {
	const workflow = await publish('foreign');
	await republish(workflow, { name: 'Renamed' });
	await environment.client.unpublish(workflow.id);
	const ids = new Set(foreignHooks.map(({ id }) => id));
	expect([...webhooksOf(environment.service).values()].filter(({ id }) => ids.has(id))).toEqual(foreignHooks);
});

describe('a publication that cannot succeed', () => {
	it.each([
		['unknown key', 'The service did not accept the API key. .*The service says: "The API key is unknown"'],
		[
			'no secret',
			'The credential has no webhook secret. Register http://127.0.0.1:\\d+/webhook/\\S+ in the dashboard',
		],
	])('(%s) reports the reason and leaves no webhook', async (name, reason) => {
		const { status, hooks } = (await doomed.results)[name] ?? {};
		expect(status).toMatchObject({
			status: 'failed',
			triggers: [{ errorMessage: expect.stringMatching(new RegExp(reason)) }],
		});
		expect(hooks).toEqual([]);
	});
});

describe('a Respond to Webhook node behind the trigger', () => {
	const leadingTo = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });

	/** The reporting workflow with such a node in the middle. */
	async function saveWithRespond(event: string, options: object): Promise<Workflow> {
		const settings = { events: [event], credential, options: { ...options } };
		const { nodes, connections, ...workflow } = reportingWorkflow(recorder.url, settings);
		const respond: WorkflowNode = {
			id: randomUUID(),
			name: 'Answer',
			type: 'n8n-nodes-base.respondToWebhook',
			typeVersion: 1.4,
			position: [130, 0],
			parameters: { respondWith: 'noData', options: {} },
		};
		return await environment.client.createWorkflow({
			...workflow,
			nodes: [...nodes, respond],
			connections: { [TRIGGER]: leadingTo(respond.name), [respond.name]: connections[TRIGGER] },
		});
	}

	it.each([
		['immediately', [200]],
		['whenFinished', [500, 500, 500, 500, 500, 500]],
	])('fails in n8n, and each attempt gets one response (%s)', async (respond, expected) => {
		const event = `answering.${respond}`;
		const workflow = await saveWithRespond(event, { respond });
		await environment.client.publish(workflow);
		const { deliveries } = await happen(event);
		expect(statuses(deliveries)).toEqual([expected]);
		const executions = await environment.client.waitForExecutions(workflow.id);
		expect(executions).toHaveLength(expected.length);
		for (const { id } of executions) {
			const { data } = await environment.client.getExecution(id);
			expect(data.resultData.error).toMatchObject({
				message: 'No Webhook node found in the workflow',
				node: { name: 'Answer' },
			});
		}
	});
});

describe('a service that does not let a hook go', () => {
	const troubles: Array<[string, FaultRequest, string]> = [
		[
			'refuses the key (401)',
			{
				operation: 'webhook.delete',
				kind: 'status',
				status: 401,
				body: { error: 'Unauthorized', message: 'The API key has expired' },
			},
			'The service did not accept the API key. .*The service says: "The API key has expired"',
		],
		['is down', { operation: '*', kind: 'drop' }, 'The connection was lost before the response was complete'],
	];

	it.each(troubles)(
		'because it %s: n8n unpublishes, logs the reason, and the next publication takes over the webhook',
		async (name, trouble, reason) => {
			const { control } = environment.service;
			const workflow = await publish(`left.${name.replaceAll(/\W+/g, '-')}`);
			const hook = structuredClone(oneHookOf(workflow));
			const logBefore = fs.statSync(environment.n8n.logFile).size;
			control.addFault(trouble);
			await environment.client.unpublish(workflow.id);
			control.clearFaults();
			expect(oneHookOf(workflow)).toEqual(hook);
			expect((await environment.client.getWorkflow(workflow.id)).active).toBe(false);
			const log = fs.readFileSync(environment.n8n.logFile).subarray(logBefore).toString();
			expect(log).toMatch(new RegExp(`Could not remove the webhook of "${TRIGGER}": .*${reason}`));
			expect(log).not.toContain(environment.service.keys.admin);

			await environment.client.publish(workflow);
			oneHookOf(workflow);
			await expectToRun(workflow.name, [workflow]);
			await environment.client.unpublish(workflow.id);
			expect(hooksOf(workflow)).toEqual([]);
		},
	);
});

it('runs on a hook that was registered by hand, and never manages it', async () => {
	const secret = 'a secret that the dashboard showed';
	const byHand = await createCredential({
		apiKey: environment.service.keys.noWebhooks,
		webhookSecret: secret,
	});
	const workflow = await save('byHand', { credential: byHand, options: { registration: 'manual' } });
	const url = `${environment.n8n.url}/webhook/${triggerOf(workflow).webhookId}/webhook`;
	const hook: Webhook = { id: 'e90000000000000000000009', url, events: ['byHand'], secret, active: true };
	webhooksOf(environment.service).set(hook.id, structuredClone(hook));

	const calls = await webhookCalls(async () => {
		await environment.client.publish(workflow);
		await expectToRun('byHand', [workflow]);
		await environment.client.unpublish(workflow.id);
	});
	expect(calls).toEqual([]);
	expect(hooksOf(workflow)).toEqual([hook]);
});

describe.each(['immediately', 'whenFinished'] as const)('a workflow that responds %s', (respond) => {
	const event = `respond.${respond}`;
	let workflow: Workflow;

	beforeAll(async () => {
		workflow = await publish(event, { options: { respond } });
	});

	it('responds with 200, and to a repeat with 200 without an execution', async () => {
		await expectRepeatToRunNothing(await expectToRun(event, [workflow]), workflow);
	});

	it('responds to a wrong signature with 401, and starts no execution', async () => {
		const executions = (await environment.client.listExecutions(workflow.id)).length;
		const hook = oneHookOf(workflow);
		const { secret } = hook;
		hook.secret = 'not the secret';
		const { deliveries } = await happen(event);
		hook.secret = secret;
		expect(statuses(deliveries)).toEqual([[401, 401, 401, 401, 401, 401]]);
		await expectToRun(event, [workflow]);
		expect(await environment.client.waitForExecutions(workflow.id)).toHaveLength(executions + 1);
	});
});

it('responds with 500 when a workflow fails that responds when it finishes, and runs the next delivery', async () => {
	const workflow = await publish('fails', { options: { respond: 'whenFinished' } });
	recorder.refuseOnce.add(lastNumber + 1);
	const happening = await happen('fails');
	expect(statuses(happening.deliveries)).toEqual([[500, 200]]);
	await expectRuns(happening.number, [workflow, workflow]);
	const executions = await environment.client.waitForExecutions(workflow.id);
	expect(executions.map(({ status }) => status)).toEqual(['success', 'error']);
	await expectRepeatToRunNothing(happening, workflow);
});

it('accepts at the first attempt what arrives while n8n gets no response from its database', async () => {
	const workflow = await publish('stalled');
	process.kill(environment.n8n.pid!, 'SIGCONT');
	await sleep(STALL_MS);
	const running = expectToRun('stalled', [workflow]);
	await sleep(500);
	fs.closeSync(fs.openSync(stall, 'w'));
	await running;
});

it('continues after a restart of n8n, and runs nothing for an earlier delivery', async () => {
	const workflow = await publish('restart');
	const before = await expectToRun('restart', [workflow]);
	const hook = structuredClone(oneHookOf(workflow));
	const calls = await webhookCalls(async () => await environment.n8n.restart());
	expect(calls).toEqual([]);
	expect(oneHookOf(workflow)).toEqual(hook);
	await expectToRun('restart', [workflow]);
	await expectRepeatToRunNothing(before, workflow);
});

describe('n8n that was killed while publishing', () => {
	let restarted: N8nInstance | undefined;

	afterAll(async () => await restarted?.stop());

	it('has one hook when it was started again, and the workflow unpublished and published', async () => {
		const { service, client, n8n } = environment;
		const workflow = await save('killed');
		service.control.addFault({ operation: 'webhook.create', kind: 'delay', delay: 1_000, times: 1 });
		const before = service.requests.length;
		const publication = client.publish(workflow).catch(() => undefined);
		const isAsked = () =>
			service.requests.slice(before).some(({ operationId }) => operationId === 'webhook.create');
		await waitFor('n8n to ask for a hook', RUN_TIMEOUT_MS, () => isAsked() || undefined);
		await n8n.kill();
		await publication;
		await waitFor('the service to act', RUN_TIMEOUT_MS, () => hooksOf(workflow).length > 0 || undefined);
		oneHookOf(workflow);

		// By default n8n assumes for two minutes that the killed process continues it. This setting shortens that
		// time.
		restarted = await startN8n({
			host: await installHost(),
			userFolder: n8n.userFolder,
			port: Number(new URL(n8n.url).port),
			packageTarball: process.env.REWARDS_ENGAGEMENT_TARBALL ?? '',
			packageName: n8n.packageName,
			packageVersion: n8n.packageVersion,
			env: {
				...QUICK,
				N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '3',
				N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '500',
			},
		});
		await client.unpublish(workflow.id);
		expect(hooksOf(workflow)).toEqual([]);
		await client.publish(workflow);
		oneHookOf(workflow);
		await expectToRun('killed', [workflow]);
	});
});

it('the service never broke its API document', () => {
	expect(environment.service.contractViolations).toEqual([]);
});
