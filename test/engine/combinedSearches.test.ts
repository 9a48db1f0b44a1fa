import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode, type RunOptions } from './engine';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();

const search = async (input: IDataObject[], changes: INodeParameters = {}, more: Partial<RunOptions> = {}) =>
	await runNode({
		credential: service.credential(),
		parameters: {
			resource: 'member',
			operation: 'search',
			type: '={{ $json.type ?? "username" }}',
			values: '={{ $json.values }}',
			...changes,
		},
		input,
		...more,
	});
const found = ({ items }: Awaited<ReturnType<typeof search>>) =>
	items.map(({ json, pairedItem }) => [json.username, (pairedItem as { item: number }).item]);
const named = (...names: string[]) => names.map((values) => ({ values }));
const member = (name: 'ada' | 'bruno') =>
	[...service.state.realms.values()]
		.flatMap(({ members }) => [...members.values()])
		.find(({ username }) => username === name)!;

/** The response to the next search, as if the service searched in another way. */
const answerNext = (data: unknown[], meta: object = { total: data.length, page: 1, totalPages: 1 }) =>
	service.control.addFault({
		operation: 'member.search',
		kind: 'status',
		status: 200,
		body: { data, meta },
		times: 1,
	});

it('searches for fifty values at a time, and returns each item its own member', async () => {
	const nobody = Array.from({ length: 117 }, (_, number) => `nobody${number}`);
	const result = await search(named('bruno', ...nobody, 'ada', 'BRUNO'));
	expect(found(result)).toEqual([
		['bruno', 0],
		['ada', 118],
		['bruno', 119],
	]);
	expect(service.requests).toHaveLength(3);
});

it('gives an item with several values all of its members, and a value asked for twice to both items', async () => {
	expect(found(await search(named('ada, bruno', 'nobody', 'bruno')))).toEqual([
		['ada', 0],
		['bruno', 0],
		['bruno', 2],
	]);
	expect(service.requests).toHaveLength(1);
});

it.each(['service-id', 'email', 'wallet', 'discord-id', 'twitter-id'])(
	'distinguishes members by %s',
	async (type) => {
		const valueOf = ({ id, email, credentials }: ReturnType<typeof member>) => {
			const [discord, twitter, wallet] = credentials;
			const values: Record<string, string | undefined> = {
				'service-id': id,
				email,
				wallet: wallet?.publicIdentifier,
				'discord-id': discord?.oauthAccountId,
				'twitter-id': twitter?.oauthAccountId,
			};
			return values[type]!;
		};
		const result = await search(named(valueOf(member('bruno')), valueOf(member('ada'))), { type });
		expect(found(result)).toEqual([
			['bruno', 0],
			['ada', 1],
		]);
		expect(service.requests).toHaveLength(1);
	},
);

it('returns separate copies to many items with the same values', async () => {
	const { items } = await search(Array.from({ length: 300 }, () => ({ values: 'ada, bruno' })));
	expect(items).toHaveLength(600);
	expect(service.requests).toHaveLength(1);
	const [first, second] = [items[0]!.json, items[2]!.json];
	expect(second).toEqual(first);
	(first.balances as unknown[]).length = 0;
	expect(second.balances).not.toEqual([]);
});

describe('asks for each item by itself', () => {
	it('when a member has the values of two items, of which the service may have meant one', async () => {
		const [wallet, other] = [
			'0x00000000000000000000000000000000000000AA',
			'0x00000000000000000000000000000000000000BB',
		];
		const ada = member('ada');
		const known = ada.credentials[2]!.publicIdentifier;
		const both = {
			...ada,
			credentials: [wallet, other].map((publicIdentifier) => ({ format: 'wallet', publicIdentifier })),
		};
		answerNext([both]);
		expect(found(await search(named(wallet, other, known), { type: 'wallet' }))).toEqual([['ada', 2]]);
		expect(service.requests).toHaveLength(4);
	});

	it('when a member has an address other than its email', async () => {
		const ada = { ...member('ada'), email: null, credentials: [{ publicIdentifier: 'b@members.example' }] };
		answerNext([ada]);
		const result = await search(named('a@members.example', 'b@members.example'), { type: 'email' });
		expect(found(result)).toEqual([]);
		expect(service.requests).toHaveLength(3);
	});

	it.each([
		['jose\u0301', 'jos\u00e9'],
		['\uff41da', 'ada'],
		['Ada,ada', 'bruno'],
	])('when %s and %s may be one to the service, or two', async (one, other) => {
		await search(named(one, other));
		expect(service.requests).toHaveLength(2);
	});

	it('when they have options of their own', async () => {
		const input = [
			{ values: 'ada', retries: 1 },
			{ values: 'bruno', retries: 2 },
		];
		await search(input, { options: { retries: '={{ $json.retries }}' } });
		expect(service.requests).toHaveLength(2);
	});

	it('when two spellings of one value could be two members', async () => {
		expect(found(await search(named('Ada', 'ada')))).toEqual([
			['ada', 0],
			['ada', 1],
		]);
		expect(service.requests).toHaveLength(2);
	});

	it('when the response has a member that no item asked for', async () => {
		answerNext([member('ada'), { ...member('bruno'), username: 'brunoise' }]);
		expect(found(await search(named('ada', 'bruno')))).toEqual([
			['ada', 0],
			['bruno', 1],
		]);
		expect(service.requests).toHaveLength(3);
	});

	it('when the answer hides the field that was searched by', async () => {
		const { credentials: _hidden, ...record } = member('ada');
		answerNext([record]);
		const wallet = member('ada').credentials[2]!.publicIdentifier;
		expect(found(await search(named(wallet, '0x0'), { type: 'wallet' }))).toEqual([['ada', 0]]);
		expect(service.requests).toHaveLength(3);
	});

	it('when the answer does not say that it is complete', async () => {
		answerNext([member('ada')], {});
		expect(found(await search(named('ada', 'bruno')))).toHaveLength(2);
		answerNext([member('ada')], { total: 2, page: 1, totalPages: 1 });
		expect(found(await search(named('ada', 'bruno')))).toHaveLength(2);
	});

	it('for the rest of the run, once an answer could not be told apart', async () => {
		answerNext([{ username: 'somebody else' }]);
		const names = Array.from({ length: 100 }, (_, number) => `nobody${number}`);
		await search(named(...names), { options: { concurrency: 1 } });
		expect(service.requests).toHaveLength(101);
	});

	it('when they are of different kinds, or ask for a page of their own', async () => {
		await search([
			{ values: 'ada', type: 'username' },
			{ values: 'ada@members.example', type: 'email' },
		]);
		expect(service.requests).toHaveLength(2);
		await search(named('ada', 'bruno'), { additionalFields: { limit: 1 } });
		expect(service.requests).toHaveLength(4);
	});

	it('when merging is turned off', async () => {
		await search(named('ada', 'bruno'), { options: { combineSearches: false } });
		expect(service.requests).toHaveLength(2);
	});

	it('when the full response is wanted', async () => {
		const { items } = await search(named('ada', 'bruno'), { additionalFields: { fullResponse: true } });
		expect(items.map(({ json }) => (json.meta as IDataObject).total)).toEqual([1, 1]);
	});

	it('when the request for all fails, and gives each its own error', async () => {
		service.control.addFault({ operation: 'member.search', kind: 'status', status: 403 });
		const { errorItems } = await search(named('ada', 'bruno'), {}, { onError: 'continueErrorOutput' });
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});
});
