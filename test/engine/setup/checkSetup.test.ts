import http from 'node:http';

import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeParameters,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import type { FaultRequest } from '../../../sandbox/faults/fault';
import { ids } from '../../../sandbox/resources';
import { useSteadyClock } from '../../harness/clock';
import { until } from '../../harness/process/wait';
import { watchedNode } from '../changedNode';
import { NODE, START, TRIGGER } from '../nodeTypes';
import { runGraph, runNode } from '../engine';
import { startHttpServer, type HttpServer } from '../httpServer';
import { useService, withoutPauses } from '../sandbox';

useSteadyClock();
const service = useService();
withoutPauses();

/** n8n's own address in the engine. */
const N8N = 'http://127.0.0.1:5678';

/** The checks that use the list of webhooks. */
const LISTED = ['webhooks.registered', 'webhooks.active', 'webhooks.address', 'webhooks.events'];

const ALL = [
	...['address', 'key', 'realm', 'clock', 'limit'],
	...['members:read', 'quests:read', 'realm:read', 'store:read', 'webhooks:write'].map(
		(scope) => `permission.${scope}`,
	),
	...LISTED,
	'consentApp',
];

type Checks = Record<string, IDataObject>;

const byCheck = (items: Array<{ json: IDataObject }>): Checks =>
	Object.fromEntries(items.map(({ json }) => [json.check as string, json]));

/** Checks the setup, and returns the items by the name of the check. */
async function look(
	changes: ICredentialDataDecryptedObject = {},
	parameters: INodeParameters = {},
	signal?: AbortSignal,
): Promise<Checks> {
	const { items, error } = await runNode({
		credential: service.credential(changes),
		parameters: { resource: 'realm', operation: 'checkSetup', ...parameters },
		signal,
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.check)).toEqual(inOrder(byCheck(items)));
	expect(items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
	return byCheck(items);
}

/** The expected order of all checks: wrong ones first, then those not checked or with advice, then the rest. */
function inOrder(checks: Checks): string[] {
	const wrong = notOk(checks).filter((name) => checks[name]!.checked);
	const rest = ALL.filter((name) => !wrong.includes(name));
	const second = rest.filter((name) => !checks[name]!.ok || checks[name]!.advice !== '');
	return [...wrong, ...second, ...rest.filter((name) => !second.includes(name))];
}

const notOk = (checks: Checks) => ALL.filter((name) => !checks[name]!.ok);
const notChecked = (checks: Checks) => ALL.filter((name) => !checks[name]!.ok && !checks[name]!.checked);
const fault = (more: Partial<FaultRequest>) =>
	service.control.addFault({ operation: 'realm.get', kind: 'status', ...more });
const hook = (more: { url?: string; active?: boolean; events?: string[] } = {}) => {
	const webhooks = service.state.realms.get(service.realmId)!.webhooks;
	const id = `hook-${webhooks.size}`;
	const made = {
		id,
		url: `${N8N}/webhook/hook-id/webhook`,
		events: ['member.joined'],
		active: true,
		...more,
	};
	webhooks.set(id, made);
	return made;
};

describe('a sound setup', () => {
	it('is ok in every check, and nothing is changed', async () => {
		const { id, url } = hook();
		service.control.setRateLimit({ limit: 24, windowSeconds: 60 });
		const checks = await look({ clientId: ids.app.clientId, appUrl: service.appUrl });
		expect(notOk(checks)).toEqual([]);
		expect(checks.realm!.seen).toBe(`The realm ${service.realmId} is "Lighthouse Club"`);
		expect(checks.limit!.seen).toMatch(/^\d+ of 24 requests in 60 seconds are left$/);
		expect(checks['permission.members:read']!.seen).toBe('The key can read members');
		expect(checks.consentApp!.seen).toBe('The service knows the app');
		expect(checks['webhooks.registered']!.seen).toBe(`Registered: ${id} (${url})`);
		expect(checks['webhooks.address']!.seen).toBe(`The address of this n8n instance is ${N8N}`);
		expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		expect(service.requests).toHaveLength(6);
	});

	it('shows neither the key nor a secret', async () => {
		hook({ url: `${N8N}/webhook/hook-id/webhook?key=${service.keys.admin}&secret=the-secret` });
		expect(JSON.stringify(await look({ webhookSecret: 'the-secret' }))).not.toMatch(/sandbox-key|the-secret/);
		fault({ status: 401, body: { error: `The key ${service.keys.admin} is bad, and so is the-secret` } });
		expect(JSON.stringify(await look({ webhookSecret: 'the-secret' }))).not.toMatch(/sandbox-key|the-secret/);
	});

	it('says what the credential does not have', async () => {
		const checks = await look();
		expect(notOk(checks)).toEqual([]);
		expect(checks.consentApp).toMatchObject({ checked: false });
		expect(checks['webhooks.registered']).toMatchObject({
			checked: false,
			ok: true,
			seen: 'No webhook of the realm calls this n8n instance',
			advice: expect.stringMatching(/publish it again\. .* set "Expected Webhooks"\.$/) as string,
		});
	});

	it.each([[['members:read', 'store:read']], ['={{ "members:read, store:read" }}']])(
		'can leave out unneeded permissions: %j',
		async (permissions) => {
			const { items } = await runNode({
				credential: service.credential({ apiKey: service.keys.readOnly }),
				parameters: { resource: 'realm', operation: 'checkSetup', additionalFields: { permissions } },
			});
			const names = items.map(({ json }) => json.check as string);
			expect(names.filter((name) => name.startsWith('permission'))).toEqual([
				...['permission.members:read', 'permission.store:read'],
			]);
		},
	);

	it("has the advice beside its check, in n8n's table", async () => {
		const { items } = await runNode({
			credential: service.credential(),
			parameters: { resource: 'realm', operation: 'checkSetup' },
		});
		const columns = ['name', 'ok', 'seen', 'advice', 'check', 'checked'];
		expect(items.map(({ json }) => Object.keys(json))).toEqual(items.map(() => columns));
	});
});

describe('what is wrong is named, and the rest is checked', () => {
	it('a key that the service does not accept', async () => {
		const checks = await look({ apiKey: 'nobody-knows-it', clientId: ids.app.clientId });
		expect(checks.address!.ok).toBe(true);
		expect(checks.key).toMatchObject({
			ok: false,
			checked: true,
			advice: expect.stringContaining('new key'),
		});
		const known = ['address', 'key', 'clock', 'limit'];
		expect(notChecked(checks)).toEqual(ALL.filter((name) => !known.includes(name)));
		expect(checks['permission.realm:read']!.seen).toBe('Not checked: The service did not accept the API key');
		expect(service.requests).toHaveLength(1);
	});

	it.each([
		['members:read', 'member.getMany'],
		['quests:read', 'quest.getMany'],
		['store:read', 'purchase.getMany'],
		['webhooks:write', 'webhook.getMany'],
	])('a key without %s', async (scope, operation) => {
		fault({ operation, status: 403, body: { error: 'Forbidden', message: 'No.' } });
		const checks = await look();
		expect(checks[`permission.${scope}`]).toMatchObject({
			ok: false,
			checked: true,
			seen: expect.stringMatching(/^The key cannot (read|list) /),
			advice: expect.stringContaining(`create a key with ${scope}`),
		});
		const others = scope === 'webhooks:write' ? LISTED : [];
		expect(notOk(checks)).toEqual([`permission.${scope}`, ...others]);
		expect(notChecked(checks)).toEqual(others);
	});

	it('a key of another realm', async () => {
		const checks = await look({ apiKey: service.keys.otherRealm });
		expect(checks.realm).toMatchObject({ ok: false, advice: expect.stringContaining('another realm') });
		expect(checks.key!.ok).toBe(true);
	});

	it('an unknown realm, and none at all', async () => {
		const unknown = await look({ realmId: 'f'.repeat(24) });
		expect(unknown.realm).toMatchObject({ ok: false, checked: true });
		expect(unknown.key!.ok).toBe(true);
		expect(notChecked(unknown)).toEqual(ALL.filter((name) => /permission|webhooks/.test(name)));
		const checks = await look({ realmId: '' });
		expect(checks.realm).toMatchObject({ ok: false, seen: 'No realm is given' });
		expect([checks.address!.ok, checks.key!.ok]).toEqual([true, true]);
		expect(checks['permission.members:read']!.checked).toBe(false);
	});

	it.each([
		// The service's clock has whole seconds, and the request takes a part of one.
		[-3_600_000, /(3599|360\d) seconds ahead/],
		[3_600_000, /(359\d|3600) seconds behind/],
	])('a clock that differs by %d ms', async (difference, words) => {
		const date = new Date(Date.now() + difference).toUTCString();
		fault({ status: 200, body: { id: service.realmId, name: 'Club' }, headers: { date } });
		const { clock } = await look();
		expect(clock).toMatchObject({ ok: false, seen: expect.stringMatching(words) });
	});

	it('a limit that is used up, and one that is near', async () => {
		service.control.setRateLimit({ limit: 1, windowSeconds: 60 });
		expect((await look()).limit).toMatchObject({ ok: false, seen: 'The rate limit is used up' });
		const { limit, ...others } = await look();
		expect(limit).toMatchObject({ ok: false, checked: true, seen: 'The rate limit is used up' });
		expect(others.key).toMatchObject({ ok: false, checked: false });
		expect(others.address!.ok).toBe(true);
		service.control.setRateLimit({ limit: 5, windowSeconds: 60 });
		expect((await look()).limit).toMatchObject({ ok: false, seen: expect.stringContaining('0 of 5') });
	});

	it('what this installation does not offer', async () => {
		fault({ operation: 'quest.getMany', status: 404, body: { error: 'Not Found', message: 'No.' } });
		expect((await look())['permission.quests:read']).toMatchObject({
			ok: true,
			checked: false,
			seen: 'This installation does not offer to read quests',
		});
	});

	it('an app that the service does not know, and one without a page', async () => {
		const unknown = await look({ clientId: 'nobody', appUrl: service.appUrl });
		expect(unknown.consentApp).toMatchObject({ ok: false, checked: true });
		const pageless = await look({ clientId: ids.app.clientId });
		expect(pageless.consentApp).toMatchObject({
			ok: false,
			seen: expect.stringContaining('"App URL" in the credential must start with https://'),
		});
	});
});

describe('the list of checks', () => {
	describe('of a service on the internet', () => {
		let proxy: HttpServer;
		let environment: jest.ReplaceProperty<NodeJS.ProcessEnv>;
		beforeAll(async () => {
			proxy = await startHttpServer(({ method, url, headers }, response) => {
				const { pathname, search } = new URL(url!);
				http
					.request(service.baseUrl + pathname + search, { method, headers }, (answer) =>
						answer.pipe(response.writeHead(answer.statusCode!, answer.headers)),
					)
					.end();
			});
			environment = jest.replaceProperty(process, 'env', { ...process.env, http_proxy: proxy.url });
		});
		afterAll(async () => {
			environment.restore();
			await proxy.stop();
		});

		it('puts passed checks with advice before those without', async () => {
			fault({ operation: 'quest.getMany', status: 500 });
			const checks = await look({ baseUrl: 'http://service.example', clientId: 'nobody' });
			expect(checks['webhooks.address']).toMatchObject({
				ok: true,
				seen: `The service cannot reach n8n at ${N8N}`,
				advice: expect.stringContaining('WEBHOOK_URL'),
			});
			expect(Object.keys(checks).slice(0, 5)).toEqual([
				...['consentApp', 'permission.quests:read', 'webhooks.registered', 'webhooks.address', 'address'],
			]);
			// Now a webhook needs the address.
			hook();
			expect((await look({ baseUrl: 'http://service.example' }))['webhooks.address']!.ok).toBe(false);
		});

		it('says that a service in the same network cannot reach an address that means this computer', async () => {
			hook();
			const { 'webhooks.address': address } = await look({ baseUrl: 'http://rewards:3000' });
			expect(address).toMatchObject({ ok: false, seen: `The service cannot reach n8n at ${N8N}` });
		});
	});
});

describe('a service that is away or odd', () => {
	it.each([
		['nothing listens', () => ({ baseUrl: 'http://127.0.0.1:1' })],
		['the address is none', () => ({ baseUrl: 'no address' })],
		['there is no address', () => ({ baseUrl: '' })],
		['the connection breaks off', () => void fault({ operation: '*', kind: 'drop' })],
		['a web page comes', () => void fault({ operation: '*', kind: 'html' })],
		[
			'it redirects',
			() => void fault({ operation: '*', kind: 'redirect', location: 'https://elsewhere.example' }),
		],
		['a proxy fails', () => void fault({ operation: '*', kind: 'html', status: 502 })],
	])('returns all checks when %s, and reports it only for the address', async (_what, arrange) => {
		const checks = await look(arrange() ?? {});
		expect(checks.address).toMatchObject({ ok: false, checked: true });
		expect(checks.address!.advice).not.toBe('');
		expect(notOk(checks).filter((name) => checks[name]!.checked)).toEqual(['address']);
		expect(notChecked(checks)).toEqual(ALL.filter((name) => name !== 'address' && name !== 'consentApp'));
		expect(service.requests.length).toBeLessThanOrEqual(2);
	});

	it.each(['timeout', 'delay'] as const)('gives all checks in time when it hangs (%s)', async (kind) => {
		fault({ operation: '*', kind, ...(kind === 'delay' && { delay: 60_000 }) });
		const began = Date.now();
		const checks = await look({}, { options: { timeoutSeconds: 0.3 } });
		expect(Date.now() - began).toBeLessThan(6_000);
		expect(notOk(checks).filter((name) => checks[name]!.checked)).toEqual(['address']);
	});

	it('does not take a fault of the service for a missing permission', async () => {
		fault({ operation: 'member.getMany', status: 500 });
		fault({ operation: 'consent.getApp', status: 500 });
		const checks = await look({ clientId: ids.app.clientId });
		expect(notOk(checks)).toEqual(['permission.members:read', 'consentApp']);
		expect(notChecked(checks)).toEqual(notOk(checks));
	});

	it('is asked again where that may help', async () => {
		fault({ status: 503, times: 1 });
		expect(notOk(await look())).toEqual([]);
	});

	it('takes a refusal with an empty list for no list of webhooks', async () => {
		const body = { success: false, data: [], message: 'Forbidden' };
		fault({ operation: 'webhook.getMany', status: 403, body });
		expect(notChecked(await look())).toEqual(LISTED);
	});

	it.each([408, 429])('does not take the status %d for a wrong app', async (status) => {
		fault({ operation: 'consent.getApp', status });
		const { consentApp, limit } = await look({ clientId: ids.app.clientId });
		expect(consentApp).toMatchObject({ ok: false, checked: false });
		expect(limit!.ok).toBe(status === 408);
	});

	it('lists webhooks that cannot be read', async () => {
		fault({ operation: 'webhook.getMany', status: 200, body: { data: [{ id: 1 }, 'odd'] } });
		const checks = await look();
		expect(notChecked(checks)).toEqual(LISTED);
	});

	it('ends when the execution is cancelled', async () => {
		fault({ operation: '*', kind: 'timeout' });
		const abort = new AbortController();
		const { nodeType, ended } = watchedNode();
		const running = runNode({
			credential: service.credential(),
			parameters: { resource: 'realm', operation: 'checkSetup' },
			signal: abort.signal,
			nodeType,
		}).catch(() => undefined);
		await until('a request', () => service.requests.length > 0);
		const cancelledAt = Date.now();
		abort.abort();
		await Promise.all([running, ended]);
		expect(Date.now() - cancelledAt).toBeLessThan(1_000);
	});
});

describe('the webhooks of this n8n', () => {
	const triggerNode = (parameters: INodeParameters = {}): Partial<INode> & { type: string } => ({
		type: TRIGGER,
		webhookId: 'hook-id',
		parameters: { events: ['member.joined', 'quest.completed'], ...parameters },
	});

	/** Runs the check inside the workflow with the trigger. */
	async function within(trigger = triggerNode(), mode?: 'manual'): Promise<Checks> {
		const { of } = await runGraph({
			mode,
			credential: service.credential(),
			nodes: {
				Start: { type: START },
				Trigger: trigger,
				Check: { type: NODE, parameters: { resource: 'realm', operation: 'checkSetup' } },
			},
			connections: { Start: [['Check']] },
		});
		return byCheck(of('Check').items);
	}

	it.each(['n8n.example.com', 'n8n:5678'])(
		'are checked, and their address is reported, when n8n has the address %s',
		async (address) => {
			class Elsewhere extends RewardsEngagement {
				override async execute(this: IExecuteFunctions) {
					const additional = Reflect.get(this, 'additionalData') as IWorkflowExecuteAdditionalData;
					additional.webhookWaitingBaseUrl = `${address}/webhook-waiting`;
					return await RewardsEngagement.prototype.execute.call(this);
				}
			}
			hook();
			const { items, error } = await runNode({
				nodeType: new Elsewhere(),
				credential: service.credential(),
				parameters: { resource: 'realm', operation: 'checkSetup' },
			});
			expect(error).toBeUndefined();
			expect(byCheck(items)['webhooks.address']).toMatchObject({
				seen: expect.stringMatching(
					/^The service cannot reach n8n at (n8n:5678|the address in WEBHOOK_URL)$/,
				),
				advice: expect.stringContaining('Set WEBHOOK_URL to the public URL of n8n'),
			});
		},
	);

	it('are ok when they deliver what the trigger of the workflow wants', async () => {
		hook({ events: ['quest.completed', 'member.joined'] });
		expect(notOk(await within())).toEqual([]);
	});

	it('are reported when the webhook of a published trigger is missing', async () => {
		const { 'webhooks.registered': registered } = await within();
		expect(registered).toMatchObject({
			ok: false,
			seen: 'No webhook is registered for "Trigger"',
			advice: 'To register one, unpublish the workflow and publish it again.',
		});
	});

	it('of other workflows are reported when there are fewer than expected', async () => {
		const expecting = async (expectedWebhooks: number) =>
			(await look({}, { additionalFields: { expectedWebhooks } }))['webhooks.registered'];
		hook({ url: `${N8N}/webhook/another-workflow/webhook` });
		hook({ url: 'https://elsewhere.example/webhook/hook-id/webhook' });
		expect(await expecting(1)).toMatchObject({ ok: true, checked: true, advice: '' });
		expect(await expecting(2)).toMatchObject({
			ok: false,
			checked: true,
			seen: 'Of 2 expected webhooks, 1 call this n8n instance',
			advice: 'Publish the workflows with the trigger again, or correct "Expected Webhooks".',
		});
		service.state.realms.get(service.realmId)!.webhooks.delete('hook-0');
		expect(await expecting(1)).toMatchObject({ ok: false, checked: true });
		expect(await expecting(0)).toMatchObject({ ok: true });
	});

	it('are not counted when the service hides their addresses', async () => {
		hook({ url: '***' });
		const checks = await look({}, { additionalFields: { expectedWebhooks: 1 } });
		expect(checks['webhooks.registered']).toMatchObject({
			ok: false,
			checked: false,
			seen: 'Not checked: the service does not show the address of each webhook',
		});
	});

	it('are not reported when the trigger is registered manually or switched off', async () => {
		expect(notOk(await within(triggerNode({ options: { registration: 'manual' } })))).toEqual([]);
		expect(notOk(await within({ ...triggerNode(), disabled: true }))).toEqual([]);
	});

	const INACTIVE = {
		seen: `Inactive: hook-0 (${N8N}/webhook/hook-id/webhook)`,
		advice: 'Activate it with Webhook → Update, or unpublish the workflow and publish it again.',
	};
	const lacking = (types: string) => ({
		seen: `Not all events are delivered: "Trigger" needs ${types}`,
		advice: 'To set them, unpublish the workflow and publish it again.',
	});

	it.each<[string, Parameters<typeof hook>[0], Record<string, { seen: string; advice: string }>]>([
		['lack all events', { events: [] }, { 'webhooks.events': lacking('member.joined, quest.completed') }],
		[
			'are switched off and lack an event',
			{ active: false, events: ['member.joined'] },
			{ 'webhooks.active': INACTIVE, 'webhooks.events': lacking('quest.completed') },
		],
	])('are named when they %s', async (_what, more, wrong) => {
		hook({ events: ['member.joined', 'quest.completed'], ...more });
		const checks = await within();
		expect(notOk(checks)).toEqual(Object.keys(wrong));
		expect(checks).toMatchObject(wrong);
	});

	it('are named when they belong to no trigger and deliver no event', async () => {
		hook({ events: ['member.joined', 'quest.completed'] });
		hook({ url: `${N8N}/webhook/by-hand`, events: [] });
		const checks = await within();
		expect(notOk(checks)).toEqual(['webhooks.events']);
		expect(checks['webhooks.events']).toMatchObject({
			seen: `No event is delivered: hook-1 (${N8N}/webhook/by-hand)`,
			advice: 'Set its events with Webhook → Update.',
		});
	});

	it('are named when they call a former address, and the trigger has none at its own', async () => {
		const former = hook({ url: 'https://former.example/webhook/hook-id/webhook' });
		const checks = await within();
		expect(notOk(checks)).toEqual(['webhooks.registered', 'webhooks.address']);
		expect(checks['webhooks.registered']!.seen).toBe('No webhook is registered for "Trigger"');
		expect(checks['webhooks.address']).toMatchObject({
			seen: `Registered for another address than that of this n8n instance: ${former.id} (${former.url}). Its address is ${N8N}`,
			advice: expect.stringMatching(/^If another n8n uses that address, leave/),
		});
	});

	it('are ok when the service does not list their events', async () => {
		hook({ events: undefined });
		expect(notOk(await within())).toEqual([]);
	});

	it.each([
		['events', { events: '={{ $json.events }}' }],
		['custom events', { options: { customEvents: '={{ $json.events }}' } }],
	])('are not compared with an expression for the %s', async (_what, parameters) => {
		hook({ events: ['store.purchase.completed'] });
		expect(notOk(await within(triggerNode(parameters)))).toEqual([]);
	});

	it('are ok with custom events, and named when they lack one', async () => {
		hook({ events: ['member.joined', 'quest.completed', 'game.won'] });
		expect(notOk(await within(triggerNode({ options: { customEvents: 'game.won' } })))).toEqual([]);
		const checks = await within(triggerNode({ options: { customEvents: 'game.won, game.lost' } }));
		expect(checks['webhooks.events']!.seen).toBe('Not all events are delivered: "Trigger" needs game.lost');
	});

	it('are recognized by the ID of the trigger when the service masks the host', async () => {
		hook({ url: 'https://***/webhook/hook-id/webhook', events: ['quest.completed', 'member.joined'] });
		expect(notOk(await within())).toEqual([]);
	});

	it('are ok when the service lists their address in another form', async () => {
		hook({
			url: `${N8N.replace('http://', '')}/webhook/hook-id/webhook/`,
			events: ['quest.completed', 'member.joined'],
		});
		expect(notOk(await within())).toEqual([]);
	});

	it('are told from one that calls a former address, which is named with its ID and what to do', async () => {
		const former = hook({ url: 'https://former.example/webhook/hook-id/webhook' });
		hook({ events: ['quest.completed', 'member.joined'] });
		const checks = await within();
		expect(notOk(checks)).toEqual(['webhooks.address']);
		expect(checks['webhooks.address']).toMatchObject({
			seen: expect.stringContaining(`${former.id} (${former.url})`),
			advice: expect.stringMatching(
				/another n8n uses that address.* delete it by this ID with Webhook → Delete/,
			),
		});
	});

	it('are not missed in an execution by hand, where n8n does not tell whether the trigger is published', async () => {
		expect(notOk(await within(triggerNode(), 'manual'))).toEqual([]);
	});

	it('are named when two call the same address', async () => {
		for (let count = 0; count < 2; count++) hook({ events: ['member.joined', 'quest.completed'] });
		const checks = await within();
		expect(notOk(checks)).toEqual(['webhooks.events']);
		expect(checks['webhooks.events']).toMatchObject({
			seen: expect.stringMatching(/arrives several times: hook-0 .* hook-1 /),
			advice: expect.stringMatching(/^Delete all but one with Webhook → Delete/),
		});
	});

	it('of others are ignored', async () => {
		hook({ url: 'https://somebody.example/hook', active: false, events: [] });
		expect(notOk(await look())).toEqual([]);
	});
});
