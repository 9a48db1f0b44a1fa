import type { INodeParameters } from 'n8n-workflow';

import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import { panelContext } from '../engine';
import { startHttpServer, type HttpServer } from '../httpServer';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

const { listSearch } = new RewardsEngagement().methods;

/** Reads a list like the editor. It sends the parameters, with its expressions resolved if possible. */
const list = async (
	name: string,
	shown: INodeParameters,
	filter?: string,
	credential = service.credential(),
) => {
	const { results } = await listSearch[name]!.call(panelContext(credential, shown), filter);
	return results;
};

const lists: Array<[string, INodeParameters]> = [
	['searchMembers', { resource: 'member', operation: 'updateMetadata' }],
	['searchWebhooks', { resource: 'webhook', operation: 'delete' }],
	['searchQuests', { resource: 'quest', operation: 'get' }],
	['searchTypes', { resource: 'quest', operation: 'create' }],
	['searchTasks', { resource: 'task', operation: 'get', questId: 'd00000000000000000000001' }],
	['searchCurrencies', { resource: 'member', operation: 'transferBalance', serviceId: 'a'.repeat(24) }],
];

describe.each(lists)('%s', (name, parameters) => {
	it.each<[string, INodeParameters]>([
		['that the editor has not resolved', { realmId: '={{ $json.realm }}' }],
		['that failed in the editor', { realmId: null }],
	])('is of no realm at all for an expression %s', async (_what, realm) => {
		await expect(list(name, { ...parameters, ...realm }, 'ada')).rejects.toThrow(
			'"Realm ID" is an expression without a value here',
		);
		expect(service.requests).toEqual([]);
	});

	it('is of the realm in the panel, else of the credential', async () => {
		await list(name, { ...parameters, realmId: '' }, 'ada');
		await list(name, { ...parameters, realmId: ` ${service.realmId} ` }, 'ada');
		const paths = service.requests.map(({ path }) => path);
		expect(new Set(paths).size).toBe(1);
		expect(paths).toHaveLength(2);
		await expect(list(name, { ...parameters, realmId: 'f'.repeat(24) }, 'ada')).rejects.toThrow();
	});
});

describe('a record that names itself by no text or number', () => {
	const nameless = [
		null,
		7,
		'x',
		[],
		{},
		...[undefined, null, '', ' ', {}, [], true, { toString: null, valueOf: null }].map((id) => ({
			id,
			realmPointId: id,
			childRealmId: id,
			url: { toString: null },
			events: [{ toString: null }],
			type: { toString: null },
			name: 'Nameless',
		})),
	];
	const records = [
		...nameless,
		{ id: 5, realmPointId: 5, childRealmId: 5, events: [{ toString: null }] },
		{ id: 'a', realmPointId: 'a', childRealmId: 'a', contractAddress: '0x1', chain: 'base' },
	];
	let ownership: string;
	let server: HttpServer;
	beforeAll(async () => {
		server = await startHttpServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			const data = records.map((one) =>
				one instanceof Object && !Array.isArray(one) ? { ...one, ownership } : one,
			);
			response.end(JSON.stringify({ data }));
		});
	});
	afterAll(async () => await server.stop());

	const apart = ['searchMembers', 'searchChains', 'searchTypes', 'searchProviders'];
	it.each(Object.keys(listSearch).filter((name) => !apart.includes(name)))(
		'cannot be chosen in %s, and the others can',
		async (name) => {
			ownership = name === 'searchBorrowedCurrencies' ? 'SHARED' : 'OWNED';
			const chosen = { activationId: 'a', currencyId: 'c', questId: 'q', taskId: 't', serviceId: 's' };
			const results = await list(name, chosen, '', service.credential({ baseUrl: server.url }));
			expect(results.map(({ value }) => value)).toEqual(expect.arrayContaining(['5', 'a']));
			expect(results).toHaveLength(2);
		},
	);
});

describe('the lists of currency shares', () => {
	let server: HttpServer;
	const currencies = [
		{ id: 'own', name: 'Stars', ownership: 'OWNED' },
		{ id: 'lent', name: 'Pearls', ownership: 'SHARED', parentRealmName: 'Harbour' },
		{ id: 'unknown', name: 'Shells' },
	];
	const shares = [
		{ id: '1', childRealmId: 'a', status: 'ACCEPTED', childRealm: { id: 'a', name: 'Lighthouse' } },
		{ id: '2', childRealmId: 'b', status: 'PENDING', childRealm: { id: 'b', name: 'Pier' } },
		{ id: '3', childRealmId: 'c', status: 'REJECTED', childRealm: { id: 'c', name: 'Dock' } },
		{ id: '4', childRealmId: 'd' },
	];
	const pending = [
		{
			realmPointId: 'p',
			status: 'PENDING',
			realmPoint: { name: 'Pearls' },
			parentRealm: { name: 'Harbour' },
		},
		{ realmPointId: 'q', status: 'ACCEPTED', realmPoint: { name: 'Gems' } },
		{ realmPointId: 'r', realmPoint: { name: 'Shells' } },
	];
	beforeAll(async () => {
		server = await startHttpServer(({ url = '' }, response) => {
			const data = url.includes('/pending') ? pending : url.includes('/shares') ? shares : currencies;
			response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
		});
	});
	afterAll(async () => await server.stop());

	it.each([
		['searchOwnCurrencies', ['Stars', 'Shells']],
		['searchBorrowedCurrencies', ['Pearls (from Harbour)']],
		['searchOfferedCurrencies', ['Pearls (from Harbour)', 'Shells']],
		['searchChildRealms', ['Lighthouse', 'Pier (pending)', 'd']],
	])('%s holds what can be chosen there, and nothing else', async (name, shown) => {
		const credential = service.credential({ baseUrl: server.url });
		const results = await list(name, { currencyId: 'own' }, '', credential);
		expect(results.map((one) => one.name)).toEqual(shown);
	});
});

it('chains are found by their name and by the word of the service', async () => {
	expect((await list('searchChains', {})).length).toBe(38);
	expect(await list('searchChains', {}, 'bnb smart')).toEqual([{ name: 'BNB Smart Chain', value: 'bsc' }]);
	expect(await list('searchChains', {}, 'bsc')).toEqual([{ name: 'BNB Smart Chain', value: 'bsc' }]);
	expect(service.requests).toEqual([]);
});

describe('the list of types', () => {
	const typesOf = async (resource: string, filter?: string, credential = service.credential()) => {
		const results = await list('searchTypes', { resource, operation: 'create' }, filter, credential);
		expect(results.map(({ value }) => value)).toEqual(results.map(({ name }) => name));
		return results.map(({ name }) => name);
	};

	it.each([
		['quest', ['ONBOARDING', 'RECURRING', 'REFERRAL']],
		['task', ['STANDARD']],
		['taskTrigger', ['EVENT']],
		['taskCondition', ['DISTANCE', 'MESSAGE_SENT', 'PAGE_VISITED', 'REFERRAL_JOINED']],
		['taskAction', ['AWARD_POINTS']],
	])('for a %s has each type of the realm once, from one list', async (resource, types) => {
		expect(await typesOf(resource)).toEqual(types);
		expect(service.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['quests']);
	});

	it('finds a type by a part, in any case', async () => {
		expect(await typesOf('quest', ' re')).toEqual(['RECURRING', 'REFERRAL']);
		expect(await typesOf('quest', 'no such type')).toEqual([]);
	});

	it.each([
		[404, 'This installation of the service does not offer quests: switch to "By Name"'],
		[403, 'not allowed'],
	])('says why there is none after a %i', async (status, message) => {
		const body = { error: 'Refused', message: 'Refused' };
		service.control.addFault({ operation: 'quest.getMany', kind: 'status', status, body });
		await expect(typesOf('task')).rejects.toThrow(message);
	});

	it('leaves out what is no type', async () => {
		const parts = [
			{ type: 'b' },
			{ type: ' b ' },
			{ type: 5 },
			{ type: null },
			{ type: '=x' },
			null,
			'c',
			{},
		];
		const tasks = [{ type: '', triggers: parts, actions: 'd', conditions: null }, null];
		const data = [{ type: 'z', tasks }, { type: 'a', tasks: 'e' }, { type: ['f'] }, null];
		const server = await startHttpServer((_request, response) => {
			response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
		});
		try {
			const credential = service.credential({ baseUrl: server.url });
			expect(await typesOf('quest', '', credential)).toEqual(['a', 'z']);
			expect(await typesOf('taskTrigger', '', credential)).toEqual(['b']);
			for (const resource of ['task', 'taskAction', 'taskCondition'])
				expect(await typesOf(resource, '', credential)).toEqual([]);
		} finally {
			await server.stop();
		}
	});
});

describe('the list of providers', () => {
	const KNOWN = ['discord', 'github', 'google', 'telegram', 'twitter'];
	const providers = async (credential = service.credential()) =>
		(await list('searchProviders', {}, '', credential)).map(({ value }) => value);

	it('has those of the service, and those of the first 500 members', async () => {
		const member = (index: number) => ({ id: `${index}`, credentials: [{ oauthProvider: `p${index}` }] });
		let pages = 0;
		const server = await startHttpServer((_request, response) => {
			const data = Array.from({ length: 100 }, (_, index) => member(pages * 100 + index));
			data.push({ id: 'x', credentials: null as never });
			pages++;
			const meta = { page: pages, limit: 100, total: 5_000, totalPages: 50 };
			response.setHeader('content-type', 'application/json').end(JSON.stringify({ data, meta }));
		});
		try {
			const found = await providers(service.credential({ baseUrl: server.url }));
			expect(found).toEqual(expect.arrayContaining([...KNOWN, 'p0', 'p400']));
			expect(found).not.toContain('x');
			expect(pages).toBe(5);
		} finally {
			await server.stop();
		}
	});

	it('has those of the service where members are not listed', async () => {
		const body = { error: 'Not Found', message: 'Route not found' };
		service.control.addFault({ operation: 'member.getMany', kind: 'status', status: 404, body });
		expect(await providers()).toEqual(KNOWN);
	});
});
