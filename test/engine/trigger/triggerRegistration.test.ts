import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { TriggerNode } from '../triggerNode';
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

	it('when the realm has changed, and the parameters cannot be told any more', async () => {
		trigger.credential = credential({ realmId: '' });
		trigger.parameters = parametersOf({ realmId: '={{ $json.nope }}', events: '={{ $json.nope }}' });
		await trigger.delete();
		expect(listed()).toEqual([]);
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
});

describe('a webhook whose ID the trigger does not know is named by its place', () => {
	const place = () =>
		`A webhook may still be registered in realm ${REALM} at ${service.baseUrl} for ${trigger.url}`;

	it('when the answer to the registration is lost, and the list masks addresses', async () => {
		service.list = (hooks) => ({ data: hooks.map((hook) => ({ ...hook, url: '***' })) });
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

describe('a service with a signing secret of its own', () => {
	const theirs = 'whsec_4f1c2a9d3e45f6071829';

	it.each(['********', 'hidden', theirs, { id: 'key-1' }, 12345, null, ''])(
		'that it shows as %j changes nothing',
		async (secret) => {
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
		},
	);

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
	it('is in our words when no connection was made', async () => {
		trigger.credential = credential({ baseUrl: 'http://127.0.0.1:1' });
		const reason =
			/^Could not register the webhook at the service\. Could not connect to the service at http:\/\/127\.0\.0\.1:1\. .*ECONNREFUSED/;
		await expect(trigger.publish()).rejects.toThrow(reason);
	});

	it('is in our words when the name of a realm holds the name of a system error', async () => {
		trigger.credential = credential({ realmId: 'the-eacces-realm' });
		service.list = () => ({ data: [{ id: 'x', url: trigger.url }] });
		await expect(trigger.create()).rejects.toThrow(/No such webhook.*the-eacces-realm/);
	});

	it('may be that the service does not name the webhook that it made, and the next time it is found', async () => {
		const { answer } = service;
		service.answer = ({ url }) => ({ url });
		await expect(trigger.publish()).rejects.toThrow(/does not name its ID\. Publish the workflow again/);
		// A webhook exists, so its place stays stored.
		expect(trigger.place).toMatchObject({ realmId: REALM });
		service.answer = answer;
		await trigger.publish();
		expect(listed()).toEqual([{ id: trigger.place.webhookId, realm: REALM, url: trigger.url }]);
	});

	it('leaves no place stored after a refusal, although the trigger was registered at another address before', async () => {
		await trigger.publish();
		trigger.address = trigger.url.replace('127.0.0.1', 'localhost').replace('/webhook/hook-id/webhook', '');
		service.disturb = (method) => (method === 'POST' ? { isDone: false, status: 422 } : undefined);
		await expect(trigger.create()).rejects.toThrow('The service rejected the values');
		expect([trigger.place, service.hooks.length]).toEqual([{}, 1]);
	});
});

describe('listening for a test event names what failed first, the registration', () => {
	/**
	 * The steps of n8n for *Listen for test event* (n8n, `test-webhooks.js`). When the registration fails, n8n asks the
	 * trigger to remove it. An error of that replaces the first one.
	 */
	async function listen(): Promise<void> {
		trigger.mode = 'manual';
		try {
			await trigger.publish();
		} catch (error) {
			await trigger.delete();
			throw error;
		}
	}
	const brokenRemoval = (method: string) =>
		method === 'DELETE' ? { isDone: false, status: 500 } : undefined;

	it('and says "remove" again, once a registration has succeeded', async () => {
		service.keys = ['somebody-elses'];
		await expect(listen()).rejects.toThrow(
			/^Could not register the webhook at the service\. The service did not accept the API key/,
		);
		service.keys = undefined;
		await listen();
		service.disturb = brokenRemoval;
		await expect(trigger.delete()).rejects.toThrow(/^Could not remove the webhook at the service/);
	});

	it('and what may have stayed behind, when the answer to the registration was lost', async () => {
		service.disturb = (method) => (method === 'POST' ? { isDone: true } : brokenRemoval(method));
		await expect(listen()).rejects.toThrow(
			/^Could not register the webhook at the service\. Outcome unknown: the connection was lost.* may still be registered/,
		);
	});
});

describe('a parameter whose expression gives nothing', () => {
	it.each<[string, INodeParameters]>([
		['Realm ID', { realmId: '={{ $json.nope }}' }],
		['Realm ID', { realmId: '={{ "  " }}' }],
		['Realm ID', { realmId: '=realm-{{ undefined }}' }],
		['Trigger On', { events: ['quest.started', '=quest.{{ null }}'] }],
		['Maximum Age (Minutes)', { options: { maximumAge: '=6{{ undefined }}' } }],
		['Quest', { filters: { questId: { __rl: true, mode: 'id', value: '=quest-{{ undefined }}' } } }],
		['Trigger On', { events: ['quest.started', '={{ $json.nope }}'] }],
		['Trigger On', { events: '={{ [] }}' }],
		['Custom Events', { options: { customEvents: '=game.won,{{ $json.nope }}' } }],
		['Deduplicate By', { options: { deduplicateBy: '={{ $json.nope }}' } }],
		['Respond', { options: { respond: '={{ $json.nope }}' } }],
		['Registration', { options: { registration: '={{ $json.nope }}' } }],
		['Respond', { options: { respond: 'later' } }],
		['Maximum Age (Minutes)', { options: { maximumAge: 0 } }],
		['Quest', { filters: { questId: { __rl: true, mode: 'id', value: '={{ String({}) }}' } } }],
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
			options: { customEvents: customEvents.join() },
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
		trigger.parameters = parametersOf({ events: [], options: { customEvents: type } });
		await trigger.publish();
		expect(service.hooks[0]!.events).toEqual([type]);
		await trigger.post(JSON.stringify({ type }));
		await trigger.post(JSON.stringify({ type: 'valueOf' }));
		expect(trigger.runs.map(([item]) => item!.json.type)).toEqual([type]);
	},
);

it('a list with two of the address is not as it should be, and publishing removes one', async () => {
	await trigger.publish();
	service.hooks.push({ ...service.hooks[0]!, id: 'twin' });
	expect(await trigger.checkExists()).toBe(false);
	await trigger.create();
	expect(listed()).toHaveLength(1);
});
