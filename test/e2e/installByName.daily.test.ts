// Every day, because it installs, updates and removes the package by name in a browser, and waits for redeliveries. At once: test/e2e/reviewerTour.test.ts, test/engine/trigger/triggerRegistration.test.ts.
import fs from 'node:fs';
import path from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { startService, type Service } from '../../sandbox/service';
import { temporaryFolder } from '../../scripts/lib/folder';
import { packageTarball } from '../../scripts/lib/pack';
import { awardPoints } from '../harness/browser/awardPoints';
import { openBrowser } from '../harness/browser/chromium';
import { CommunityNodes } from '../harness/browser/communityNodes';
import { Editor } from '../harness/browser/editor';
import { Presenter } from '../harness/browser/presenter';
import { OPEN_TIMEOUT_MS } from '../harness/environment';
import { EffectRecorder } from '../harness/http/effectRecorder';
import { N8nClient, type Login, type Workflow, type WorkflowInput } from '../harness/n8n/client';
import { installHost } from '../harness/n8n/install';
import { startN8n, type N8nInstance } from '../harness/n8n/instance';
import { packageIdentity } from '../harness/n8n/open';
import { freePort } from '../harness/process/ports';
import { waitFor } from '../harness/process/wait';
import { startRegistryProxy, type RegistryProxy } from '../harness/registry/proxy';
import {
	npmWithoutSettings,
	packAsNext,
	packLastRelease,
	publish,
	startRegistry,
	type Registry,
	type Version,
} from '../harness/registry/registry';
import { byId } from '../harness/workflows/nodes';
import { adminCredential } from '../harness/workflows/questBonus';
import { UpdateWorkflows, type Run } from '../harness/workflows/updateWorkflows';

/**
 * One n8n goes through the life of a package: it is installed by name, updated, downgraded and removed. What the
 * tests find at a step is what the step before left.
 */

const { packageName } = packageIdentity();
const login: Login = { email: 'owner@rewards-engagement.example', password: 'N8n-by-name-1' };
/** The service redelivers for almost three minutes, which is longer than an update takes. */
const REDELIVERIES = [1_000, 3_000, 10_000, 30_000, 120_000];
const STEP_MS = 480_000;
/** So long the registry takes for each response during an update. Events happen meanwhile. */
const SLOW_MS = 700;
const EVENTS_DURING_UPDATE = 8;

const folder = temporaryFolder('by-name');
const inFolder = (name: string) => {
	const made = path.join(folder.path, name);
	fs.mkdirSync(made);
	return made;
};

let registry: Registry;
let proxy: RegistryProxy;
let service: Service;
let recorder: EffectRecorder<Run>;
let n8n: N8nInstance;
let client: N8nClient;
let browser: Browser;
let page: Page;
let settings: CommunityNodes;
/** The version that users have, and the version of this project. */
let last: Version;
let next: Version;

beforeAll(async () => {
	const host = await installHost();
	registry = await startRegistry(host.node, inFolder('registry'));
	last = await packLastRelease(inFolder('last'));
	next = await packAsNext(await packageTarball(inFolder('packed')), last, inFolder('next'));
	await publish(last, registry);
	proxy = await startRegistryProxy(folder.path, registry, packageName);
	service = await startService({ retryDelays: REDELIVERIES });
	recorder = new EffectRecorder<Run>();
	await recorder.start();
	n8n = await startN8n({
		host,
		userFolder: inFolder('n8n'),
		port: await freePort(),
		...packageIdentity(),
		env: { ...proxy.env, ...npmWithoutSettings(folder.path) },
	});
	client = new N8nClient(n8n.url);
	await client.setUpOwner(login);
	browser = await openBrowser();
	({ page } = await Editor.open(browser, client, 'light'));
	settings = new CommunityNodes(page, n8n.url);
}, OPEN_TIMEOUT_MS);

afterAll(async () => {
	await browser?.close();
	await n8n?.stop();
	await recorder?.stop();
	await service?.stop();
	await proxy?.stop();
	await registry?.stop();
	folder.remove();
});

/** Keeps a picture of the page in the folder that REWARDS_ENGAGEMENT_PICTURES names. */
async function picture(name: string): Promise<void> {
	const pictures = process.env.REWARDS_ENGAGEMENT_PICTURES;
	if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`), scale: 'css' });
}

/** The member who gets the payments of a workflow, and no others. */
const payees = new Map<string, string>();
const workflows = new Map<string, Workflow>();
const named = (name: string) => workflows.get(name)!;

/** The points of a member. */
const balanceOf = (member: string) =>
	service.control
		.ledger()
		.accounts.filter(
			({ holder, currencyId }) => holder === member && currencyId === service.ids.currencies.stars,
		)
		.reduce((sum, { balance }) => sum + balance, 0);
const paidBy = (name: string) => balanceOf(payees.get(name)!);

async function save(workflow: WorkflowInput): Promise<Workflow> {
	const saved = await client.createWorkflow(workflow);
	workflows.set(workflow.name, saved);
	return saved;
}

function payment(name: string, amount: number) {
	const member = service.control.joinMember(`payee of ${name}`).id;
	payees.set(name, member);
	return { serviceId: byId(member), currencyId: byId(service.ids.currencies.stars), amount };
}

/** The trigger of the workflow that is started by hand. */
const MANUAL_START = 'Start';

let lastNumber = 0;

/** Causes an event, without waiting for its delivery. Returns its number and its delivery. */
function happen(event: string) {
	lastNumber += 1;
	const [delivery, ...others] = service.control.emit(event, { number: lastNumber });
	expect([delivery === undefined, others.length]).toEqual([false, 0]);
	return { number: lastNumber, id: delivery!.id, delivery: delivery! };
}

const runsOf = (number: number) => recorder.reportsOf(number).length;

async function untilRun(number: number): Promise<void> {
	await waitFor(`the workflow to run for event ${number}`, STEP_MS, () => runsOf(number) > 0 || undefined);
}

/** Delivers an event again, and waits until the service has the response. */
async function repeat(id: string): Promise<void> {
	service.control.repeatDelivery(id);
	await service.control.settled();
}

const hooks = () =>
	[...service.state.realms.get(service.realmId)!.webhooks.values()].map(({ id, url }) => ({ id, url }));

/** The members that a workflow with the poll trigger reported, and the members who joined since it was published. */
const polled = (by = 'newcomers') =>
	recorder.reports.flatMap(({ workflow, member = '' }) => (workflow === by ? [member] : []));
const joined: string[] = [];
const join = (name: string) => joined.push(service.control.joinMember(name).id);

async function untilPolled(by?: string): Promise<void> {
	await waitFor('the members to be polled', STEP_MS, () => polled(by).length >= joined.length || undefined);
}

const installed = async () => {
	const [found, ...others] = await client.listPackages();
	expect(others).toEqual([]);
	return found!;
};

const isInstalled = async () => (await client.listPackages()).length > 0;

it(
	'n8n installs it by name, after a warning, and shows its name, nodes, version and author',
	async () => {
		await settings.visit();
		const { warning, isAllowedBefore } = await settings.enter(packageName);
		await picture('1 dialog');
		expect(warning).toContain('I understand the risks of installing unverified code from a public source.');
		expect(isAllowedBefore).toBe(false);
		await settings.install();
		await picture('2 installed');
		const card = await settings.read();
		expect(card).toMatchObject({ name: packageName, version: `v${last.version}` });
		expect(card.nodes.split(',').sort()).toEqual([
			'Rewards and Engagement',
			'Rewards and Engagement Consent Trigger',
			'Rewards and Engagement Poll Trigger',
			'Rewards and Engagement Trigger',
		]);
		expect(await installed()).toMatchObject({
			authorName: 'The n8n-nodes-rewards-engagement maintainers',
			authorEmail: 'maintainers@rewards-engagement.example',
		});
		const asked = proxy.requests.filter(({ path: of }) => of.startsWith(`/${packageName}`));
		expect(asked.map(({ status }) => status)).not.toContain(404);
		expect(asked.some(({ path: of }) => of.endsWith('.tgz'))).toBe(true);
	},
	STEP_MS,
);

it(
	'workflows of that version pay, poll, and wait for an export',
	async () => {
		const make = new UpdateWorkflows(recorder.url, await adminCredential(client, service));
		await save(make.payPerEvent('visit', payment('visit', 3)));
		await save(make.payAfterExport('export', service.ids.exports.stalled, payment('export', 7)));
		await save(make.payByKey('bonus of November', payment('bonus of November', 11)));
		await save(make.pollMembers('newcomers'));
		await save(make.pollMembers('newcomers, later', service.ids.exports.stalled));
		for (const name of ['visit', 'export', 'newcomers', 'newcomers, later'])
			await client.publish(named(name));
		await untilEventsArrive();
		join('first newcomer');
		await untilPolled();
		const { status } = await client.runToEnd(named('bonus of November'), MANUAL_START);
		expect(status).toBe('success');
		expect(paidBy('bonus of November')).toBe(11);
	},
	STEP_MS,
);

async function untilEventsArrive(): Promise<void> {
	const { number } = happen('visit');
	await untilRun(number);
	await service.control.settled();
}

/** What a change of the version must keep. */
interface Before {
	hooks: unknown;
	nodes: unknown;
	visit: { number: number; id: string };
}

async function before(): Promise<Before> {
	const visit = happen('visit');
	await untilRun(visit.number);
	await service.control.settled();
	return { hooks: hooks(), nodes: await savedNodes(), visit };
}

async function savedNodes(): Promise<unknown> {
	return await Promise.all(
		[...workflows.values()].map(async ({ id }) => (await client.getWorkflow(id)).nodes),
	);
}

/** Retries failed executions, as a person does. One that starts a node while n8n loads the other version fails. */
async function retryFailed({ id: workflowId }: Workflow): Promise<void> {
	const failed = (await client.waitForExecutions(workflowId)).filter(({ status }) => status === 'error');
	for (const { id } of failed) await client.retryExecution(id);
}

/** Events happen while the version changes. None is lost, and none runs twice. */
async function whileEventsHappen(change: () => Promise<void>): Promise<void> {
	const paid = paidBy('visit');
	const numbers: number[] = [];
	proxy.delay(SLOW_MS);
	let isOver = false;
	const changing = change().finally(() => (isOver = true));
	while (!isOver || numbers.length < EVENTS_DURING_UPDATE) {
		const { number, delivery } = happen('visit');
		numbers.push(number);
		join(`during ${numbers.length} of ${lastNumber}`);
		await waitFor('a response to a delivery', STEP_MS, () => delivery.attempts.length > 0 || undefined);
		// Growing pauses, because on a busy machine a steady stream of events kept n8n from ending the update.
		const pause = SLOW_MS * Math.max(1, numbers.length / EVENTS_DURING_UPDATE);
		await new Promise((resolve) => setTimeout(resolve, pause));
	}
	proxy.delay(0);
	await changing;
	for (const name of ['visit', 'newcomers']) await retryFailed(named(name));
	for (const number of numbers) await untilRun(number);
	await service.control.settled();
	expect(numbers.map(runsOf)).toEqual(numbers.map(() => 1));
	expect(paidBy('visit') - paid).toBe(3 * numbers.length);
}

/** After a change of the version everything continues where it was. */
async function expectToContinue(was: Before): Promise<void> {
	expect(hooks()).toEqual(was.hooks);
	expect(await savedNodes()).toEqual(was.nodes);
	await repeat(was.visit.id);
	const bonus = await client.runToEnd(named('bonus of November'), MANUAL_START);
	const [run] = bonus.data.resultData.runData.Award ?? [];
	expect(run?.data?.main[0]?.map(({ json }) => json.skipped)).toEqual([true]);
	expect(paidBy('bonus of November')).toBe(11);
	await untilEventsArrive();
	expect(runsOf(was.visit.number)).toBe(1);
	join(`after ${lastNumber}`);
	await untilPolled();
	expect(polled()).toEqual(joined);
}

it(
	'an update keeps the webhook, the keys, the events and the poll position, also of events that happen meanwhile',
	async () => {
		const was = await before();
		const waiting = happen('export');
		await waitFor(
			'the export to be waited for',
			STEP_MS,
			() => service.requests.some(({ path: of }) => of.includes(service.ids.exports.stalled)) || undefined,
		);
		await publish(next, registry);
		await settings.visit();
		await whileEventsHappen(async () => {
			await settings.update(next.version);
		});
		await picture('3 updated');
		expect((await installed()).installedVersion).toBe(next.version);

		// These executions wait since before the update. No redelivery and no poll may start another beside them.
		await repeat(waiting.id);
		const polls = service.requests.length;
		await waitFor(
			'the next poll',
			STEP_MS,
			() => service.requests.slice(polls).some(({ path: of }) => of.includes('/members')) || undefined,
		);
		expect((await client.listExecutions(named('export').id)).map(({ status }) => status)).toContain(
			'running',
		);
		Object.assign(service.state.exports.get(service.ids.exports.stalled)!, {
			fate: 'finish',
			completedAt: new Date().toISOString(),
		});
		await untilRun(waiting.number);
		await service.control.settled();
		await client.waitForExecutions(named('export').id);
		expect(runsOf(waiting.number)).toBe(1);
		expect(paidBy('export')).toBe(7);
		await expectToContinue(was);
		await untilPolled('newcomers, later');
		await client.waitForExecutions(named('newcomers, later').id);
		expect([...polled('newcomers, later')].sort()).toEqual([...joined].sort());
	},
	2 * STEP_MS,
);

it(
	'a search for "award" finds the action, and a workflow that is built with it pays',
	async () => {
		const ada = service.ids.members.ada;
		const before = balanceOf(ada);
		await page.goto(`${n8n.url}/workflow/new`);
		const presenter = await Presenter.open(page, true);
		await awardPoints(presenter, { n8n }, 'award');
		await picture('4 paid');
		expect(balanceOf(ada) - before).toBe(25);
		const icons = page.locator('img[src*="rewardsEngagement"]');
		expect(await icons.count()).toBeGreaterThan(0);
		const width = await icons
			.first()
			.evaluate((icon) => (icon as unknown as { naturalWidth: number }).naturalWidth);
		expect(width).toBeGreaterThan(0);
	},
	2 * STEP_MS,
);

it(
	'a downgrade keeps the same',
	async () => {
		const was = await before();
		await whileEventsHappen(async () => {
			await client.updatePackage(packageName, last.version);
		});
		expect((await installed()).installedVersion).toBe(last.version);
		await expectToContinue(was);
	},
	2 * STEP_MS,
);

it(
	'after an uninstall n8n refuses deliveries, and an install of a version runs them when they are redelivered',
	async () => {
		const was = await before();
		await settings.visit();
		expect(await settings.uninstall(isInstalled)).toContain('Uninstall node package');
		await picture('5 uninstalled');
		expect(await client.listPackages()).toEqual([]);
		expect(hooks()).toEqual(was.hooks);
		const waiting = happen('visit');
		await waitFor('n8n to refuse it', STEP_MS, () => waiting.delivery.attempts.length > 1 || undefined);
		const [attempt] = waiting.delivery.attempts;
		expect(attempt?.status).toBe(400);
		expect(attempt?.responseBody).toContain('Unrecognized node type');

		await settings.enter(`${packageName}@${next.version}`);
		await settings.install();
		expect((await installed()).installedVersion).toBe(next.version);
		await untilRun(waiting.number);
		await service.control.settled();
		expect(runsOf(waiting.number)).toBe(1);
		await expectToContinue(was);
	},
	2 * STEP_MS,
);

it(
	'after an uninstall an unpublished trigger leaves its webhook, until you install, publish and unpublish again',
	async () => {
		const left = hooks();
		await settings.visit();
		await settings.uninstall(isInstalled);
		const { id } = named('visit');
		await client.unpublish(id);
		expect((await client.waitForPublication(id)).status).toBe('not_published');
		expect(hooks()).toEqual(left);

		await client.installPackage(packageName);
		await client.publish(await client.getWorkflow(id));
		expect(hooks()).toEqual(left);
		await untilEventsArrive();
		await client.unpublish(id);
		expect(hooks()).toHaveLength(left.length - 1);
	},
	2 * STEP_MS,
);
