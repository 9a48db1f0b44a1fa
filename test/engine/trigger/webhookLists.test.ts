import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { TriggerNode } from '../triggerNode';
import { WebhookService, type KeptHook } from './webhookService';

const KEY = 'the-key-of-the-service';
const REALM = 'a00000000000000000000001';
const FORMER = 'a00000000000000000000002';
const MINUTE = 60_000;

let service: WebhookService;
let trigger: TriggerNode;

beforeEach(async () => {
	service = await new WebhookService().start();
	trigger = new TriggerNode({ events: ['quest.completed'] }, credential());
	await trigger.listen();
});
afterEach(async () => {
	await Promise.all([trigger.close(), service.stop()]);
	expect(trigger.thrown).toEqual([]);
});

const credential = (changes: ICredentialDataDecryptedObject = {}) => ({
	baseUrl: service.baseUrl,
	apiKey: KEY,
	realmId: REALM,
	...changes,
});
/** A webhook as a service lists it that shows its address in another form. */
const withAddress = (form: (url: string) => string) => (hook: KeptHook) => ({ ...hook, url: form(hook.url) });
const listed = () => service.hooks.map(({ id, realm, url }) => ({ id, realm, url }));

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

describe('the list of webhooks', () => {
	const withAddresses = (form: (url: string) => string) => (hooks: KeptHook[]) => ({
		data: hooks.map(withAddress(form)),
	});
	const shapes: Array<[string, (hooks: KeptHook[]) => unknown]> = [
		['a bare list', (hooks) => hooks],
		['null where there is none', (hooks) => ({ data: hooks.length > 0 ? hooks : null })],
		['without events', (hooks) => ({ data: hooks.map(({ id, url, active }) => ({ id, url, active })) })],
		['without the state', (hooks) => ({ data: hooks.map(({ id, url, events }) => ({ id, url, events })) })],
		['with a slash behind the address', withAddresses((url) => `${url}/`)],
		['with the address percent-encoded', withAddresses((url) => url.replace('hook-id', 'hook%2Did'))],
		['without a scheme', withAddresses((url) => url.replace('http://', ''))],
		['with another case in the path', withAddresses((url) => url.replace('hook-id', 'Hook-ID'))],
		['with the scheme in capitals', withAddresses((url) => url.replace('http://', 'HTTP://'))],
		['with a query of its own behind the address', withAddresses((url) => `${url}?source=rewards`)],
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
		await trigger.post(JSON.stringify({ type: 'quest.completed', data: {} }));
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

	it('with the known id at an address that is not ours leaves that one alone', async () => {
		await trigger.publish();
		const [hook] = service.hooks;
		hook!.url = 'https://somebody.example/else';
		await trigger.publish();
		await trigger.delete();
		expect(service.hooks).toEqual([hook]);
	});
});

describe('a slow service', () => {
	/** Milliseconds that the service has taken. */
	let taken = 0;

	beforeEach(() => {
		const now = performance.now.bind(performance);
		taken = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => now() + taken);
	});
	afterEach(() => jest.restoreAllMocks());

	const sent = (method: string) =>
		service.requests.filter(({ request }) => request.startsWith(method)).length;

	/** Makes the service list its webhooks on 200 pages, of which the last has those of the realm. */
	const listOnPages = (perPage: number) => {
		let asked = 0;
		service.list = (hooks) => {
			taken += perPage;
			const page = (asked++ % 200) + 1;
			const foreign = { id: `foreign-${page}`, url: `https://n8n.example/webhook/${page}` };
			return { data: page === 200 ? hooks : [foreign], meta: { page, totalPages: 200 } };
		};
	};

	it('publishing reads the list of webhooks once', async () => {
		await trigger.publish();
		listOnPages(0);
		const before = sent('GET');
		trigger.parameters = { events: ['quest.started'] };
		await trigger.publish();
		expect(service.hooks).toMatchObject([{ events: ['quest.started'] }]);
		expect(sent('GET') - before).toBe(200);
	});

	it('publishing ends within a minute, says what took the time, and sends nothing more', async () => {
		listOnPages(9_000);
		await expect(trigger.publish()).rejects.toThrow(
			`Could not register the webhook at the service. The service is too slow: listing the webhooks of realm ${REALM} took 45 of 45 seconds. Try again later`,
		);
		expect(taken).toBeLessThanOrEqual(MINUTE);
		expect([sent('GET'), sent('POST'), service.hooks, trigger.place]).toEqual([5, 0, [], {}]);
	});

	it('publishing counts the time of both steps of n8n, and names the slower request', async () => {
		await trigger.publish();
		trigger.parameters = { events: ['quest.started'] };
		service.list = (hooks) => {
			taken += 40_000;
			return { data: hooks };
		};
		service.keep = (hook) => {
			taken += 6_000;
			return hook;
		};
		service.answer = () => ({ error: 'Not now' });
		await expect(trigger.publish()).rejects.toThrow(
			`listing the webhooks of realm ${REALM} took 40 of 45 seconds`,
		);
		service.list = (hooks) => ({ data: hooks });
		service.answer = ({ id }) => ({ id });
		await trigger.publish();
		expect(service.hooks).toMatchObject([{ events: ['quest.started'] }]);
	});

	it('a former realm that is slow does not hinder publishing, and its webhook is named', async () => {
		trigger.credential = credential({ realmId: FORMER });
		await trigger.publish();
		const [{ id }] = service.hooks as [KeptHook];
		listOnPages(8_000);
		const { list } = service;
		service.list = (hooks) => (hooks.some(({ realm }) => realm === FORMER) ? list(hooks) : { data: hooks });
		trigger.credential = credential();
		await trigger.publish();
		expect(service.hooks.map(({ realm }) => realm)).toEqual([FORMER, REALM]);
		expect(taken).toBeLessThanOrEqual(MINUTE);
		expect(trigger.warnings).toEqual([
			expect.stringMatching(
				`left a webhook behind\\. The service is too slow: listing .* The webhook ${id} may still be registered in realm ${FORMER}`,
			),
		]);
	});

	it('unpublishing ends in time too, and the webhook stays known', async () => {
		await trigger.publish();
		const known = { ...trigger.nodeData };
		listOnPages(20_000);
		await expect(trigger.delete()).rejects.toThrow(
			/The service is too slow: listing .* may still be registered/,
		);
		expect(taken).toBeLessThanOrEqual(MINUTE);
		expect(trigger.nodeData).toEqual(known);
	});
});
