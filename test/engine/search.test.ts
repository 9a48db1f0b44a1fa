import type { ICredentialDataDecryptedObject, INodeListSearchResult, INodeParameters } from 'n8n-workflow';

import type { FaultRequest } from '../../sandbox/faults/fault';
import { NODE, nodeTypes } from './nodeTypes';
import { panelContext } from './panelContext';
import { useService } from './sandbox';

const service = useService();

/** Reads the list of a resource locator like the editor. */
async function search(
	method:
		| 'searchArchivedCurrencies'
		| 'searchCurrencies'
		| 'searchMembers'
		| 'searchOfferedCurrencies'
		| 'searchWebhooks',
	filter?: string,
	{
		credential = service.credential(),
		parameters = {},
	}: { credential?: ICredentialDataDecryptedObject; parameters?: INodeParameters } = {},
): Promise<INodeListSearchResult> {
	const context = panelContext(credential, parameters);
	return await nodeTypes.getByNameAndVersion(NODE).methods!.listSearch![method]!.call(context, filter);
}

describe('the member list', () => {
	it.each(['username', 'email', 'wallet', 'discord', 'id'])('finds a member by %s', async (what) => {
		const ada = service.state.realms.get(service.realmId)!.members.get(service.ids.members.ada)!;
		const wallet = ada.credentials.find(({ publicIdentifier }) =>
			publicIdentifier?.startsWith('0x'),
		)?.publicIdentifier;
		const discord = ada.credentials.find(({ oauthProvider }) => oauthProvider === 'discord')?.oauthAccountId;
		const value = { username: ada.username, email: ada.email, wallet, discord, id: ada.id }[what];
		const { results } = await search('searchMembers', String(value));
		expect(results).toEqual([{ name: expect.stringContaining('Ada'), value: ada.id }]);
	});

	const namesFor = async (filter: string) =>
		(await search('searchMembers', filter)).results.map(({ name }) => name);

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
		const { results } = await search('searchMembers', ' ');
		expect(results.map(({ value }) => value)).toContain(service.ids.members.ada);
	});

	it('looks in the realm that the node names', async () => {
		await expect(
			search('searchMembers', 'ada', { parameters: { realmId: service.ids.otherRealm } }),
		).rejects.toThrow('The API key is not allowed to do this');
	});

	it('reports the problem with the key', async () => {
		const credential = service.credential({ apiKey: 'wrong' });
		await expect(search('searchMembers', 'ada', { credential })).rejects.toThrow(
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
			const failure = search('searchMembers', '').catch((thrown: unknown) => thrown);
			expect(await failure).toMatchObject({ message, description: expect.stringMatching(advice) });
		},
	);

	it('asks for a realm when none is known', async () => {
		const credential = service.credential({ realmId: '' });
		await expect(search('searchMembers', 'ada', { credential })).rejects.toThrow('No realm is given');
	});
});

describe('the currency list', () => {
	const shown = async (
		method: 'searchArchivedCurrencies' | 'searchCurrencies' | 'searchOfferedCurrencies',
		filter?: string,
	) => (await search(method, filter)).results.map(({ name }) => name);

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
		const from = (serviceId: string) => ({
			parameters: { serviceId: { __rl: true, mode: 'id', value: serviceId } },
		});

		beforeEach(() => {
			service.control.addFault({
				operation: 'currency.getMany',
				kind: 'status',
				status: 404,
				body: { error: 'Not Found', message: 'There is no such path.' },
			});
		});

		it('shows what the chosen sender has', async () => {
			const { results } = await search('searchCurrencies', 'star', from(service.ids.members.bonusPool));
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
			const { results } = await search('searchCurrencies', '', from(service.ids.members.bonusPool));
			expect(results).toEqual([{ name: '🐚 Shells', value: 'point-1' }]);
		});

		it.each(['', '={{ $json.sender }}'])('says that there is none when the sender is %j', async (sender) => {
			await expect(search('searchCurrencies', '', from(sender))).rejects.toThrow(
				'This service offers no list of currencies',
			);
		});
	});

	it('reports the problem with the key', async () => {
		const credential = service.credential({ apiKey: 'wrong' });
		await expect(search('searchCurrencies', '', { credential })).rejects.toThrow(
			'The service did not accept the API key',
		);
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
	expect((await search('searchWebhooks')).results).toHaveLength(2);
	expect((await search('searchWebhooks', 'QUEST')).results).toEqual([
		{ name: 'https://example.com/2 (quest.started)', value: '2' },
	]);
});
