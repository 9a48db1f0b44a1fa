import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../engine';
import { PollNode } from '../pollNode';
import { useService, withoutPauses } from '../sandbox';
import { TriggerNode } from '../triggerNode';

const service = useService();
withoutPauses();

let trigger: TriggerNode | undefined;
afterEach(async () => await trigger?.close());

const WRONG = /^"Realm ID" must be 24 hexadecimal digits/;
const ID = '64b7f1c2a9d3e45f60718293';

describe.each([
	`${ID}/`,
	`/realms/${ID}`,
	`https://app.example.com/realms/${ID}`,
	`${ID}?tab=members`,
	`${ID} `.repeat(2),
])('the realm ID %j, which is a part of an address', (realmId) => {
	it.each<[string, INodeParameters]>([
		['a read of the realm', { resource: 'realm', operation: 'get' }],
		['a list', { resource: 'member', operation: 'getMany' }],
		['a search', { resource: 'member', operation: 'search', type: 'username', values: 'ada' }],
		['webhooks', { resource: 'webhook', operation: 'getMany' }],
	])('is named by %s, from the credential and from the field', async (_what, parameters) => {
		for (const [credential, own] of [
			[service.credential({ realmId }), {}],
			[service.credential(), { realmId }],
		] as const) {
			const { error } = await runNode({ credential, parameters: { ...parameters, ...own } });
			expect(error?.message).toMatch(WRONG);
			expect(error?.description).toMatch(/^Correct /);
		}
		expect(service.requests).toEqual([]);
	});

	it('is named when a trigger is published, and by a poll', async () => {
		const credential = service.credential({ realmId, webhookSecret: 'secret' });
		trigger = new TriggerNode({ events: ['quest.completed'] }, credential);
		await expect(trigger.publish()).rejects.toThrow(/"Realm ID" must be 24 hexadecimal digits/);
		trigger = new TriggerNode({ events: [], options: { registration: 'manual' } }, credential);
		await expect(trigger.publish()).rejects.toThrow(/"Realm ID" must be 24 hexadecimal digits/);
		const poller = new PollNode({ events: ['member.joined'] }, credential);
		await expect(poller.activate()).rejects.toThrow(/"Realm ID" must be 24 hexadecimal digits/);
		expect(service.requests).toEqual([]);
	});
});

it('Check Setup reports it in the row of the realm', async () => {
	const { items } = await runNode({
		credential: service.credential({ realmId: `${ID}/members` }),
		parameters: { resource: 'realm', operation: 'checkSetup' },
	});
	expect(items.find(({ json }) => json.check === 'realm')?.json).toMatchObject({ ok: false });
});

it('spaces around a realm ID are not a part of it', async () => {
	const { error } = await runNode({
		credential: service.credential({ realmId: ` ${service.realmId}\n` }),
		parameters: { resource: 'realm', operation: 'get' },
	});
	expect(error).toBeUndefined();
});

const search = async (values: unknown) =>
	await runNode({
		credential: service.credential(),
		input: [{ values: values as string }],
		parameters: {
			resource: 'member',
			operation: 'search',
			type: 'username',
			values: typeof values === 'string' && !values.startsWith('[') ? values : '={{ $json.values }}',
		},
	});
const searched = () => service.requests.map(({ query }) => (query as { values: string }).values);

it.each([
	'ada\nbruno',
	'ada\r\nbruno\r\n',
	'ada;bruno',
	'ada; bruno',
	' ada ,\nbruno,',
	'["ada", "bruno"]',
	' [ "ada",\n "bruno" ] ',
	['ada', 'bruno'],
])('the search values %j find both members', async (values) => {
	const { items, error } = await search(values);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.username)).toEqual(['ada', 'bruno']);
	expect(searched()).toEqual(['ada,bruno']);
});

it.each(['game.won\ngame.lost', 'game.won; game.lost', '["game.won","game.lost"]', 'game.won, game.lost,'])(
	'the custom events %j are two',
	async (customEvents) => {
		trigger = new TriggerNode({ events: [], options: { customEvents } }, service.credential());
		await trigger.publish();
		const [hook] = [...service.state.realms.get(service.realmId)!.webhooks.values()].slice(-1);
		expect(hook?.events).toEqual(['game.won', 'game.lost']);
	},
);

it('a text that only looks like a list is a text', async () => {
	await search('[ada]');
	expect(searched()).toEqual(['[ada]']);
});

it('a value of a list may have a semicolon', async () => {
	await search(['a;b']);
	expect(searched()).toEqual(['a;b']);
});

it.each(['["ada", null]', '[["ada"]]', '["ada,bruno"]', '[]'])('the list %s is refused', async (values) => {
	const { error } = await search(values);
	expect(error?.message).toMatch(/^"Values" (must|is an expression that returned no value)/);
	expect(service.requests).toEqual([]);
});
