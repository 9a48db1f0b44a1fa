import type { IDataObject } from 'n8n-workflow';

import { listen } from '../../harness/http/receiver';
import { TriggerNode } from '../triggerNode';
import { WebhookService, type KeptHook } from './webhookService';

const KEY = 'the-key-of-the-service';
const [A, B, C] = ['a00000000000000000000001', 'a00000000000000000000002', 'a00000000000000000000003'];
const HAND_MADE = 'the secret of the dashboard';

let service: WebhookService;
let production: TriggerNode;
const opened: Array<{ close: () => Promise<void> }> = [];
let number = 0;

const newTrigger = async () => {
	const trigger = new TriggerNode(
		{ events: ['quest.completed'] },
		{ baseUrl: service.baseUrl, apiKey: KEY, realmId: A },
	);
	await trigger.listen();
	opened.push(trigger);
	return trigger;
};
const snapshotOf = (trigger: TriggerNode) => JSON.parse(JSON.stringify(trigger.staticData)) as IDataObject;
/** Another n8n with the data of a trigger, as from an export or a restored database. */
const copyOf = async (trigger: TriggerNode) => {
	const copy = await newTrigger();
	copy.staticData = snapshotOf(trigger);
	return copy;
};
const hooks = () => service.hooks.map(({ url }) => url);
const hookOf = ({ url }: TriggerNode) => service.hooks.find((hook) => hook.url === url) as KeptHook;
const publishIn = async (realmId: string) => {
	production.credential = { ...production.credential, realmId };
	await production.publish();
};
/** Production listens at the same place with another name. */
const move = (name: string) => {
	production.address = undefined;
	production.address = new URL(production.url).origin.replace('127.0.0.1', name);
};
/** The service delivers a new event to the URL of its webhook. */
const deliver = async (hook: KeptHook) => {
	const body = JSON.stringify({ type: 'quest.completed', realmId: hook.realm, data: { number: ++number } });
	const headers = { 'content-type': 'application/json', 'x-service-signature': service.sign(body, hook) };
	const response = await fetch(hook.url, { method: 'POST', headers, body });
	return `${response.status} ${await response.text()}`;
};
const STARTED = expect.stringMatching(/^200 .*started/) as string;
const IGNORED = expect.stringMatching(/^200 .*Ignored: this workflow listens to another realm/) as string;

beforeEach(async () => {
	service = await new WebhookService().start();
	production = await newTrigger();
	await production.publish();
});
afterEach(async () => {
	await Promise.all(opened.splice(0).map(async (one) => await one.close()));
	await service.stop();
	expect(production.thrown).toEqual([]);
});

describe('the secret of a trigger', () => {
	it('stays the same when the workflow is unpublished and published, also with another key and realm', async () => {
		const [{ secret }] = service.hooks as [KeptHook];
		await production.delete();
		expect(service.hooks).toEqual([]);
		await production.publish();
		production.credential = { ...production.credential, apiKey: 'a-new-key' };
		await publishIn(B);
		expect(service.hooks).toMatchObject([{ secret, realm: B, url: production.url }]);
	});

	it.each<[string, () => Promise<void>]>([
		['unpublished', async () => void (await production.delete())],
		['published', async () => undefined],
		['published in another realm', async () => await publishIn(B)],
		[
			'published in another realm, where its webhook could not be deleted',
			async () => {
				await publishIn(B);
				service.locked = B;
			},
		],
		[
			'published at another address',
			async () => {
				move('localhost');
				await production.publish();
				move('127.0.0.1');
			},
		],
	])('holds when n8n writes back the data of when it was %s', async (_what, change) => {
		const [{ secret }] = service.hooks as [KeptHook];
		await change();
		const older = snapshotOf(production);
		await publishIn(A);
		production.parameters = { events: ['quest.completed', 'quest.started'] };
		await production.publish();
		production.staticData = older;
		const current = () => service.hooks.find(({ realm, url }) => realm === A && url === production.url)!;
		expect(current().secret).toBe(secret);
		expect(await deliver(current())).toEqual(STARTED);
		await production.publish();
		expect(current().secret).toBe(secret);
		expect(await deliver(current())).toEqual(STARTED);
		expect(production.runs).toHaveLength(2);
	});

	it('stays the stored one, whatever its form', async () => {
		production.staticData = { 'node:Trigger': { ...production.nodeData, secret: 'of an earlier version' } };
		await production.publish();
		expect(service.hooks).toMatchObject([{ secret: 'of an earlier version' }]);
		expect(await deliver(hookOf(production))).toEqual(STARTED);
	});

	it('leads to 503 and a log line when it is lost, and the next registration repairs it', async () => {
		production.staticData = {};
		expect(await deliver(hookOf(production))).toMatch(/^503/);
		expect(production.warnings.join()).toContain('has no secret');
		await production.publish();
		expect(hooks()).toEqual([production.url]);
		expect(await deliver(hookOf(production))).toEqual(STARTED);
		expect(production.runs).toHaveLength(1);
	});
});

describe('a webhook that is left in a former realm', () => {
	it('starts nothing any more, where it could not be deleted', async () => {
		const former = structuredClone(hookOf(production));
		service.locked = A;
		await publishIn(B);
		expect(service.hooks).toMatchObject([former, { realm: B }]);
		expect(production.warnings.join()).toContain('left a webhook behind');
		expect(await deliver(former)).toEqual(IGNORED);
		expect(production.warnings.join()).toContain(`ignored a signed event of the realm ${A}`);
		expect(await deliver(service.hooks[1] as KeptHook)).toEqual(STARTED);
		expect(production.runs).toHaveLength(1);
	});

	describe('because n8n wrote back the data of another realm', () => {
		beforeEach(async () => {
			const ofExecution = snapshotOf(production);
			await publishIn(B);
			production.staticData = ofExecution;
		});

		it('is removed by unpublishing', async () => {
			await production.delete();
			expect([service.hooks, production.place, production.warnings]).toEqual([[], {}, []]);
		});

		it('is named when unpublishing cannot remove it', async () => {
			service.locked = B;
			await production.delete();
			expect(production.warnings).toEqual([
				expect.stringMatching(`may still be registered in realm ${B} .* for ${production.url}\\.`),
			]);
		});

		it('starts nothing in the next realm', async () => {
			await publishIn(C);
			expect(service.hooks.map(({ realm }) => realm)).toEqual([B, C]);
			expect(await deliver(service.hooks[0]!)).toEqual(IGNORED);
			expect(production.runs).toEqual([]);
			expect(production.warnings.join()).toContain(`ignored a signed event of the realm ${B}`);
		});
	});

	it('starts nothing when the trigger names its realm, also after n8n wrote back the data of the former realm', async () => {
		const older = snapshotOf(production);
		service.locked = A;
		production.parameters = { ...production.parameters, realmId: B };
		await production.publish();
		production.staticData = older;
		expect(await deliver(service.hooks[0]!)).toEqual(IGNORED);
		expect(production.runs).toEqual([]);
		expect(production.warnings.join()).toContain(`ignored a signed event of the realm ${A}`);
	});

	it('still starts the workflow until it is published with the realm that the credential names now', async () => {
		production.credential = { ...production.credential, realmId: B };
		expect(await deliver(hookOf(production))).toEqual(STARTED);
		expect(production.runs).toHaveLength(1);
	});
});

describe('a copy of a workflow in another n8n', () => {
	let copy: TriggerNode;
	let before: KeptHook;
	const named = () => [
		expect.stringMatching(
			`^"Trigger" kept a webhook of another address\\. The webhook ${before.id} may still be registered in realm ${A} .* for ${before.url}\\. If no other n8n uses that address, delete it with Webhook → Delete`,
		) as string,
	];

	beforeEach(async () => {
		copy = await copyOf(production);
		before = structuredClone(hookOf(production));
	});
	afterEach(() => {
		expect(hookOf(production)).toEqual(before);
		expect(production.warnings).toEqual([]);
	});

	it('registers a webhook of its own, and names the other once', async () => {
		await copy.publish();
		await copy.publish();
		expect(hooks()).toEqual([production.url, copy.url]);
		for (const one of [production, copy]) expect(await deliver(hookOf(one))).toEqual(STARTED);
		expect([production.runs.length, copy.runs.length]).toEqual([1, 1]);
		await copy.delete();
		expect(hooks()).toEqual([production.url]);
		expect(copy.warnings).toEqual(named());
	});

	it('names the other once when it is unpublished first', async () => {
		await copy.delete();
		await copy.publish();
		expect(hooks()).toEqual([production.url, copy.url]);
		expect(copy.warnings).toEqual(named());
	});

	it.each<[string, () => void]>([
		['in another realm', () => (copy.credential = { ...copy.credential, realmId: B })],
		[
			'with a webhook made by hand',
			() => {
				copy.parameters = { ...copy.parameters, options: { registration: 'manual' } };
				copy.credential = { ...copy.credential, webhookSecret: HAND_MADE };
			},
		],
	])('leaves the other alone when it is published %s', async (_what, change) => {
		change();
		await copy.publish();
		await copy.delete();
		expect(service.hooks).toEqual([before]);
		expect(copy.warnings).toEqual(named());
	});

	it.each<[string, typeof service.list]>([
		['masks the address', (all) => ({ data: all.map((hook) => ({ ...hook, url: '***' })) })],
		['leaves it out', (all) => ({ data: all.filter(({ id }) => id !== before.id) })],
	])('leaves the other alone when the list of the service %s', async (_what, list) => {
		service.list = list;
		await copy.delete();
		await copy.publish();
		await copy.delete();
		expect(service.hooks).toEqual([before]);
		expect(copy.warnings).toEqual(named());
	});

	it('removes its own when n8n writes back the data that it was made with', async () => {
		const older = snapshotOf(copy);
		await copy.publish();
		copy.staticData = older;
		expect(await deliver(hookOf(copy))).toEqual(STARTED);
		await copy.delete();
		expect(hooks()).toEqual([production.url]);
	});

	it('sends nothing to the other', async () => {
		let asked = 0;
		const front = await listen((request, response) => {
			asked++;
			request.resume();
			response.end();
		});
		opened.push({ close: async () => await front.stop() });
		copy.staticData = { 'node:Trigger': { ...copy.nodeData, url: `${front.url}/webhook/hook-id/webhook` } };
		await copy.publish();
		await copy.delete();
		expect(asked).toBe(0);
	});
});

it('an n8n that moved away and back has one webhook at its address, the same secret, and names the others', async () => {
	const [first] = structuredClone(service.hooks) as [KeptHook];
	move('localhost');
	await production.publish();
	const [, second] = service.hooks as [KeptHook, KeptHook];
	expect(service.hooks).toEqual([first, { ...first, id: second.id, url: production.url }]);
	production.address = undefined;
	await production.publish();
	expect(service.hooks).toEqual([first, second]);
	expect(production.nodeData).toMatchObject({ webhookId: first.id, url: first.url, secret: first.secret });
	expect(production.warnings).toEqual(
		[first, second].map(
			({ id, url }) => expect.stringMatching(`kept .* webhook ${id} may .* for ${url}`) as string,
		),
	);
	await production.publish();
	await production.delete();
	expect([service.hooks, production.place]).toEqual([[second], {}]);
	expect(production.warnings).toHaveLength(2);
});

describe('a webhook that a user registered by hand', () => {
	/** The user registers the address of the trigger in the dashboard. */
	const registerByHand = () => {
		const hook = { id: 'made-by-hand', realm: A, url: production.url, secret: HAND_MADE };
		service.hooks.push({ ...hook, events: ['quest.completed'], active: true });
		production.credential = { ...production.credential, webhookSecret: HAND_MADE };
		production.parameters = { ...production.parameters, options: { registration: 'manual' } };
	};

	beforeEach(async () => {
		service.page = 'The service is away';
		await expect(production.delete()).rejects.toThrow('may still be registered');
		service.page = undefined;
		registerByHand();
	});
	afterEach(() => {
		expect(service.hooks).toMatchObject([{ id: 'made-by-hand' }]);
		expect(production.place).toEqual({});
	});

	it('stays when publishing removes the one that the trigger registered before', async () => {
		await production.publish();
		expect(await deliver(service.hooks[0]!)).toEqual(STARTED);
	});

	it('stays when unpublishing removes the one that the trigger registered before', async () => {
		await production.delete();
	});

	it('stays when the option that tells them apart cannot be read', async () => {
		production.parameters = { ...production.parameters, options: { registration: '={{ $json.nope }}' } };
		await production.delete();
	});
});
