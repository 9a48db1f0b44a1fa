import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';
import { ownInstalls } from '../../fixtures/scenarios/realm';

const service = useService();

const run = async (parameters: INodeParameters, input?: IDataObject[]) =>
	await runNode({ credential: service.credential(), parameters, input });

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

	it('refuses a webhook without any event, as n8n does where it can know', async () => {
		await expect(create({ events: [] })).rejects.toThrow('Parameter "Events" is required');
		const { error } = await create({ events: '={{ [] }}' });
		expect(error?.message).toBe('No event is chosen');
		expect(service.requests).toEqual([]);
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

it('points to Request → Send for a call it does not have', async () => {
	const { error } = await run({ resource: 'member', operation: '__CUSTOM_API_CALL__' });
	expect(error?.message).toContain('has no operation');
	expect(error?.description).toContain('Request → Send');
});

describe('app operations', () => {
	const run = async (operation: string, parameters: INodeParameters = {}, apiKey?: string) =>
		await runNode({
			credential: service.credential(apiKey === undefined ? {} : { apiKey }),
			parameters: { resource: 'app', operation, appId: service.ids.app.appId, ...parameters },
			onError: 'continueErrorOutput',
		});

	it.each([
		['getAuthorizedRealms', {}],
		['searchAuthorizedRealms', { values: 'x' }],
	])('%s says that it takes the key of the app itself', async (operation, parameters) => {
		const { errorItems } = await run(operation, parameters, service.keys.noApp);
		const { error, details } = errorItems[0]!.json as { error: string; details: { advice: string } };
		expect(error).toBe('The API key is not allowed to do this: Only the app itself may ask for its realms.');
		expect(details.advice).toContain('Use a credential with the key of this app');
		expect(details.advice).not.toContain('the same realm');
	});

	it('an app of another realm, or none, is answered in words', async () => {
		const { errorItems } = await run('getInstalls', { appId: service.ids.otherApp.appId });
		expect(errorItems[0]?.json.details).toMatchObject({
			status: 404,
			advice: expect.stringContaining(`Check "App ID" (${service.ids.otherApp.appId}) and "Realm ID" `),
		});
	});

	it('a client ID is refused where the app ID is meant, before anything is asked', async () => {
		const { errorItems } = await run('getAuthorizedRealms', { appId: service.ids.app.clientId });
		expect(errorItems[0]?.json.error).toContain('"App ID" must be 24 hexadecimal digits');
		expect(service.requests).toEqual([]);
	});

	it('values are sent separated by commas, from a text as from a list', async () => {
		const [first, second] = ownInstalls(service);
		const values = { type: 'realmId', values: `={{ ['${first}', '${second}'] }}` };
		expect((await run('searchAuthorizedRealms', values)).items).toHaveLength(2);
		await run('searchAuthorizedRealms', { type: 'realmId', values: ` ${first} ,, ${second}` });
		const sent = service.requests.map(({ query }) => (query as { values: string }).values);
		expect(sent).toEqual([`${first},${second}`, `${first},${second}`]);
		const empty = await run('searchAuthorizedRealms', { values: ' , ' });
		expect(empty.errorItems[0]?.json.error).toContain('"Values" must contain at least one value');
	});
});

describe('updates', () => {
	withoutPauses();

	/** Runs an operation that updates this record. */
	const run = async (parameters: INodeParameters) =>
		await runNode({
			credential: service.credential(),
			parameters: { operation: 'update', ...parameters },
			onError: 'continueErrorOutput',
		});

	describe('a currency', () => {
		const update = async (apiPath: string | undefined, updateFields: INodeParameters) =>
			await run({
				resource: 'currency',
				currencyId: byId(service.ids.currencies.gems),
				...(apiPath !== undefined && { apiPath }),
				updateFields,
			});

		const PICTURE = 'https://images.example/gem.png';

		const asked = () => service.requests.map(({ operationId, body }) => [operationId, body]);

		it('takes the documented path where nothing else is chosen', async () => {
			const { items } = await update(undefined, { name: 'Jewels', emoji: '' });
			expect(items[0]?.json).toMatchObject({ name: 'Jewels', emoji: '' });
			expect(asked()).toEqual([['currency.update', { name: 'Jewels', emoji: '' }]]);
		});

		it('sets a custom emoji by the newer path, and removes it', async () => {
			const { items } = await update('newer', { customEmojiUrl: PICTURE, name: 'Jewels' });
			expect(items[0]?.json).toMatchObject({ name: 'Jewels' });
			expect(
				service.state.realms.get(service.realmId)!.currencies.get(service.ids.currencies.gems),
			).toMatchObject({
				customEmojiUrl: PICTURE,
			});
			await update('newer', { customEmojiUrl: '', emoji: '' });
			expect(asked()).toEqual([
				['currency.updateInRealm', { name: 'Jewels', customEmojiUrl: PICTURE }],
				['currency.updateInRealm', { customEmojiUrl: null, emoji: null }],
			]);
		});

		it('refuses a custom emoji for the documented path, which has none', async () => {
			const { errorItems } = await update('stated', { customEmojiUrl: PICTURE });
			expect(errorItems[0]?.json).toMatchObject({
				error: 'The documented path takes no "Custom Emoji URL"',
				details: { advice: expect.stringContaining('Set "API Path" to "Newer"') as unknown },
			});
			expect(service.requests).toEqual([]);
		});

		it.each([
			['stated', 'currency.update', 'Newer'],
			['newer', 'currency.updateInRealm', 'Documented'],
		])(
			'names the other path where the service does not know the %s one',
			async (apiPath, operation, other) => {
				for (const message of ['Route not found', 'The currency was not found', undefined]) {
					const body = { error: 'Not Found', ...(message !== undefined && { message }) };
					service.control.addFault({ operation, kind: 'status', status: 404, body });
					const { errorItems } = await update(apiPath, { name: 'Jewels' });
					expect(errorItems[0]?.json.details).toMatchObject({
						status: 404,
						advice: expect.stringContaining(`set "API Path" to "${other}"`) as unknown,
					});
				}
			},
		);
	});

	describe('a webhook', () => {
		const ID = 'e90000000000000000000001';

		const stored = () => service.state.realms.get(service.realmId)!.webhooks;

		beforeEach(() => {
			stored().set(ID, {
				id: ID,
				url: 'https://example.com/hook',
				events: ['quest.completed', 'game.level'],
				secret: 'a secret of the webhook',
				active: true,
			});
		});

		const update = async (updateFields: INodeParameters) =>
			await run({ resource: 'webhook', webhookId: byId(ID), updateFields });

		it('keeps the current events where custom events are added', async () => {
			const { items } = await update({ customEvents: 'game.won, game.level' });
			expect(items[0]?.json.events).toEqual(['quest.completed', 'game.level', 'game.won']);
			expect(stored().get(ID)).toMatchObject({ active: true, url: 'https://example.com/hook' });
		});

		it('replaces the events by those that are chosen, with the custom ones', async () => {
			await update({ events: ['member.left'], customEvents: 'game.won' });
			expect(stored().get(ID)?.events).toEqual(['member.left', 'game.won']);
		});

		it.each([
			['an address', { url: 'https://example.com/new' }, { url: 'https://example.com/new' }],
			['a state', { active: false }, { active: false }],
		] as const)('changes nothing but %s that is given', async (_what, fields, changed) => {
			const before = { ...stored().get(ID) };
			await update(fields);
			expect(stored().get(ID)).toMatchObject({ ...before, ...changed });
		});

		it.each([
			['no event', { events: [] }, 'No event is chosen'],
			['an empty secret', { secret: '' }, '"Secret" must not be empty'],
			['an empty address', { url: '' }, '"URL" must'],
		] as const)('sends nothing for %s', async (_what, fields, reason) => {
			const { errorItems } = await update(fields as never);
			expect(errorItems[0]?.json.error).toContain(reason);
			expect(service.requests.filter(({ operationId }) => operationId === 'webhook.update')).toEqual([]);
		});

		it('changes nothing where the service does not list the current events', async () => {
			service.control.addFault({
				operation: 'webhook.getMany',
				kind: 'status',
				status: 200,
				body: { data: [{ id: 'another', url: 'https://example.com/other', events: ['member.left'] }] },
			});
			const { errorItems } = await update({ customEvents: 'game.won' });
			expect(errorItems[0]?.json.error).toBe(
				'The webhook was not updated, because the service does not list its current events',
			);
			expect(stored().get(ID)?.events).toEqual(['quest.completed', 'game.level']);
		});
	});
});
