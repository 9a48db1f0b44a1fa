import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../harness/workflows/byId';
import { runNode } from './engine';
import { useService } from './sandbox';

const service = useService();

const run = async (parameters: INodeParameters, input?: IDataObject[]) =>
	await runNode({ credential: service.credential(), parameters, input });

describe('realm: get', () => {
	it('gives the realm of the credential', async () => {
		const { items } = await run({ resource: 'realm', operation: 'get' });
		expect(items).toEqual([
			{
				json: expect.objectContaining({ id: service.realmId, name: 'Lighthouse Club' }),
				pairedItem: { item: 0 },
			},
		]);
	});

	it('gives the realm that the item names', async () => {
		const { error } = await run({ resource: 'realm', operation: 'get', realmId: '={{ $json.realm }}' }, [
			{ realm: service.ids.otherRealm },
		]);
		expect(error?.httpCode).toBe('403');
	});
});

describe('member: search', () => {
	const search = { resource: 'member', operation: 'search' };

	it('gives one item a member, each paired with its input item', async () => {
		const { items } = await run({ ...search, type: 'username', values: '={{ $json.names }}' }, [
			{ names: 'ada, bruno' },
			{ names: ['chen'] },
		]);
		expect(items.map(({ json, pairedItem }) => [json.username, pairedItem])).toEqual([
			['ada', { item: 0 }],
			['bruno', { item: 0 }],
			['chen', { item: 1 }],
		]);
	});

	it('gives no item for a member that does not exist', async () => {
		const { items, error } = await run({ ...search, type: 'username', values: 'nobody-has-this-name' });
		expect([items, error]).toEqual([[], undefined]);
	});

	it('follows the pages to the end', async () => {
		const usernames = [...service.state.realms.get(service.realmId)!.members.values()].map(
			({ username }) => username,
		);
		service.control.addFault({
			operation: 'member.search',
			kind: 'status',
			times: 1,
			status: 200,
			body: { data: [{ id: 'first page' }], meta: { total: 2, page: 1, limit: 1, totalPages: 2 } },
		});
		service.control.addFault({
			operation: 'member.search',
			kind: 'status',
			times: 1,
			status: 200,
			body: { data: [{ id: 'second page' }], meta: { total: 2, page: 2, limit: 1, totalPages: 2 } },
		});
		const { items } = await run({ ...search, type: 'username', values: usernames.slice(0, 2).join() });
		expect(items.map(({ json }) => json.id)).toEqual(['first page', 'second page']);
		expect(service.requests.map(({ query }) => (query as IDataObject).page)).toEqual([undefined, '2']);
	});

	it('gives the answer as it came, with what the service says about the search, when asked to', async () => {
		const { items } = await run({
			...search,
			type: 'username',
			values: 'ada, bruno',
			additionalFields: { fullResponse: true },
		});
		expect(items).toEqual([
			{
				json: { data: [expect.anything(), expect.anything()], meta: expect.objectContaining({ total: 2 }) },
				pairedItem: { item: 0 },
			},
		]);
		expect(service.requests[0]!.query).toEqual({ type: 'username', values: 'ada,bruno' });
	});

	it('gives just the page that was asked for', async () => {
		const { items } = await run({
			...search,
			type: 'username',
			values: 'ada, bruno, chen',
			additionalFields: { page: 2, limit: 2 },
		});
		expect(items.map(({ json }) => json.username)).toEqual(['chen']);
		expect(service.requests).toHaveLength(1);
	});

	it('refuses more values than the service takes in one search', async () => {
		const values = Array.from({ length: 51 }, (_, index) => `user${index}`).join();
		const { error } = await run({ ...search, type: 'username', values });
		expect(error?.message).toContain('"Values" must contain at most 50 values');
		expect(service.requests).toEqual([]);
	});
});

describe('member: update metadata', () => {
	const update = (metadata: unknown) => ({
		resource: 'member',
		operation: 'updateMetadata',
		serviceId: byId(service.ids.members.ada),
		metadata: metadata as string,
	});
	const stored = () =>
		service.state.realms.get(service.realmId)!.members.get(service.ids.members.ada)!.metadata;

	it('stores an object from an expression, and confirms it with the ID and what was set', async () => {
		const { items } = await run(update('={{ $json.meta }}'), [{ meta: { tier: 'gold', level: 0 } }]);
		expect(items).toEqual([
			{
				json: { success: true, serviceId: service.ids.members.ada, metadata: { tier: 'gold', level: 0 } },
				pairedItem: { item: 0 },
			},
		]);
		expect(stored()).toEqual(expect.objectContaining({ tier: 'gold', level: 0 }));
	});

	it('stores JSON text', async () => {
		await run(update('{ "tier": "silver" }'));
		expect(stored()).toEqual(expect.objectContaining({ tier: 'silver' }));
	});

	it.each([
		['[1]', '"Metadata (JSON)" must be a JSON object'],
		['null', '"Metadata (JSON)" must be a JSON object'],
		['7', '"Metadata (JSON)" must be a JSON object'],
		['{ "tier": "gold",\n  "level" 3 }', '"Metadata (JSON)" is not valid JSON'],
	])('refuses %j without sending anything', async (metadata, message) => {
		const { error } = await run(update(metadata));
		expect(error?.message).toContain(message);
		expect(service.requests).toEqual([]);
	});

	it('says where broken JSON text is broken', async () => {
		const { error } = await run(update('{ "tier": "gold",\n  "level" 3 }'));
		expect(error?.message).toMatch(/line 2, column 11/);
	});
});

describe('webhook operations', () => {
	const hooks = () => [...service.state.realms.get(service.realmId)!.webhooks.values()];
	const create = (extra: INodeParameters = {}) =>
		run({
			resource: 'webhook',
			operation: 'create',
			url: 'https://example.com/hook',
			events: ['quest.completed'],
			...extra,
		});

	it('creates a webhook with custom events and a secret', async () => {
		const { items } = await create({
			additionalFields: { customEvents: 'game.won, quest.completed', secret: 's3cret' },
		});
		expect(items[0]?.json).toEqual(expect.objectContaining({ id: expect.any(String) }));
		expect(hooks()).toEqual([
			expect.objectContaining({
				url: 'https://example.com/hook',
				events: ['quest.completed', 'game.won'],
				secret: 's3cret',
				active: true,
			}),
		]);
	});

	it('does not send a secret that was not given', async () => {
		await create();
		expect(service.requests[0]?.body).toEqual({
			url: 'https://example.com/hook',
			events: ['quest.completed'],
		});
	});

	it('refuses a webhook without any event, as n8n does where it can know', async () => {
		await expect(create({ events: [] })).rejects.toThrow('Parameter "Events" is required');
		const { error } = await create({ events: '={{ [] }}' });
		expect(error?.message).toBe('No event is chosen');
		expect(service.requests).toEqual([]);
	});

	it('lists the webhooks, one item each', async () => {
		await create();
		await create({ url: 'https://example.com/other' });
		const { items } = await run({ resource: 'webhook', operation: 'getMany' });
		expect(items.map(({ json }) => json.url)).toEqual([
			'https://example.com/hook',
			'https://example.com/other',
		]);
	});

	it('updates only the fields that were added, false included', async () => {
		await create();
		const [hook] = hooks();
		await run({
			resource: 'webhook',
			operation: 'update',
			webhookId: byId(hook!.id),
			updateFields: { active: false },
		});
		expect(service.requests.at(-1)?.body).toEqual({ active: false });
		expect(hooks()[0]).toEqual({ ...hook, active: false });
	});

	it('refuses an update without a field', async () => {
		const { error } = await run({
			resource: 'webhook',
			operation: 'update',
			webhookId: byId('any'),
			updateFields: {},
		});
		expect(error?.message).toBe('There is nothing to update');
		expect(service.requests).toEqual([]);
	});

	it('deletes a webhook and confirms it with the id', async () => {
		await create();
		const [hook] = hooks();
		const { items } = await run({ resource: 'webhook', operation: 'delete', webhookId: byId(hook!.id) });
		expect(items[0]?.json).toEqual({ deleted: true, webhookId: hook!.id });
		expect(hooks()).toEqual([]);
	});
});

it('does nothing for no items', async () => {
	const { items, error } = await run({ resource: 'realm', operation: 'get' }, []);
	expect([items, error, service.requests]).toEqual([[], undefined, []]);
});

it('points to Request → Send for a call it does not have', async () => {
	const { error } = await run({ resource: 'member', operation: '__CUSTOM_API_CALL__' });
	expect(error?.message).toContain('has no operation');
	expect(error?.description).toContain('Request → Send');
});
