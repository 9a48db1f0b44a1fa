import { TriggerNode } from './triggerNode';
import { WebhookService, type KeptHook } from './webhookService';

const KEY = 'the-key-of-the-service';
const REALM = 'a00000000000000000000001';
const FORMER = 'a00000000000000000000002';
const MINUTE = 60_000;

let service: WebhookService;
let trigger: TriggerNode;

/** Milliseconds that the service has taken. */
let taken = 0;

beforeEach(async () => {
	const now = performance.now.bind(performance);
	taken = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now() + taken);
	service = await new WebhookService().start();
	trigger = new TriggerNode({ events: ['quest.completed'] }, credential(REALM));
	await trigger.listen();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await Promise.all([trigger.close(), service.stop()]);
	expect(trigger.thrown).toEqual([]);
});

const credential = (realmId: string) => ({ baseUrl: service.baseUrl, apiKey: KEY, realmId });
const sent = (method: string) => service.requests.filter(({ request }) => request.startsWith(method)).length;

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
	trigger.credential = credential(FORMER);
	await trigger.publish();
	const [{ id }] = service.hooks as [KeptHook];
	listOnPages(8_000);
	const { list } = service;
	service.list = (hooks) => (hooks.some(({ realm }) => realm === FORMER) ? list(hooks) : { data: hooks });
	trigger.credential = credential(REALM);
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
