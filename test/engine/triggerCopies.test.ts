import type { IDataObject } from 'n8n-workflow';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';

import { listen, type Listener } from '../harness/http/receiver';
import { TriggerNode } from './triggerNode';
import { WebhookService, type KeptHook } from './webhookService';

const KEY = 'the-key-of-the-service';
const REALM = 'a00000000000000000000001';
const OTHER_REALM = 'a00000000000000000000002';

let service: WebhookService;
let production: TriggerNode;
const opened: Array<{ close: () => Promise<void> }> = [];
let number = 0;

const newTrigger = async () => {
	const trigger = new TriggerNode(
		{ events: ['quest.completed'] },
		{ baseUrl: service.baseUrl, apiKey: KEY, realmId: REALM },
	);
	await trigger.listen();
	opened.push(trigger);
	return trigger;
};
/** Another n8n with the data of a trigger, as from an export or a restored database. */
const copyOf = async (trigger: TriggerNode) => {
	const copy = await newTrigger();
	copy.staticData = JSON.parse(JSON.stringify(trigger.staticData)) as IDataObject;
	return copy;
};
const hooks = () => service.hooks.map(({ url }) => url);
const hookOf = (trigger: TriggerNode) => service.hooks.find(({ url }) => url === trigger.url) as KeptHook;
/** The service delivers a new event to the URL of its webhook. */
const deliver = async (hook: KeptHook) => {
	const body = JSON.stringify({ type: 'quest.completed', data: { number: ++number } });
	const headers = { 'content-type': 'application/json', 'x-service-signature': service.sign(body, hook) };
	return (await fetch(hook.url, { method: 'POST', headers, body })).status;
};
const snapshotOf = (trigger: TriggerNode) => JSON.parse(JSON.stringify(trigger.staticData)) as IDataObject;
const stranger = async (handle: (incoming: IncomingMessage, response: ServerResponse) => void) => {
	const listener: Listener = await listen(handle);
	opened.push({ close: async () => await listener.stop() });
	return listener.url;
};

beforeEach(async () => {
	service = await new WebhookService().start();
	production = await newTrigger();
	await production.publish();
});
afterEach(async () => {
	await Promise.all(opened.splice(0).map(async (one) => await one.close()));
	await service.stop();
});

describe('the secret of an address', () => {
	it('stays the same when the workflow is unpublished and published, also with another key and realm', async () => {
		const [{ secret }] = service.hooks as [KeptHook];
		await production.delete();
		expect(service.hooks).toEqual([]);
		await production.publish();
		production.credential = { ...production.credential, apiKey: 'a-new-key', realmId: OTHER_REALM };
		await production.publish();
		expect(service.hooks).toMatchObject([{ secret, realm: OTHER_REALM, url: production.url }]);
	});

	it.each<[string, () => Promise<void>]>([
		['unpublished', async () => void (await production.delete())],
		['published', async () => undefined],
		[
			'published in another realm',
			async () => {
				production.credential = { ...production.credential, realmId: OTHER_REALM };
				await production.publish();
			},
		],
	])('holds when n8n writes back the data of when it was %s', async (_what, change) => {
		await change();
		const older: IDataObject = snapshotOf(production);
		production.credential = { ...production.credential, realmId: REALM };
		await production.publish();
		production.parameters = { events: ['quest.completed', 'quest.started'] };
		await production.publish();
		production.staticData = older;
		expect(await deliver(hookOf(production))).toBe(200);
		expect(production.runs).toHaveLength(1);
		await production.publish();
		expect(hooks()).toEqual([production.url]);
		expect(await deliver(hookOf(production))).toBe(200);
	});

	it('holds when n8n has moved, and writes back the data of its former address', async () => {
		const older = snapshotOf(production);
		const former = production.url;
		const here = new URL(former).port;
		// It listens at the same place with another name.
		production.address = `http://localhost:${here}`;
		await production.publish();
		expect(hooks()).toEqual([production.url]);
		production.staticData = older;
		expect(await deliver(hookOf(production))).toBe(200);
		expect(production.runs).toHaveLength(1);
		// Until it is published again, deliveries to the former address belong to it too.
		await production.publish();
		expect(await deliver(hookOf(production))).toBe(200);
	});

	it('differs from that of another address', async () => {
		const [{ secret }] = service.hooks as [KeptHook];
		production.address = 'http://127.0.0.1:9';
		await production.publish();
		expect(service.hooks).toHaveLength(1);
		expect(service.hooks[0]!.secret).not.toBe(secret);
	});

	it('leads to 503 and a log line when it is lost, and the next registration repairs it', async () => {
		production.staticData = {};
		expect(await deliver(hookOf(production))).toBe(503);
		expect(production.warnings.join()).toContain('has no secret');
		await production.publish();
		expect(hooks()).toEqual([production.url]);
		expect(await deliver(hookOf(production))).toBe(200);
		expect(production.runs).toHaveLength(1);
	});
});

it('a webhook that could not be deleted in a former realm starts nothing any more', async () => {
	const former = structuredClone(hookOf(production));
	production.credential = { ...production.credential, realmId: OTHER_REALM };
	service.locked = former.realm;
	await production.publish();
	expect(service.hooks).toMatchObject([former, { realm: OTHER_REALM }]);
	expect(production.warnings.join()).toContain('left a webhook behind');
	expect(await deliver(former)).toBe(401);
	expect(await deliver(service.hooks[1] as KeptHook)).toBe(200);
	expect(production.runs).toHaveLength(1);
});

describe('a copy of a workflow that still runs elsewhere', () => {
	const expectBothToRun = async (copy: TriggerNode) => {
		expect(hooks().sort()).toEqual([production.url, copy.url].sort());
		expect(hookOf(copy).secret).not.toBe(hookOf(production).secret);
		for (const one of [production, copy]) expect(await deliver(hookOf(one))).toBe(200);
		expect([production.runs.length, copy.runs.length]).toEqual([1, 1]);
	};

	it('registers a webhook of its own, and says once that it left the other alone', async () => {
		const before = structuredClone(hookOf(production));
		const copy = await copyOf(production);
		await copy.publish();
		await copy.publish();
		expect(hookOf(production)).toEqual(before);
		await expectBothToRun(copy);
		expect(copy.warnings).toEqual([
			expect.stringContaining(`kept the webhook of ${production.url}, because`),
		]);
	});

	it.each(['published', 'not published yet'])(
		'removes its own alone when it is unpublished (%s)',
		async (what) => {
			const copy = await copyOf(production);
			if (what === 'published') await copy.publish();
			await copy.delete();
			expect(hooks()).toEqual([production.url]);
			expect(await deliver(hookOf(production))).toBe(200);
		},
	);

	it('leaves the other alone when it is set up by hand, and when its realm has changed', async () => {
		const byHand = await copyOf(production);
		byHand.parameters = { ...byHand.parameters, options: { registration: 'manual' } };
		byHand.credential = { ...byHand.credential, webhookSecret: 'by hand' };
		await byHand.publish();
		const elsewhere = await copyOf(production);
		elsewhere.credential = { ...elsewhere.credential, realmId: OTHER_REALM };
		await elsewhere.publish();
		expect(hooks().sort()).toEqual([production.url, elsewhere.url].sort());
	});

	it('removes its own too when n8n writes back the data that it was made with', async () => {
		const copy = await copyOf(production);
		const older = snapshotOf(copy);
		await copy.publish();
		copy.staticData = older;
		expect(await deliver(hookOf(copy))).toBe(200);
		await copy.delete();
		expect(hooks()).toEqual([production.url]);
	});

	it('checks a second time when the other is busy', async () => {
		let asked = 0;
		const target = new URL(production.url);
		production.address = await stranger((incoming, response) => {
			if (++asked === 1) {
				incoming.resume();
				response.writeHead(503).end();
			} else incoming.pipe(forward(incoming, target, response));
		});
		await production.publish();
		const copy = await copyOf(production);
		await copy.publish();
		expect(asked).toBe(2);
		expect(hooks().sort()).toEqual([production.url, copy.url].sort());
	});

	it('starts nothing where it checks', async () => {
		const copy = await copyOf(production);
		await copy.publish();
		expect([production.executions, production.warnings]).toEqual([0, []]);
	});
});

describe('an n8n that moved', () => {
	const expectToMove = async (former: string) => {
		production.address = former;
		await production.publish();
		expect(hooks()).toEqual([`${former}/webhook/hook-id/webhook`]);
		production.address = undefined;
		await production.publish();
		expect(hooks()).toEqual([production.url]);
		expect(production.warnings).toEqual([]);
	};

	it.each<[string, (incoming: IncomingMessage, response: ServerResponse) => void]>([
		['answers 200 to everything', (_incoming, response) => void response.writeHead(200).end('{}')],
		[
			'answers with all that it was sent',
			(incoming, response) => {
				response.writeHead(200, {
					...incoming.headers,
					'x-rewards-engagement-proof': incoming.headers['x-service-signature'],
				});
				incoming.pipe(response);
			},
		],
		[
			'sends visitors elsewhere',
			(_incoming, response) => void response.writeHead(302, { location: '/' }).end(),
		],
		['is out of order', (_incoming, response) => void response.writeHead(500).end()],
		['hangs up', (incoming) => void incoming.socket.destroy()],
	])('leaves nothing behind at an address whose new owner %s', async (_what, handle) => {
		await expectToMove(await stranger(handle));
	});

	it('leaves nothing behind at an address that never answers', async () => {
		await expectToMove(await stranger(() => {}));
	}, 30_000);

	it('leaves nothing behind at an address that leads to its new one', async () => {
		const target = new URL(production.url);
		await expectToMove(
			await stranger((incoming, response) => void incoming.pipe(forward(incoming, target, response))),
		);
	});
});

it('a listener whose webhook is refused says why it could not be registered, and not why it could not be removed', async () => {
	const trigger = await newTrigger();
	trigger.mode = 'manual';
	trigger.credential = { ...trigger.credential, apiKey: 'a-wrong-key' };
	service.keys = [KEY];
	await expect(trigger.publish()).rejects.toThrow('Could not register the webhook');
	expect(await trigger.delete()).toBe(true);
});

function forward(incoming: IncomingMessage, target: URL, response: ServerResponse) {
	const { host: _host, ...headers } = incoming.headers;
	return request(
		{ host: target.hostname, port: target.port, path: incoming.url, method: 'POST', headers },
		(answer) => {
			response.writeHead(answer.statusCode ?? 500, answer.headers);
			answer.pipe(response);
		},
	);
}
