import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { TriggerNode } from './triggerNode';
import { WebhookService, type KeptHook } from './webhookService';

const KEY = 'the-key-of-the-service';
const REALM = 'a00000000000000000000001';
const OTHER_REALM = 'a00000000000000000000002';

let service: WebhookService;
let trigger: TriggerNode;
let others: WebhookService[] = [];

/** Another service, for a user who moves. */
async function startNext(): Promise<WebhookService> {
	const next = await new WebhookService().start();
	others.push(next);
	return next;
}

const credential = (changes: ICredentialDataDecryptedObject = {}) => ({
	baseUrl: service.baseUrl,
	apiKey: KEY,
	realmId: REALM,
	...changes,
});
const parametersOf = (changes: INodeParameters = {}) => ({ events: ['quest.completed'], ...changes });
/** A webhook as a service lists it that shows its address in another form. */
const withAddress = (form: (url: string) => string) => (hook: KeptHook) => ({ ...hook, url: form(hook.url) });
const listed = () => service.hooks.map(({ id, realm, url }) => ({ id, realm, url }));
const envelope = (number = 1) => JSON.stringify({ type: 'quest.completed', data: { number } });
const changing = () =>
	service.requests.map(({ request }) => request).filter((request) => !request.startsWith('GET'));

beforeEach(async () => {
	service = await new WebhookService().start();
	trigger = new TriggerNode(parametersOf(), credential());
	await trigger.listen();
});
afterEach(async () => {
	await Promise.all([trigger.close(), service.stop(), ...others.map(async (other) => await other.stop())]);
	others = [];
	expect(trigger.thrown).toEqual([]);
});

describe('an address that nobody outside can reach', () => {
	it.each(['http://n8n:5678', 'https://192.168.1.20', 'https://n8n.internal'])(
		'%s is refused at publishing before anything is sent, and the poll trigger is named',
		async (address) => {
			trigger.address = address;
			trigger.credential = credential({ baseUrl: 'https://rewards.example' });
			await expect(trigger.create()).rejects.toThrow(/The service cannot reach n8n.*Poll Trigger/s);
			expect([trigger.nodeData, service.requests]).toEqual([{}, []]);
		},
	);

	it('is registered where the service is inside too', async () => {
		trigger.address = 'http://n8n:5678';
		await trigger.publish();
		expect(listed()).toHaveLength(1);
		expect(trigger.warnings).toEqual([]);
	});
});

describe('a registration is removed where it was made', () => {
	beforeEach(async () => await trigger.publish());

	it("when the credential's realm has changed since", async () => {
		trigger.credential = credential({ realmId: OTHER_REALM });
		await trigger.delete();
		expect([listed(), trigger.place]).toEqual([[], {}]);
	});

	it('when the realm of the trigger has changed since', async () => {
		trigger.parameters = parametersOf({ realmId: OTHER_REALM });
		await trigger.delete();
		expect(listed()).toEqual([]);
	});

	it('when the realm has changed, and the parameters cannot be told any more', async () => {
		trigger.credential = credential({ realmId: '' });
		trigger.parameters = parametersOf({ realmId: '={{ $json.nope }}', events: '={{ $json.nope }}' });
		await trigger.delete();
		expect(listed()).toEqual([]);
	});

	it('when it is set up by hand now', async () => {
		trigger.parameters = parametersOf({ options: { registration: 'manual' } });
		trigger.credential = credential({ webhookSecret: 'by hand' });
		await trigger.publish();
		expect([listed(), trigger.place]).toEqual([[], {}]);
	});

	it.each<[string, () => void]>([
		["credential's realm", () => (trigger.credential = credential({ realmId: OTHER_REALM }))],
		["trigger's realm", () => (trigger.parameters = parametersOf({ realmId: OTHER_REALM }))],
	])('by publishing with another %s, which leaves one', async (_what, change) => {
		const [{ id }] = listed() as [KeptHook];
		change();
		await trigger.publish();
		expect(listed()).toEqual([
			{ id: trigger.nodeData.webhookId, realm: trigger.nodeData.realmId, url: trigger.url },
		]);
		expect(listed()[0]!.id).not.toBe(id);
		await trigger.delete();
		expect(listed()).toEqual([]);
	});
});

describe('a registration that cannot be removed', () => {
	beforeEach(async () => await trigger.publish());

	it('at another base URL, because the key is not sent there, does not hinder publishing', async () => {
		const [{ id }] = listed() as [KeptHook];
		const next = await startNext();
		const asked = service.requests.length;
		const stays = `The webhook ${id} may still be registered in realm ${REALM} at ${service.baseUrl} for ${trigger.url}. If it is, delete it`;
		trigger.credential = credential({ baseUrl: next.baseUrl });
		await expect(trigger.delete()).rejects.toThrow(`The key is not sent to the former service. ${stays}`);
		const told = trigger.warnings.length;
		await trigger.publish();
		expect(next.hooks).toHaveLength(1);
		await trigger.delete();
		expect([next.hooks, trigger.place]).toEqual([[], {}]);
		expect(trigger.warnings.slice(told)).toEqual([
			expect.stringMatching(/^"Trigger" left a webhook behind\..* may still be registered/),
		]);
		expect(service.requests).toHaveLength(asked);
	});

	it('because its service is gone does not hinder publishing elsewhere', async () => {
		const [{ id }] = listed() as [KeptHook];
		await service.stop();
		const next = await startNext();
		await expect(trigger.delete()).rejects.toThrow(`${id} may still be registered`);
		trigger.credential = { baseUrl: next.baseUrl, apiKey: KEY, realmId: REALM };
		await trigger.publish();
		expect(next.hooks).toHaveLength(1);
		service = await new WebhookService().start();
	});

	it('because the key is refused there stays known, and goes when the key is taken again', async () => {
		const [{ id }] = listed() as [KeptHook];
		service.keys = ['somebody-elses'];
		await expect(trigger.delete()).rejects.toThrow(`${id} may still be registered`);
		service.keys = undefined;
		await trigger.delete();
		expect([listed(), trigger.place]).toEqual([[], {}]);
	});

	it.each(['<html><h1>404 Not Found</h1></html>', ''])(
		'because a proxy answers with a page of its own (%j) stays known, and goes when the service is back',
		async (page) => {
			const [{ id }] = listed() as [KeptHook];
			service.page = page;
			await expect(trigger.delete()).rejects.toThrow(`${id} may still be registered`);
			service.page = undefined;
			await trigger.delete();
			expect([listed(), trigger.place]).toEqual([[], {}]);
		},
	);

	it('because the credential cannot be used any more is named', async () => {
		const [{ id }] = listed() as [KeptHook];
		trigger.credential = credential({ baseUrl: 'http://127.0.0.1:1' });
		service.keys = [];
		await expect(trigger.delete()).rejects.toThrow(`${id} may still be registered`);
	});
});

describe('a webhook whose ID the trigger does not know is named by its place', () => {
	const place = () =>
		`A webhook may still be registered in realm ${REALM} at ${service.baseUrl} for ${trigger.url}`;

	it('when the answer to the registration is lost, and the list masks addresses', async () => {
		service.list = (hooks) => ({ data: hooks.map(withAddress(() => '***')) });
		service.disturb = (method) => (method === 'POST' ? { isDone: true } : undefined);
		await expect(trigger.publish()).rejects.toThrow('Outcome unknown');
		await trigger.delete();
		expect(listed()).toHaveLength(1);
		expect(trigger.warnings.join()).toContain(place());
	});

	it('when unpublishing cannot read the list of the realm that is set now', async () => {
		await trigger.publish();
		trigger.staticData = {};
		service.disturb = () => ({ isDone: false, status: 403, text: '{}' });
		await trigger.delete();
		expect(listed()).toHaveLength(1);
		expect(trigger.warnings.join()).toContain(place());
	});
});

describe('a service that responds with 200 but says that it did nothing', () => {
	const no: Array<[object]> = [
		[{ success: false }],
		[{ error: 'Locked' }],
		[{ deleted: false }],
		[{ status: 'rejected' }],
	];

	it.each(no)('makes the trigger report it when it is unpublished, and retry: %j', async (body) => {
		await trigger.publish();
		service.refusal = body;
		await expect(trigger.delete()).rejects.toThrow(
			/did not confirm the change.* Look at the record in the dashboard.* may still be registered/,
		);
		service.refusal = undefined;
		await trigger.delete();
		expect([listed(), trigger.place]).toEqual([[], {}]);
	});

	it('is not quoted with the secret that it was given', async () => {
		await trigger.publish();
		const { secret } = trigger;
		trigger.parameters = parametersOf({ events: ['quest.started'] });
		service.refusal = { success: false, error: `The secret ${secret} is too long` };
		await expect(trigger.publish()).rejects.toThrow(
			'did not confirm the change (status 200): The secret [hidden] is too long',
		);
	});

	it.each(no.slice(0, 2))('makes it report that when it is published: %j', async (body) => {
		service.refusal = body;
		await expect(trigger.publish()).rejects.toThrow(/did not confirm the change/);
		service.refusal = undefined;
		await trigger.publish();
		trigger.parameters = parametersOf({ events: ['quest.started'] });
		service.refusal = body;
		await expect(trigger.publish()).rejects.toThrow(/did not confirm the change/);
	});
});

describe('a registration that the list of the service leaves out, as it is switched off there', () => {
	beforeEach(async () => {
		await trigger.publish();
		service.hooks[0]!.active = false;
		service.list = (hooks) => ({ data: hooks.filter(({ active }) => active) });
	});

	it('is removed by unpublishing', async () => {
		await trigger.delete();
		expect([listed(), trigger.place]).toEqual([[], {}]);
	});

	it('gives way to another by publishing', async () => {
		const [former] = listed();
		await trigger.publish();
		expect(listed()).toEqual([{ ...former, id: trigger.nodeData.webhookId }]);
		expect(trigger.nodeData.webhookId).not.toBe(former!.id);
	});
});

it('a deleted webhook is forgotten when the service responds with 404 without a text', async () => {
	service.isTerse = true;
	await trigger.publish();
	service.hooks.length = 0;
	await trigger.publish();
	expect(listed()).toHaveLength(1);
	service.hooks.length = 0;
	await trigger.delete();
	expect(trigger.place).toEqual({});
});

it('a listed webhook is not forgotten after a 404 without a text', async () => {
	await trigger.publish();
	const list = { data: [...service.hooks] };
	service.isTerse = true;
	service.hooks.length = 0;
	service.list = () => list;
	await expect(trigger.delete()).rejects.toThrow('may still be registered');
});

it('a registration whose place is not stored is found by its address, and keeps its secret', async () => {
	await trigger.publish();
	const { webhookId, secret } = trigger.nodeData;
	trigger.staticData = { 'node:Trigger': { secret } };
	await trigger.publish();
	expect(trigger.nodeData).toMatchObject({ webhookId, secret, realmId: REALM });
	trigger.staticData = { 'node:Trigger': { secret } };
	await trigger.delete();
	expect([listed(), trigger.place]).toEqual([[], {}]);
});

it('a realm that is gone has taken the registration with it', async () => {
	await trigger.publish();
	service.hooks.length = 0;
	const { baseUrl } = service;
	trigger.credential = credential({ baseUrl: `${baseUrl}/elsewhere` });
	trigger.staticData = { 'node:Trigger': { ...trigger.nodeData, baseUrl: `${baseUrl}/elsewhere` } };
	await trigger.delete();
	expect(trigger.place).toEqual({});
});

describe('the list of webhooks', () => {
	const shapes: Array<[string, (hooks: KeptHook[]) => unknown]> = [
		['a bare list', (hooks) => hooks],
		['null where there is none', (hooks) => ({ data: hooks.length > 0 ? hooks : null })],
		['without events', (hooks) => ({ data: hooks.map(({ id, url, active }) => ({ id, url, active })) })],
		['without the state', (hooks) => ({ data: hooks.map(({ id, url, events }) => ({ id, url, events })) })],
		[
			'with a slash behind the address',
			(hooks) => ({ data: hooks.map((hook) => ({ ...hook, url: `${hook.url}/` })) }),
		],
		[
			'with the address percent-encoded',
			(hooks) => ({
				data: hooks.map((hook) => ({ ...hook, url: hook.url.replace('hook-id', 'hook%2Did') })),
			}),
		],
		['without a scheme', (hooks) => ({ data: hooks.map(withAddress((url) => url.replace('http://', ''))) })],
		[
			'with another case in the path',
			(hooks) => ({ data: hooks.map(withAddress((url) => url.replace('hook-id', 'Hook-ID'))) }),
		],
		[
			'with the scheme and host in capitals',
			(hooks) => ({ data: hooks.map((hook) => ({ ...hook, url: hook.url.replace('http://', 'HTTP://') })) }),
		],
		[
			'with a query of its own behind the address',
			(hooks) => ({ data: hooks.map((hook) => ({ ...hook, url: `${hook.url}?source=rewards` })) }),
		],
		[
			'with a masked query behind the address',
			(hooks) => ({ data: hooks.map(withAddress((url) => `${url}?token=***`)) }),
		],
	];

	it.each(shapes)(
		'%s is understood: publishing again leaves one, and unpublishing none',
		async (_shape, list) => {
			service.list = list;
			await trigger.publish();
			await trigger.publish();
			trigger.staticData = {};
			await trigger.publish();
			expect(service.hooks).toHaveLength(1);
			await trigger.delete();
			expect(service.hooks).toEqual([]);
		},
	);

	it.each(['***', 'https://***', 'https://n8n.example/web...', ''])(
		'with a masked address (%j) still shows the stored webhook: one is left by publishing, and none by unpublishing',
		async (masked) => {
			service.list = (hooks) => ({ data: hooks.map(withAddress(() => masked)) });
			for (let time = 0; time < 3; time++) await trigger.publish();
			expect(service.hooks).toHaveLength(1);
			await trigger.delete();
			expect(service.hooks).toEqual([]);
		},
	);

	it('with another id than the one that was told is read again once that one is removed', async () => {
		service.list = (hooks) => ({ data: hooks.map((hook) => ({ ...hook, id: `number ${hook.id}` })) });
		await trigger.publish();
		await trigger.publish();
		expect(service.hooks).toHaveLength(1);
		await trigger.post(envelope());
		expect(trigger.runs).toHaveLength(1);
	});

	it('with ours switched off makes publishing switch it on', async () => {
		await trigger.publish();
		service.hooks[0]!.active = false;
		expect(await trigger.checkExists()).toBe(false);
		await trigger.publish();
		expect(service.hooks).toEqual([expect.objectContaining({ active: true })]);
		// A webhook that is created inactive is switched on at once.
		await trigger.delete();
		service.keep = (hook) => ({ ...hook, active: service.hooks.length > 0 && hook.active });
		await trigger.publish();
		expect(service.hooks).toEqual([expect.objectContaining({ active: true })]);
	});

	it('that says that ours stays switched off, as the change of it does, fails the publication', async () => {
		service.keep = (hook) => ({ ...hook, active: false });
		await expect(trigger.publish()).rejects.toThrow(/keeps the webhook .* inactive/);
		// n8n removes the remains of a failed publication (n8n, `active-workflow-manager.js`).
		await trigger.delete();
		expect([service.hooks, trigger.place]).toEqual([[], {}]);
		service.keep = (hook) => hook;
		await trigger.publish();
		const [ours] = listed();
		service.keep = (hook) => ({ ...hook, active: false });
		service.hooks[0]!.active = false;
		await expect(trigger.publish()).rejects.toThrow(`${ours!.id} inactive`);
		expect(listed()).toEqual([ours]);
	});

	it('whose state says how its deliveries went is of one that is switched on', async () => {
		service.list = (hooks) => ({
			data: hooks.map(({ id, url, events }) => ({ id, url, events, status: 'failed', disabledAt: null })),
		});
		await trigger.publish();
		expect(await trigger.checkExists()).toBe(true);
	});

	it('with numbers for ids is understood', async () => {
		let last = 7;
		service.keep = (hook) => ({ ...hook, id: typeof hook.id === 'number' ? hook.id : last++ });
		await trigger.publish();
		expect(trigger.nodeData.webhookId).toBe('7');
		expect(await trigger.checkExists()).toBe(true);
		await trigger.delete();
		expect(service.hooks).toEqual([]);
	});

	it.each([
		['that is no list', () => ({ ok: true })],
		['that is an error with a success status', () => ({ error: 'Not now', errors: [] })],
		['of ids alone', () => ({ data: ['1', '2'] })],
		['that names no address', () => ({ data: [{ id: '1', events: [] }] })],
		['that names no ID', () => ({ data: [{ url: 'https://a.example', events: [] }] })],
		['with an address that cannot be read', () => ({ data: [{ id: '1', url: { ref: 7 }, events: [] }] })],
	])('%s fails the publication, and says so', async (_what, list) => {
		service.list = list;
		await expect(trigger.publish()).rejects.toThrow('The list of webhooks could not be read');
		expect(service.hooks).toEqual([]);
	});

	it('that cannot be read when unpublishing forgets nothing', async () => {
		await trigger.publish();
		const known = trigger.nodeData;
		service.list = () => ({ ok: true });
		await expect(trigger.delete()).rejects.toThrow(`${known.webhookId as string} may still be registered`);
		expect(trigger.nodeData).toEqual(known);
	});

	it('that holds only the webhook of somebody else does not keep you from publishing', async () => {
		service.list = (hooks) => ({ data: [{ id: 'other', url: 'https://***' }, ...hooks] });
		await trigger.publish();
		expect(await trigger.checkExists()).toBe(true);
		expect(listed()).toHaveLength(1);
	});

	it('with a duplicate counts it once', async () => {
		service.list = (hooks) => ({ data: [...hooks, ...hooks] });
		await trigger.publish();
		expect(await trigger.checkExists()).toBe(true);
	});

	it.each<[string, (url: string) => object]>([
		['called before', (previousUrl) => ({ previousUrl })],
		['was sent on to', (redirectedTo) => ({ lastDelivery: { redirectedTo } })],
	])('with one that %s our address and calls another leaves that one alone', async (_what, more) => {
		const other = { id: 'other', realm: REALM, url: 'https://somebody.example/else', active: true };
		service.hooks.push({ ...other, events: ['member.left'], secret: '', ...more(trigger.url) });
		const before = structuredClone(service.hooks);
		await trigger.publish();
		expect(listed()).toHaveLength(2);
		await trigger.publish();
		await trigger.delete();
		expect(service.hooks).toEqual(before);
	});

	it('with two of the address is not as it should be, and publishing removes one', async () => {
		await trigger.publish();
		service.hooks.push({ ...service.hooks[0]!, id: 'twin' });
		expect(await trigger.checkExists()).toBe(false);
		await trigger.create();
		expect(listed()).toHaveLength(1);
	});

	it('with the known id at an address that is not ours leaves that one alone', async () => {
		await trigger.publish();
		const [hook] = service.hooks;
		hook!.url = 'https://somebody.example/else';
		await trigger.publish();
		await trigger.delete();
		expect(service.hooks).toEqual([hook]);
	});
});

describe('a service with a signing secret of its own', () => {
	const theirs = 'whsec_4f1c2a9d3e45f6071829';

	it.each([
		'********',
		'abcd****',
		'hidden',
		'[REDACTED]',
		'<hidden>',
		'••••',
		theirs,
		{ id: 'key-1' },
		12345,
		'0'.repeat(32),
		'whsec_00000000000000',
		'a1--------------------9f',
		null,
		'',
		true,
	])('that it shows as %j changes nothing', async (secret) => {
		service.answer = ({ id }) => ({ id, secret });
		await trigger.publish();
		const body = envelope();
		expect(
			(await trigger.post(body, { 'x-service-signature': service.sign(body, service.hooks[0]!) })).status,
		).toBe(200);
		const shown = typeof secret === 'string' && secret !== '' ? [secret] : [];
		for (const guess of ['hidden', '[REDACTED]', '********', '0'.repeat(32), theirs, ...shown]) {
			const forged = service.sign(body, { ...service.hooks[0]!, secret: guess });
			expect((await trigger.post(body, { 'x-service-signature': forged })).status).toBe(401);
		}
	});

	it('that its list shows in place of ours gives way to ours by publishing', async () => {
		await trigger.publish();
		const ours = service.hooks[0]!.secret;
		service.hooks[0]!.secret = theirs;
		expect(await trigger.checkExists()).toBe(false);
		await trigger.publish();
		expect(service.hooks).toEqual([expect.objectContaining({ secret: ours })]);
	});

	it('that it does not show is noticed by its first delivery, once, in the log', async () => {
		service.keep = (hook) => ({ ...hook, secret: theirs });
		await trigger.publish();
		for (let number = 0; number < 3; number++) {
			const body = envelope(number);
			const headers = { 'x-service-signature': service.sign(body, service.hooks[0]!) };
			expect((await trigger.post(body, headers)).status).toBe(401);
		}
		const told = trigger.warnings.filter((words) => words.includes('signed with another secret'));
		expect(told).toEqual([
			expect.stringMatching(
				/^"[^"]+" rejected a delivery \(401\): it was signed with another secret\. See https:\S+#signature$/,
			),
		]);
	});

	it('by hand is removed by unpublishing, because it has the address of the trigger', async () => {
		await trigger.publish();
		const [ours] = service.hooks;
		service.hooks.push({ ...ours!, id: 'by-hand', secret: theirs });
		await trigger.delete();
		expect(service.hooks).toEqual([]);
	});

	it('and no signature at all is noticed too', async () => {
		await trigger.publish();
		await trigger.post(envelope(), {});
		expect(trigger.warnings).toEqual([
			expect.stringMatching(
				/rejected a delivery \(401\): it has no known signature\. See https:\S+#signature$/,
			),
		]);
	});

	it('is not assumed once a delivery was signed with ours, because others then come from somewhere else', async () => {
		await trigger.publish();
		await trigger.post(envelope());
		await trigger.post(envelope(), { 'x-service-signature': trigger.sign(envelope(), 'a forger') });
		expect(trigger.warnings.join()).not.toContain('another secret');
	});
});

describe('the reason why publishing failed', () => {
	it.each(['trigger', 'manual'] as const)(
		'is in our words when no connection was made (%s)',
		async (mode) => {
			trigger.mode = mode;
			trigger.credential = credential({ baseUrl: 'http://127.0.0.1:1' });
			const reason =
				/^Could not register the webhook at the service\. Could not connect to the service at http:\/\/127\.0\.0\.1:1\. .*ECONNREFUSED/;
			await expect(trigger.publish()).rejects.toThrow(reason);
		},
	);

	it('is in our words when the name of a realm holds the name of a system error', async () => {
		trigger.credential = credential({ realmId: 'the-eacces-realm' });
		service.list = () => ({ data: [{ id: 'x', url: trigger.url }] });
		await expect(trigger.create()).rejects.toThrow(/No such webhook.*the-eacces-realm/);
	});
});

describe('a parameter whose expression gives nothing', () => {
	it.each<[string, INodeParameters]>([
		['Realm ID', { realmId: '={{ $json.nope }}' }],
		['Realm ID', { realmId: '={{ $json.nope.deeper }}' }],
		['Realm ID', { realmId: '={{ "  " }}' }],
		['Realm ID', { realmId: '=realm-{{ undefined }}' }],
		['Realm ID', { realmId: '=realm-{{ "" }}' }],
		['Events', { events: ['quest.started', '=quest.{{ null }}'] }],
		['Maximum Age (Minutes)', { options: { maximumAge: '=6{{ undefined }}' } }],
		['Quest', { filters: { questId: { __rl: true, mode: 'id', value: '=quest-{{ undefined }}' } } }],
		['Minimum Amount', { filters: { minimumAmount: '=5{{ undefined }}' } }],
		['Events', { events: '={{ $json.nope }}' }],
		['Events', { events: ['quest.started', '={{ $json.nope }}'] }],
		['Events', { events: '={{ [] }}' }],
		['Custom Events', { customEvents: '={{ $json.nope }}' }],
		['Custom Events', { customEvents: '=game.won,{{ $json.nope }}' }],
		['Custom Events', { customEvents: '=game.won,{{ undefined }}' }],
		['Custom Events', { customEvents: '=game.{{ null }}' }],
		['Deduplicate By', { options: { deduplicateBy: '={{ $json.nope }}' } }],
		['Respond', { options: { respond: '={{ $json.nope }}' } }],
		['Registration', { options: { registration: '={{ $json.nope }}' } }],
		['Registration', { options: { registration: '={{ "constructor" }}' } }],
		['Respond', { options: { respond: 'later' } }],
		['Maximum Age (Minutes)', { options: { maximumAge: '={{ $json.nope }}' } }],
		['Maximum Age (Minutes)', { options: { maximumAge: 0 } }],
		['Deduplicate By', { options: { deduplicateBy: '={{ null }}' } }],
		['Respond', { options: { respond: '={{ "" }}' } }],
		// JavaScript turns missing values into words.
		['Realm ID', { realmId: '={{ "realm-" + undefined }}' }],
		['Realm ID', { realmId: '={{ String(null) }}' }],
		['Realm ID', { realmId: '={{ `${undefined}` }}' }],
		['Quest', { filters: { questId: { __rl: true, mode: 'id', value: '={{ "quest-" + undefined }}' } } }],
		['Quest', { filters: { questId: { __rl: true, mode: 'id', value: '={{ String({}) }}' } } }],
		['Item', { filters: { itemId: { __rl: true, mode: 'id', value: '={{ `${null}-x` }}' } } }],
		['Custom Events', { customEvents: '={{ "game." + undefined }}' }],
		['Custom Events', { customEvents: '={{ "game.won,game." + NaN }}' }],
		['Events', { events: '={{ ["quest.started", `game.${undefined}`] }}' }],
		['Events', { events: ['={{ "quest." + undefined }}'] }],
	])('is refused when publishing, named (%s %j), and answers deliveries 503', async (name, changes) => {
		await trigger.publish();
		const [hook] = service.hooks;
		trigger.parameters = parametersOf(changes);
		const before = changing().length;
		await expect(trigger.checkExists()).rejects.toThrow(`"${name}"`);
		await expect(trigger.create()).rejects.toThrow(`"${name}"`);
		expect(changing()).toHaveLength(before);
		const body = envelope();
		expect((await trigger.post(body, { 'x-service-signature': service.sign(body, hook!) })).status).toBe(503);
		expect(trigger.runs).toEqual([]);
	});

	it('is none where somebody wrote such a word, or it is a part of another', async () => {
		const customEvents = ['form.null', 'game.undefined', 'nullify'];
		trigger.parameters = {
			events: '={{ ["game.nullified", "undefinedness"] }}',
			customEvents: customEvents.join(),
		};
		await trigger.publish();
		expect(service.hooks[0]!.events).toEqual(['game.nullified', 'undefinedness', ...customEvents]);
	});

	it('is told in the log once, and never in words of whoever posts', async () => {
		await trigger.publish();
		trigger.parameters = parametersOf({ realmId: '={{ $json.body.data.number.nope.no }}' });
		for (let turn = 0; turn < 3; turn++) expect((await trigger.post(envelope(4711))).status).toBe(503);
		expect(trigger.warnings).toEqual([expect.stringContaining('"Realm ID"')]);
		expect(trigger.warnings[0]).not.toContain('4711');
	});
});

it.each(['constructor', '__proto__', 'toString'])(
	'an event type named %s works like any other',
	async (type) => {
		trigger.parameters = parametersOf({ events: [], customEvents: type });
		await trigger.publish();
		expect(service.hooks[0]!.events).toEqual([type]);
		await trigger.post(JSON.stringify({ type }));
		await trigger.post(JSON.stringify({ type: 'valueOf' }));
		expect(trigger.runs.map(([item]) => item!.json.type)).toEqual([type]);
	},
);
