import type { ApiRequest } from '../../nodes/RewardsEngagement/api/request';
import { startService, type Service } from '../../sandbox/service';
import { issuer } from '../../sandbox/base/ledger';
import { Contract } from '../../sandbox/contract/contract';
import { handlers } from '../../sandbox/resources';
import { operationIdsOf } from '../../scripts/lib/derived/endpoints';
import { namedOperations, requestsOf } from '../fixtures/operations';
import { scenarios } from '../fixtures/scenarios';
import { send, type Reply, type Sending } from './testing';

let service: Service;

beforeAll(async () => {
	service = await startService();
});

beforeEach(() => service.control.reset());

afterAll(() => service.stop());

const call = (method: string, path: string, sending?: Sending) => send(service, method, path, sending);

const data = (reply: Reply) => (reply.json as { data: unknown }).data;

/** Each endpoint, with the operation that calls it and the values that choose it. */
const named = namedOperations.flatMap(([name, operation]) =>
	operationIdsOf(operation).map((id) => {
		const { endpoint, values } = operation.alternative ?? {};
		return [name, id, operation, id === endpoint ? values : {}] as const;
	}),
);

/** It asks for credentials that it then creates. */
const successOf = (name: string) =>
	name === 'memberCredential.findOrCreate' ? / (200|404)$/ : / (200|201|204|302)$/;

/** The query in the form of a URL, which leaves out undefined values. */
function queryTexts(query: ApiRequest['query'] = {}): Record<string, string> {
	const given = Object.entries(query).filter(([, value]) => value !== undefined);
	return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

describe('the document', () => {
	test('every operation has a handler and every handler an operation', async () => {
		const operationIds = (await Contract.load()).operations.map(({ operationId }) => operationId);
		expect([...handlers.keys()].sort()).toEqual([...operationIds].sort());
		expect(new Set(operationIds).size).toBe(operationIds.length);
	});

	test('every operation states its certainty, its effect, its purpose and its name', async () => {
		for (const operation of (await Contract.load()).operations) {
			expect(operation).toMatchObject({
				operationId: expect.stringMatching(/^[a-z][A-Za-z0-9]+\.[a-z][A-Za-z0-9]+$/),
				summary: expect.any(String),
				description: expect.any(String),
				'x-certainty': expect.stringMatching(/^[SPI]$/),
				'x-effect': expect.stringMatching(/^(read|replace|once)$/),
				tags: [expect.any(String)],
			});
		}
	});

	test.each(named)(
		'%s answers as described at %s when asked properly',
		async (name, id, operation, values) => {
			const { baseUrl, appUrl, realmId, keys } = service;
			const credential = { baseUrl, appUrl, realmId, apiKey: keys.admin };
			const items = scenarios[name]!(service).map((item) => ({ ...item, ...values }));
			for (const request of requestsOf(operation, items, credential)) {
				const { method, path, query, body } = request;
				const { status } = await call(method, path.text, { query: queryTexts(query), body });
				expect(`${method} ${path.text} ${status}`).toMatch(successOf(name));
			}
			const served = service.requests.filter(({ acted }) => acted).map(({ operationId }) => operationId);
			expect([...new Set(served)]).toEqual([id]);
			expect(service.contractViolations).toEqual([]);
		},
	);

	test('every operation was called', async () => {
		const asked = new Set(named.map(([, id]) => id));
		expect([...asked].sort()).toEqual([...handlers.keys()].sort());
	});

	test('requests that the node does not send get the documented response too', async () => {
		const { ids, realmId } = service;
		const task = `/api/v1/realms/${realmId}/quests/${ids.quests.firstSteps}/tasks/${ids.tasks.readWelcome}`;
		const requests: Array<[string, string, Sending?]> = [
			// Another path to the same operation, and an optional body.
			[
				'GET',
				`/api/v1/realms/${realmId}/members/search`,
				{ query: { type: 'service-id', values: ids.members.ada } },
			],
			['POST', `${task}/conditions/${ids.conditions.hasRead}/pre-data`],
			...Object.values(ids.exports)
				.filter((jobId) => jobId !== ids.exports.otherRealm)
				.map((jobId): [string, string] => ['GET', `/api/v1/exports/${jobId}`]),
			[
				'GET',
				'/oauth/authorize',
				{ key: null, query: { client_id: ids.app.clientId, redirect_uri: ids.app.redirectUri } },
			],
		];
		for (const [method, path, sending] of requests) {
			const { status } = await call(method, path, sending);
			expect(`${method} ${path} ${status}`).toMatch(/ (200|201|204|302)$/);
		}
		expect(service.contractViolations).toEqual([]);
	});

	test('a response that breaks it becomes a 500 and is recorded', async () => {
		const shout = jest.spyOn(console, 'error').mockImplementation(() => undefined);
		const broken = await startService();
		const realm = broken.state.realms.get(broken.realmId);
		if (!realm) throw new Error('The seeded realm is missing.');
		Object.assign(realm, { name: 5 });

		const { status, json } = await send(broken, 'GET', `/api/v1/realms/${broken.realmId}`);
		await broken.stop();

		expect(status).toBe(500);
		expect(json).toEqual({ error: 'Contract violation', message: 'name must be string' });
		expect(broken.contractViolations).toMatchObject([{ where: 'realm.get', problem: 'name must be string' }]);
		expect(shout).toHaveBeenCalledTimes(1);
		shout.mockRestore();
	});
});

describe('members', () => {
	const search = async (type: string, values: string, more: Record<string, string> = {}) => {
		const path = `/api/v1/realm/${service.realmId}/members/search`;
		const { json } = await call('GET', path, { query: { type, values, ...more } });
		return json as { data: Array<{ id: string; username: string }>; meta: Record<string, number> };
	};

	test.each([
		['service-id', 'b00000000000000000000001'],
		['username', 'ada'],
		['email', 'ADA@members.example'],
		['discord-id', '900000000000001001'],
		['twitter-id', '80001001'],
		['wallet', '0x0000000000000000000000000000000000000001'],
	])('are found by %s', async (type, value) => {
		expect((await search(type, value)).data.map(({ username }) => username)).toEqual(['ada']);
	});

	test('no match is an empty list and no error', async () => {
		expect(await search('username', 'nobody')).toMatchObject({ data: [], meta: { total: 0, totalPages: 0 } });
	});

	test('come in pages', async () => {
		const { data: found, meta } = await search('username', 'ada,bruno,chen', { page: '2', limit: '2' });
		expect(found.map(({ username }) => username)).toEqual(['chen']);
		expect(meta).toMatchObject({ total: 3, page: 2, limit: 2, totalPages: 2 });
	});

	test('51 values are too many, 50 are not', async () => {
		const path = `/api/v1/realm/${service.realmId}/members/search`;
		const statusFor = async (count: number) =>
			(await call('GET', path, { query: { type: 'username', values: Array(count).fill('x').join(',') } }))
				.status;
		expect([await statusFor(50), await statusFor(51)]).toEqual([200, 400]);
	});

	test('keep the metadata that an update does not name', async () => {
		const path = `/api/v1/realms/${service.realmId}/members/${service.ids.members.ada}/metadata`;
		await call('PATCH', path, { body: { metadata: { team: 'red', level: 1 } } });
		const { status, text } = await call('PATCH', path, { body: { metadata: { level: 2 } } });
		expect([status, text]).toEqual([204, '']);
		const { data: found } = await search('username', 'ada');
		expect(found).toMatchObject([{ metadata: { team: 'red', level: 2 } }]);
	});
});

describe('a transfer', () => {
	const balanceOf = async (memberId: string, currencyId: string) => {
		const path = `/api/v1/realm/${service.realmId}/members/search`;
		const { json } = await call('GET', path, { query: { type: 'service-id', values: memberId } });
		const [member] = (json as { data: Array<{ balances: Array<{ currencyId: string; balance: number }> }> })
			.data;
		return member?.balances.find((entry) => entry.currencyId === currencyId)?.balance;
	};

	test.each([
		['the default currency when none is named', undefined, 'stars', 200],
		['the currency named', 'gems', 'gems', 2],
	] as const)('moves %s, and returns the sender’s new balance', async (_name, named, moved, owned) => {
		const { currencies, members } = service.ids;
		const { status, json } = await call(
			'PATCH',
			`/api/v1/realms/${service.realmId}/members/${members.ada}/transfer`,
			{ body: { amount: 2, recipientId: members.newcomer, currencyId: named && currencies[named] } },
		);
		expect(status).toBe(200);
		expect(json).toEqual({
			id: expect.any(String),
			senderId: members.ada,
			recipientId: members.newcomer,
			balance: owned - 2,
			currencyId: currencies[moved],
		});
		expect(await balanceOf(members.ada, currencies[moved])).toBe(owned - 2);
		expect(await balanceOf(members.newcomer, currencies[moved])).toBe(2);
	});
});

describe('currencies', () => {
	const update = (currencyId: string, body: unknown) =>
		call('PATCH', `/api/v1/currencies/${service.realmId}/currencies/${currencyId}`, { body });

	test('an update sets the fields given and leaves the rest', async () => {
		const { json } = await update(service.ids.currencies.gems, { name: 'Sapphires' });
		expect(json).toMatchObject({ name: 'Sapphires', emoji: '💎', default: false, archived: false });
	});

	test('an update by the newer path also sets the picture, and null takes one away', async () => {
		const path = `/api/v1/realms/${service.realmId}/currencies/${service.ids.currencies.gems}`;
		const customEmojiUrl = 'https://images.example/sapphire.png';
		const { status, json } = await call('PATCH', path, { body: { name: 'Sapphires', customEmojiUrl } });
		expect([status, json]).toEqual([
			200,
			expect.objectContaining({ name: 'Sapphires', emoji: '💎', customEmojiUrl, default: false }),
		]);
		const { json: without } = await call('PATCH', path, { body: { emoji: null, customEmojiUrl: null } });
		expect(without).toMatchObject({ name: 'Sapphires', emoji: null, customEmojiUrl: null });
		// The older path does not know this field.
		const { json: older } = await update(service.ids.currencies.gems, { customEmojiUrl });
		expect(older).toMatchObject({ customEmojiUrl: null });
		expect((await call('PATCH', path, { body: { emoji: 5 } })).status).toBe(400);
		expect((await update(service.ids.currencies.gems, { emoji: null })).status).toBe(400);
	});

	test('come in pages of a fixed size, whatever size is requested', async () => {
		const path = `/api/v1/realms/${service.realmId}/currencies`;
		const { json } = await call('GET', path, { query: { page: '2.5', limit: '1.5' } });
		expect(json).toMatchObject({
			data: [{ id: service.ids.currencies.gems }],
			meta: { total: 2, page: 2, limit: 1, totalPages: 2 },
		});
		expect(service.contractViolations).toEqual([]);
	});

	test('the new default of the newer path takes over too', async () => {
		const { stars, gems } = service.ids.currencies;
		const path = `/api/v1/realms/${service.realmId}/currencies/${gems}`;
		expect((await call('PATCH', path, { body: { default: true } })).json).toMatchObject({ default: true });
		expect((await update(stars, {})).json).toMatchObject({ default: false });
		expect((await call('PATCH', path.replace(gems, 'none'), { body: {} })).status).toBe(404);
	});

	test('analytics of fractions are exact', async () => {
		const { json } = await call('POST', `/api/v1/realms/${service.realmId}/currencies`, {
			body: { name: 'Dust', emoji: null, customEmojiUrl: null },
		});
		const { id: currencyId } = json as { id: string };
		const { ada, bruno } = service.ids.members;
		const { ledger } = service.state.realms.get(service.realmId)!;
		for (const [to, amount] of [
			[ada, 0.1],
			[ada, 0.2],
			[bruno, 0.4],
		] as const) {
			ledger.move({ currencyId, from: issuer, to, amount, memo: 'Award' });
		}
		const path = `/api/v1/realms/${service.realmId}/currencies/${currencyId}/analytics`;
		const query = { includeTopHolders: 'true', topHoldersLimit: '1.5' };
		expect(data(await call('GET', path, { query }))).toMatchObject({
			totalPointsEarned: 0.7,
			averageBalance: 0.35,
			distribution: { medianBalance: 0.35 },
			topHolders: [{ userId: bruno, balance: 0.4 }],
		});
	});

	test('a new default currency takes over from the old one', async () => {
		const { stars, gems } = service.ids.currencies;
		await update(gems, { default: true });
		expect((await update(stars, {})).json).toMatchObject({ default: false });
	});

	test('realm analytics count archived currencies and add up from the ledger', async () => {
		const path = `/api/v1/realms/${service.realmId}/currencies/analytics`;
		const before = data(await call('GET', path)) as { totalPointsEarned: number };
		expect(before).toMatchObject({
			totalPointsSystems: 3,
			totalActivePointsSystems: 2,
			totalArchivedPointsSystems: 1,
			totalHolders: 11,
		});
		service.control.completeQuest(service.ids.quests.firstSteps, service.ids.members.newcomer);
		expect(data(await call('GET', path, { query: { period: '7d' } }))).toMatchObject({
			totalHolders: 12,
			totalPointsEarned: before.totalPointsEarned + 50,
		});
	});

	test('currency analytics list top holders only when asked, and as many as asked', async () => {
		const path = `/api/v1/realms/${service.realmId}/currencies/${service.ids.currencies.stars}/analytics`;
		const holders = async (query: Record<string, string>) =>
			(data(await call('GET', path, { query })) as { topHolders: unknown[] }).topHolders;
		expect(await holders({})).toEqual([]);
		expect(await holders({ includeTopHolders: 'true' })).toHaveLength(10);
		expect(await holders({ includeTopHolders: 'true', topHoldersLimit: '1' })).toEqual([
			{ userId: service.ids.members.bonusPool, username: 'bonus-pool', balance: 1_000_000, rank: 1 },
		]);
	});

	test('a purchase counts as spent, and a transfer as neither earned nor spent', async () => {
		const path = `/api/v1/realms/${service.realmId}/currencies/${service.ids.currencies.stars}/analytics`;
		type Totals = { totalPointsEarned: number; totalPointsSpent: number };
		const before = data(await call('GET', path)) as Totals;
		service.control.buyItem(service.ids.storeItems.poster, service.ids.members.jonas);
		const transfer = `/api/v1/realms/${service.realmId}/members/${service.ids.members.bonusPool}/transfer`;
		await call('PATCH', transfer, { body: { recipientId: service.ids.members.ada, amount: 7 } });
		expect(data(await call('GET', path))).toMatchObject({
			totalPointsEarned: before.totalPointsEarned,
			totalPointsSpent: before.totalPointsSpent + 100,
		});
	});
});

describe('tasks', () => {
	const taskPath = () => {
		const { quests, tasks } = service.ids;
		return `/api/v1/realms/${service.realmId}/quests/${quests.firstSteps}/tasks/${tasks.readWelcome}`;
	};

	test('an action keeps the fields that an update does not name', async () => {
		const path = `${taskPath()}/actions/${service.ids.actions.awardForReading}`;
		const answer = await call('PATCH', path, { body: { config: { amount: 1 } } });
		expect(data(answer)).toMatchObject({ type: 'AWARD_POINTS', config: { amount: 1 } });
	});

	test('a condition lives from create to delete', async () => {
		const path = `${taskPath()}/conditions`;
		const answer = await call('POST', path, { body: { type: 'AGE', config: { minimum: 18 } } });
		const { id } = data(answer) as { id: string };
		expect(data(await call('GET', path))).toHaveLength(2);
		expect(data(await call('PATCH', `${path}/${id}`, { body: { config: { minimum: 21 } } }))).toMatchObject({
			type: 'AGE',
			config: { minimum: 21 },
		});
		await call('DELETE', `${path}/${id}`);
		expect((await call('GET', `${path}/${id}`)).status).toBe(404);
	});

	test('prepared data is found by its fields', async () => {
		const path = `${taskPath()}/conditions/${service.ids.conditions.hasRead}/pre-data`;
		await call('POST', path, { body: { code: 'A1', group: 1 } });
		await call('POST', path, { body: { code: 'B2', group: 1 } });
		expect(data(await call('POST', `${path}/search`, { body: { group: 1 } }))).toHaveLength(2);
		expect(data(await call('POST', `${path}/search`, { body: { code: 'B2' } }))).toMatchObject([
			{ data: { code: 'B2', group: 1 }, usageCount: 0 },
		]);
	});
});

describe('NFTs', () => {
	test('a balance carries the NFT only when asked, and never a field too many', async () => {
		const { activation, nft } = service.ids;
		const path = `/api/v1/realms/${service.realmId}/web3/activations/${activation}/nfts/${nft.tokenId}/balance`;
		expect(Object.keys(data(await call('GET', path)) as object)).toEqual(['balances']);
		expect(data(await call('GET', path, { query: { includeNft: 'true' } }))).toMatchObject({
			name: 'Lamp keeper #7',
			chain: 'ethereum',
			balances: [{ balance: 340 }, { balance: 2 }],
		});
	});
});

describe('webhooks', () => {
	test('a secret goes in and never comes out', async () => {
		const path = `/api/v1/realm/${service.realmId}/webhooks`;
		const body = { url: 'https://receiver.example/hook', events: ['member.joined'], secret: 'hush-hush' };
		const answers = [await call('POST', path, { body }), await call('GET', path)];
		expect(answers.map(({ text }) => text).join()).not.toContain('hush-hush');
		expect(JSON.stringify(service.requests)).not.toContain('hush-hush');
		expect(data(answers[1] as Reply)).toEqual([
			{ id: expect.any(String), url: body.url, events: body.events, active: true },
		]);
	});

	test('an update sets the fields given and leaves the rest', async () => {
		const path = `/api/v1/realm/${service.realmId}/webhooks`;
		const body = { url: 'https://receiver.example/hook', events: ['member.joined'] };
		const { id } = (await call('POST', path, { body })).json as { id: string };
		const { json } = await call('PATCH', `${path}/${id}`, {
			body: { events: ['member.left'], active: false },
		});
		expect(json).toEqual({ id, url: body.url, events: ['member.left'], active: false });
	});
});
