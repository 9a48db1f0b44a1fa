import type { INodeListSearchItems, INodeParameters } from 'n8n-workflow';

import type { FaultRequest } from '../../../sandbox/faults/fault';
import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import { byId } from '../../harness/workflows/nodes';
import { panelContext, runNode } from '../engine';
import { useService } from '../sandbox';

const service = useService();

const { listSearch } = new RewardsEngagement().methods;

/** Reads a list like the editor, which sends the values of the panel. */
async function list(
	method: string,
	shown: INodeParameters = {},
	filter?: string,
	credential = service.credential(),
): Promise<INodeListSearchItems[]> {
	const context = panelContext(credential, shown);
	const { results } = await listSearch[method]!.call(context, filter);
	return results;
}

const quest = () => ({ questId: byId(service.ids.quests.firstSteps) });

const task = () => ({ ...quest(), taskId: byId(service.ids.tasks.readWelcome) });

it('quests are listed with their type, and found by a part of the name or by the whole ID', async () => {
	const { quests } = service.ids;
	expect(await list('searchQuests')).toEqual([
		{ name: 'First steps (ONBOARDING)', value: quests.firstSteps },
		{ name: 'Weekly walk (RECURRING)', value: quests.weeklyWalk },
		{ name: 'Bring a friend (REFERRAL)', value: quests.bringAFriend },
	]);
	expect(await list('searchQuests', {}, ' WALK')).toMatchObject([{ value: quests.weeklyWalk }]);
	expect(await list('searchQuests', {}, quests.firstSteps)).toMatchObject([{ value: quests.firstSteps }]);
	expect(await list('searchQuests', {}, 'no such quest')).toEqual([]);
});

it('the tasks are those of the chosen quest', async () => {
	const { quests, tasks } = service.ids;
	expect(await list('searchTasks', quest())).toEqual([
		{ name: 'Read the welcome page', value: tasks.readWelcome },
		{ name: 'Say hello', value: tasks.sayHello },
	]);
	expect(await list('searchTasks', { questId: byId(quests.weeklyWalk) })).toMatchObject([
		{ value: tasks.walk },
	]);
});

it.each([
	['searchTaskTriggers', 'EVENT {"event":"activity"}', () => service.ids.triggers.onReading],
	['searchTaskConditions', 'PAGE_VISITED {"path":"/welcome"}', () => service.ids.conditions.hasRead],
	['searchTaskActions', /^AWARD_POINTS \{"amount":20/, () => service.ids.actions.awardForReading],
	['searchTaskTransitions', /^To task d1/, () => service.ids.transitions.helloAfterReading],
])('%s lists the parts of the chosen task', async (method, name, id) => {
	expect(await list(method, task())).toEqual([
		{ name: typeof name === 'string' ? name : expect.stringMatching(name), value: id() },
	]);
	expect(await list(method, task(), 'no such part')).toEqual([]);
});

describe('nothing is asked before what a list follows is chosen', () => {
	it.each<[string, string, () => INodeParameters]>([
		['searchTasks', 'Choose the quest first to list its tasks', () => ({})],
		[
			'searchTasks',
			'Choose the quest first to list its tasks',
			() => ({ questId: byId('={{ $json.quest }}') }),
		],
		['searchTaskActions', 'Choose the quest first to list its actions', () => ({ taskId: byId('task') })],
		['searchTaskActions', 'Choose the task first to list its actions', quest],
	])('%s: %s', async (method, words, shown) => {
		await expect(list(method, shown())).rejects.toThrow(words);
		expect(service.requests).toEqual([]);
	});
});

describe('an installation without quests', () => {
	beforeEach(() => {
		service.control.addFault({
			operation: '*',
			kind: 'status',
			status: 404,
			body: { error: 'Not Found', message: 'There is no such path.' },
		});
	});

	it.each([
		['searchQuests', 'This installation does not offer a list of quests'],
		[
			'searchTasks',
			'This installation does not offer a list of tasks, or your choice above no longer exists',
		],
		['searchTaskTriggers', 'This installation does not offer a list of triggers, or your choice'],
	])('%s says so', async (method, words) => {
		const failure = await list(method, task()).catch((thrown: unknown) => thrown);
		expect(failure).toMatchObject({
			message: expect.stringContaining(words),
			description: expect.stringContaining('Switch this field to "By ID"'),
		});
	});
});

it('n8n clears the task when another quest is chosen, and its parts when another task is', () => {
	const { properties } = new RewardsEngagement().description;
	const follows = (name: string) => [
		...new Set(
			properties
				.filter((property) => property.name === name)
				.map(({ typeOptions }) => typeOptions?.loadOptionsDependsOn?.join()),
		),
	];
	expect(follows('questId')).toEqual([undefined]);
	expect(follows('taskId')).toEqual(['questId.value']);
	for (const part of ['actionId', 'conditionId', 'transitionId', 'triggerId']) {
		expect(follows(part)).toEqual(['questId.value,taskId.value']);
	}
});

it('activations are listed by what they are called, with chain and type', async () => {
	const { activations, tokens } = service.ids;
	expect(await list('searchActivations')).toEqual([
		{ name: 'Lamp keepers (ethereum, nft)', value: activations.lampKeepers },
		{ name: 'Harbour badges (polygon, erc1155)', value: activations.badges },
		{ name: `${tokens.oil.address} (ethereum, token)`, value: activations.oil },
	]);
	expect(await list('searchActivations', {}, ' POLYGON')).toMatchObject([{ value: activations.badges }]);
	expect(await list('searchActivations', {}, activations.oil)).toMatchObject([{ value: activations.oil }]);
	expect(await list('searchActivations', {}, 'no such activation')).toEqual([]);
});

it('configs are those of the chosen activation, with the address that they call', async () => {
	const { activations, activationConfigs } = service.ids;
	expect(await list('searchActivationConfigs', { activationId: byId(activations.lampKeepers) })).toEqual([
		{ name: `generator (${activationConfigs.generator})`, value: activationConfigs.generator },
		{ name: 'sales https://receiver.example/sales', value: activationConfigs.sales },
	]);
	expect(await list('searchActivationConfigs', { activationId: byId(activations.oil) })).toEqual([]);
	await expect(list('searchActivationConfigs')).rejects.toThrow('Choose the activation first');
	await expect(list('searchActivationConfigs', { activationId: byId('={{ $json.none }}') })).rejects.toThrow(
		'Choose the activation first',
	);
});

describe('a field of several NFTs or activations', () => {
	const node = new RewardsEngagement();
	const options = async (method: string, shown: INodeParameters) =>
		await node.methods.loadOptions[method]!.call(panelContext(service.credential(), shown));

	it('offers the NFTs of the chosen activation', async () => {
		const shown = await options('searchActivationNfts', { activationId: byId(service.ids.activation) });
		expect(shown).toContainEqual({ name: 'Lamp keeper #7', value: service.ids.lampKeepers['7'] });
		expect(new Set(shown.map(({ value }) => value))).toEqual(new Set(Object.values(service.ids.lampKeepers)));
		await expect(options('searchActivationNfts', {})).rejects.toThrow('Choose the activation first');
		expect(await options('searchActivationNfts', { activationId: byId('gone') })).toEqual([]);
	});

	it('offers the NFTs of the chosen member', async () => {
		const shown = await options('searchMemberNfts', { serviceId: byId(service.ids.members.ada) });
		expect(shown.length).toBeGreaterThan(0);
		const known = service.state.nfts.map(({ id }) => id);
		expect(known).toEqual(expect.arrayContaining(shown.map(({ value }) => value)));
		await expect(options('searchMemberNfts', {})).rejects.toThrow('Choose the member first');
	});

	it('offers the activations', async () =>
		expect(await options('searchActivations', {})).toHaveLength(Object.keys(service.ids.activations).length));
});

/** The installation does not offer an operation. */
const missing = (operation: string) =>
	service.control.addFault({
		operation,
		kind: 'status',
		status: 404,
		body: { error: 'Not Found', message: 'Route not found' },
	});

describe('an installation that does not offer them', () => {
	it('is told of in the lists', async () => {
		missing('activation.getMany');
		missing('activationConfig.getMany');
		await expect(list('searchActivations')).rejects.toThrow('does not offer a list of activations');
		await expect(
			list('searchActivationConfigs', { activationId: byId(service.ids.activation) }),
		).rejects.toThrow('does not offer a list of configs, or your choice above no longer exists');
	});
});

/** Groups of operations that not every installation offers: the list of each, and the requested operation. */
const groups = [
	{ search: 'searchStoreItems', operation: 'storeItem.getMany', what: 'the store' },
	{ search: 'searchRaffles', operation: 'raffle.getMany', what: 'raffles' },
	{ search: 'searchPurchases', operation: 'purchase.getMany', what: 'a list of purchases' },
];

describe.each(groups)('$operation', ({ search, operation, what }) => {
	it('is a list to choose from, by the words of each record and page by page', async () => {
		const all = await list(search);
		expect(all.length).toBeGreaterThan(0);
		const [first] = all as [{ name: string; value: string }];
		expect(await list(search, {}, first.name.toUpperCase())).toContainEqual(first);
		expect(await list(search, {}, 'no such record')).toEqual([]);
	});

	it('says in words that an installation does not offer it', async () => {
		missing(operation);
		await expect(list(search)).rejects.toThrow(
			`This installation of the service does not offer ${what}: switch to "By ID"`,
		);
		const [resource = '', name = ''] = operation.split('.');
		const { errorItems } = await runNode({
			credential: service.credential(),
			parameters: { resource, operation: name },
			onError: 'continueErrorOutput',
		});
		expect(errorItems[0]?.json.details).toMatchObject({
			status: 404,
			advice: expect.stringContaining('This installation of the service does not offer'),
		});
	});

	it('passes on other errors', async () => {
		service.control.addFault({ operation, kind: 'status', status: 403, body: { error: 'Forbidden' } });
		await expect(list(search)).rejects.toThrow('not allowed');
	});
});

describe('the member list', () => {
	it.each(['username', 'email', 'wallet', 'discord', 'id'])('finds a member by %s', async (what) => {
		const ada = service.state.realms.get(service.realmId)!.members.get(service.ids.members.ada)!;
		const wallet = ada.credentials.find(({ publicIdentifier }) =>
			publicIdentifier?.startsWith('0x'),
		)?.publicIdentifier;
		const discord = ada.credentials.find(({ oauthProvider }) => oauthProvider === 'discord')?.oauthAccountId;
		const value = { username: ada.username, email: ada.email, wallet, discord, id: ada.id }[what];
		const found = await list('searchMembers', {}, String(value));
		expect(found).toEqual([{ name: expect.stringContaining('Ada'), value: ada.id }]);
	});

	const namesFor = async (filter: string) =>
		(await list('searchMembers', {}, filter)).map(({ name }) => name);

	it.each(['lindqv', 'ADA', 'ada@memb'])('finds a member by a part, %s, of a name or email', async (part) => {
		expect(await namesFor(part)).toContainEqual(expect.stringContaining('Ada Lindqvist'));
	});

	it('holds 25 members at the most, and asks for no more', async () => {
		const { members } = service.state.realms.get(service.realmId)!;
		const ada = members.get(service.ids.members.ada)!;
		for (let number = 0; number < 60; number++) {
			const id = `b1${String(number).padStart(22, '0')}`;
			members.set(id, { ...ada, id, username: `many-${number}` });
		}
		expect(await namesFor('many')).toHaveLength(25);
		expect(service.requests).toHaveLength(1);
	});

	describe('of a service that has no list of members', () => {
		beforeEach(() => {
			service.control.addFault({ operation: 'member.getMany', kind: 'status', status: 404, body: null });
		});

		it.each(['ada', 'ada@members.example'])('finds a member by the whole, %s', async (whole) => {
			expect(await namesFor(whole)).toEqual([expect.stringContaining('Ada Lindqvist')]);
		});

		it('finds none by a part, and shows none before the whole is typed', async () => {
			expect([await namesFor('lindqv'), await namesFor(' ')]).toEqual([[], []]);
		});
	});

	it('has a label without anything that changes by itself', async () => {
		expect(await namesFor('ada')).toEqual(['Ada Lindqvist (ada@members.example)']);
	});

	it('shows the first members before anything is typed', async () => {
		const shown = await list('searchMembers', {}, ' ');
		expect(shown.map(({ value }) => value)).toContain(service.ids.members.ada);
	});

	it('looks in the realm that the node names', async () => {
		await expect(list('searchMembers', { realmId: service.ids.otherRealm }, 'ada')).rejects.toThrow(
			'The API key is not allowed to do this',
		);
	});

	it('reports the problem with the key', async () => {
		const credential = service.credential({ apiKey: 'wrong' });
		await expect(list('searchMembers', {}, 'ada', credential)).rejects.toThrow(
			'The service did not accept the API key',
		);
	});

	it.each<[string, Partial<FaultRequest>, string, RegExp]>([
		[
			'too many requests',
			{ kind: 'rateLimit', retryAfter: 600 },
			'The service is receiving too many requests',
			/^It asks to wait 600 seconds, .* Try again later\.$/,
		],
		[
			'a fault of the service',
			{ kind: 'status', status: 503, body: { error: 'Down' } },
			'The service could not process the request (status 503): Down',
			/^Try again later\.$/,
		],
	])(
		'says of %s what happened and what to do, without options that a list does not have',
		async (_what, fault, message, advice) => {
			service.control.addFault({ operation: 'member.getMany', ...fault } as FaultRequest);
			const failure = list('searchMembers', {}, '').catch((thrown: unknown) => thrown);
			expect(await failure).toMatchObject({ message, description: expect.stringMatching(advice) });
		},
	);

	it('asks for a realm when none is known', async () => {
		const credential = service.credential({ realmId: '' });
		await expect(list('searchMembers', {}, 'ada', credential)).rejects.toThrow('No realm is given');
	});
});

describe('the currency list', () => {
	const shown = async (method: string, filter?: string) =>
		(await list(method, {}, filter)).map(({ name }) => name);

	it('holds the currencies in use, the default one first', async () => {
		service.state.realms
			.get(service.realmId)!
			.currencies.forEach((currency, id) => (currency.default = id === service.ids.currencies.gems));
		expect(await shown('searchCurrencies')).toEqual(['💎 Gems (default)', '⭐ Stars']);
		expect(await shown('searchCurrencies', 'STAR')).toEqual(['⭐ Stars']);
	});

	it('has archived currencies on request, or only those', async () => {
		expect(await shown('searchCurrencies', 'archived')).toEqual(['Opening tickets (archived)']);
		expect(await shown('searchArchivedCurrencies')).toEqual(['Opening tickets (archived)']);
	});

	it('holds what another realm shares, once it is accepted', async () => {
		expect(await shown('searchOfferedCurrencies')).toEqual(['🦪 Pearls (from Tide Pool)']);
		const [share] = service.state.shares.values();
		share!.status = 'ACCEPTED';
		expect(await shown('searchOfferedCurrencies')).toEqual([]);
		expect(await shown('searchCurrencies', 'pearl')).toEqual(['🦪 Pearls (from Tide Pool)']);
	});

	it('holds more than one page', async () => {
		const { currencies } = service.state.realms.get(service.realmId)!;
		const stars = currencies.get(service.ids.currencies.stars)!;
		for (let number = 0; number < 250; number++) {
			currencies.set(`many-${number}`, {
				...stars,
				id: `many-${number}`,
				name: `Many ${number}`,
				default: false,
			});
		}
		expect(await shown('searchCurrencies', 'many')).toHaveLength(250);
	});

	describe('of a service that cannot list its currencies', () => {
		const from = (serviceId: string) => ({ serviceId: byId(serviceId) });

		beforeEach(() => {
			service.control.addFault({
				operation: 'currency.getMany',
				kind: 'status',
				status: 404,
				body: { error: 'Not Found', message: 'There is no such path.' },
			});
		});

		it('shows what the chosen sender has', async () => {
			const results = await list('searchCurrencies', from(service.ids.members.bonusPool), 'star');
			expect(results).toEqual([
				{ name: expect.stringMatching(/Stars$/), value: service.ids.currencies.stars },
			]);
		});

		it('reads balances in the older form too, and leaves out those that name no currency', async () => {
			const balances = [{ balance: 3, currencyName: 'Nameless' }];
			const realmPoint = { id: 'point-1', name: 'Shells', emoji: '🐚' };
			service.control.addFault({
				operation: 'member.search',
				kind: 'status',
				status: 200,
				body: { data: [{ id: 'm', balances, pointBalances: [{ balance: 7, realmPoint }] }], meta: {} },
			});
			const results = await list('searchCurrencies', from(service.ids.members.bonusPool), '');
			expect(results).toEqual([{ name: '🐚 Shells', value: 'point-1' }]);
		});

		it.each(['', '={{ $json.sender }}'])('says that there is none when the sender is %j', async (sender) => {
			await expect(list('searchCurrencies', from(sender), '')).rejects.toThrow(
				'This service offers no list of currencies',
			);
		});
	});
});

it('the webhook list can be filtered by address and event', async () => {
	const { webhooks } = service.state.realms.get(service.realmId)!;
	for (const [id, event] of [
		['1', 'member.left'],
		['2', 'quest.started'],
	] as const) {
		webhooks.set(id, { id, url: `https://example.com/${id}`, events: [event], active: true });
	}
	expect(await list('searchWebhooks')).toHaveLength(2);
	expect(await list('searchWebhooks', {}, 'QUEST')).toEqual([
		{ name: 'https://example.com/2 (quest.started)', value: '2' },
	]);
});
