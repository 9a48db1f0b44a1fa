import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode, runTool } from '../engine';
import { useService } from '../sandbox';

const service = useService();

/** The simplified form of a member: for people with what tells members apart first, and for models. */
const tellingFirst = [
	...['displayName', 'email', 'username', 'id', 'balances', 'balancesByCurrency', 'credentials'],
	...['metadata', 'joinedAt', 'lastActive'],
];
const forModels = [
	...['id', 'username', 'displayName', 'balances', 'joinedAt', 'lastActive', 'hasRealmActivity'],
	...['referralId', 'imageUrl', 'realmMemberId'],
];

const search = (parameters: INodeParameters = {}) => ({
	resource: 'member',
	operation: 'search',
	type: 'username',
	values: 'ada',
	...parameters,
});

const resolve = (parameters: INodeParameters = {}) =>
	search({ operation: 'resolve', value: 'ada', ...parameters });

/** Fields of a member that a model must not get by default. */
const PERSONAL = ['email', 'credentials', 'metadata'];

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

async function run(parameters: INodeParameters, input?: IDataObject[]): Promise<IDataObject[]> {
	const credential = service.credential();
	const { items, error } = await runNode({ credential, parameters: search(parameters), input });
	if (error) throw new Error(error.message);
	return items.map(({ json }) => json);
}

/** Sets the response to the next search. */
const answerNext = (body: object) =>
	service.control.addFault({
		operation: 'member.search',
		kind: 'status',
		times: 1,
		status: 200,
		body,
	});

describe('a node', () => {
	it('gives the simplified form in its order, whatever the order of the answer', async () => {
		const [item] = await run({});
		expect(Object.keys(item!)).toEqual(tellingFirst.filter((name) => name in item!));
		expect(item).toMatchObject({ username: 'ada', balances: expect.any(Array) });
		for (const name of PERSONAL) expect(item).toHaveProperty(name);
	});

	it.each([
		['member', () => ({ serviceId: byId(service.ids.members.ada) })],
		['currency', () => ({ currencyId: byId(service.ids.currencies.stars) })],
		['memberCredential', () => ({ ...service.ids.memberCredentials.guest })],
	])('gives the metadata that an update of a %s has set', async (resource, whom) => {
		const metadata = { tier: 'gold' };
		const [item] = await run({
			resource,
			operation: 'updateMetadata',
			...whom(),
			metadata: JSON.stringify(metadata),
		});
		expect(item).toMatchObject({ metadata });
	});

	it('gives what an update has set beside the simplified form', async () => {
		const metadata = { season: 'spring' };
		const updateFields = { metadata: JSON.stringify(metadata) };
		const stars = { resource: 'currency', currencyId: byId(service.ids.currencies.stars) };
		expect(await run({ ...stars, operation: 'update', updateFields })).toMatchObject([{ metadata }]);
		expect((await run({ ...stars, operation: 'get' }))[0]).not.toHaveProperty('metadata');
	});

	it('gives what a raffle asks of its buyers', async () => {
		const [raffle] = await run({ resource: 'raffle', operation: 'getMany' });
		expect(Object.keys(raffle!)).toEqual(expect.arrayContaining(['requiredMetadata', 'maxPerUser']));
	});

	it('gives everything when it is turned off, also to an item beside one that asks the same', async () => {
		const input = [{ isShort: true }, { isShort: false }, { isShort: true }];
		const items = await run({ simplify: '={{ $json.isShort }}' }, input);
		expect(items.map((item) => 'realmMemberId' in item)).toEqual([false, true, false]);
	});

	it('gives everything with the full response', async () => {
		const [whole] = await run({ additionalFields: { fullResponse: true } });
		expect(whole).toMatchObject({ data: [{ email: expect.any(String) }], meta: expect.anything() });
	});

	it('gives the simplified form of a person whom it resolves, and everything when it is turned off', async () => {
		const [item] = await run(resolve());
		const held = item!.member as IDataObject;
		expect(Object.keys(held)).toEqual(tellingFirst.filter((name) => name in held));
		expect(item).toMatchObject({ found: true, isMember: true, serviceId: held.id });
		const [whole] = await run(resolve({ simplify: false }));
		for (const name of [...PERSONAL, 'realmMemberId']) expect(whole!.member).toHaveProperty(name);
		expect((await run(resolve({ value: 'nobody' })))[0]).toMatchObject({ found: false, member: null });
	});

	it('has the balances of a member in their place under their older name too', async () => {
		const pointBalances = [{ balance: 7, realmPoint: { id: 'p', name: 'Stars' } }];
		const older = { about: 'x', joinedAt: 'then', pointBalances, id: 'm' };
		answerNext({ data: [older], meta: {} });
		const [item] = await run({});
		const names = ['id', 'pointBalances', 'balancesByCurrency', 'joinedAt'];
		expect(item).toEqual({ id: 'm', pointBalances, balancesByCurrency: { Stars: 7 }, joinedAt: 'then' });
		expect(Object.keys(item!)).toEqual(names);
		answerNext({ data: [{ ...older, balances: [{ balance: 8 }] }], meta: {} });
		const newer = { id: 'm', balances: [{ balance: 8 }], balancesByCurrency: {}, joinedAt: 'then' };
		expect((await run({}))[0]).toEqual(newer);
	});

	it('has the balance of each currency by its name, and by its ID too if two have the same name', async () => {
		const balances = [
			{ balance: 7, currencyId: 's', currencyName: 'Stars' },
			{ balance: 0.5, currencyId: 'g', currencyName: null },
			{ balance: 1, currencyId: 'a', currencyName: 'Coins' },
			{ balance: 2, currencyId: 'b', currencyName: 'Coins' },
		];
		answerNext({ data: [{ id: 'm', balances }], meta: {} });
		const [item] = await run({});
		expect(item?.balancesByCurrency).toEqual({ Stars: 7, g: 0.5, 'Coins (a)': 1, 'Coins (b)': 2 });
	});

	it('loses nothing of an answer that it does not understand', async () => {
		const answer = { data: [{ account: { mail: 'a@example.com' } }], meta: {} };
		answerNext(answer);
		expect(await run({})).toEqual(answer.data);
	});
});

describe('the tool of an agent', () => {
	async function hears(parameters: INodeParameters): Promise<IDataObject[]> {
		const { items, error } = await runTool({
			credential: service.credential(),
			parameters: search(parameters),
		});
		if (error) throw new Error(error.message);
		return items.map(({ json }) => json);
	}

	it('hears the simplified form, also where the node was set to give everything', async () => {
		for (const parameters of [{}, { simplify: false }, { output: 'simplified' }]) {
			const [item] = await hears(parameters);
			expect(Object.keys(item!)).toEqual(forModels.filter((name) => name in item!));
			for (const name of PERSONAL) expect(item).not.toHaveProperty(name);
		}
	});

	it('hears of a person whom it resolves as much as of one that it finds', async () => {
		const [item] = await hears(resolve({ simplify: false }));
		for (const name of PERSONAL) expect(item!.member).not.toHaveProperty(name);
		const chosen = { output: 'selectedFields', fields: ['email'] };
		expect(await hears(resolve(chosen))).toMatchObject([
			{ found: true, member: { id: service.ids.members.ada, email: expect.any(String) } },
		]);
		const [raw] = await hears(resolve({ output: 'raw' }));
		for (const name of PERSONAL) expect(raw!.member).toHaveProperty(name);
	});

	it('hears of an update no more than that it was made', async () => {
		const serviceId = byId(service.ids.members.ada);
		const metadata = '{ "tier": "gold" }';
		const set = { resource: 'member', operation: 'updateMetadata', serviceId, metadata };
		expect(await hears(set)).toEqual([{ success: true, serviceId: service.ids.members.ada }]);
		const updateFields = { metadata: '{ "season": "spring" }' };
		const currencyId = byId(service.ids.currencies.stars);
		const [stars] = await hears({
			resource: 'currency',
			operation: 'update',
			currencyId,
			updateFields,
		});
		expect(stars).toHaveProperty('name');
		expect(stars).not.toHaveProperty('metadata');
	});

	it.each<[string, INodeParameters]>([
		['Output', { output: "={{ $fromAI('output') }}" }],
		['Output', { output: byId("={{ $fromAI('output') }}") }],
		['Fields', { output: 'selectedFields', fields: ["={{ $fromAI('output') }}"] }],
		['Fields', { output: 'selectedFields', fields: "={{ $fromAI('output') }}" }],
	])('chooses not what it hears: %s, %j', async (name, chosen) => {
		const { items } = await runTool({
			credential: service.credential(),
			parameters: search(chosen),
			input: [{ output: 'raw' }],
		});
		expect(items).toMatchObject([{ json: { error: `"${name}" cannot be an expression` } }]);
		expect(service.requests).toEqual([]);
	});

	it('hears everything where that was chosen', async () => {
		const [item] = await hears({ output: 'raw' });
		expect(item).toMatchObject({ email: expect.any(String), credentials: expect.any(Array) });
	});

	it('hears the fields that were chosen, and who it is', async () => {
		const [item] = await hears({ output: 'selectedFields', fields: ['email', 'username'] });
		expect(item).toEqual({
			id: service.ids.members.ada,
			email: expect.any(String),
			username: 'ada',
		});
		expect(await hears({ output: 'selectedFields' })).toEqual([{ id: service.ids.members.ada }]);
	});

	it('is handed a full response only where it may hear everything, whoever asks for it', async () => {
		for (const fullResponse of [true, '={{ true }}']) {
			const whole = { additionalFields: { fullResponse } };
			const [raw] = await hears({ ...whole, output: 'raw' });
			expect(raw).toMatchObject({ data: [{ email: expect.any(String) }] });
			for (const chosen of [{}, { output: 'selectedFields', fields: ['username'] }]) {
				const [refused] = await hears({ ...whole, ...chosen });
				expect(refused).toMatchObject({
					error: '"Full Response" returns fields that "Output" hides from the model',
					details: { outcome: 'notApplied' },
				});
			}
		}
	});

	it('is not handed the secrets of webhooks, in whichever form they come', async () => {
		const data = [{ id: 'hook-1', url: 'https://x.example', events: ['member.left'], secret: 'whsec-1' }];
		const hidden = [{ ...data[0], secret: '[hidden]' }];
		const answer = () =>
			service.control.addFault({
				operation: 'webhook.getMany',
				kind: 'status',
				times: 1,
				status: 200,
				body: { data },
			});
		const hooks = { resource: 'webhook', operation: 'getMany' };
		answer();
		expect(await hears(hooks)).toEqual(hidden);
		answer();
		expect(await hears({ ...hooks, additionalFields: { fullResponse: true } })).toEqual([{ data: hidden }]);
		answer();
		const path = `/api/v1/realm/${service.realmId}/webhooks`;
		expect(await hears({ resource: 'request', operation: 'send', path })).toEqual([{ data: hidden }]);
		answer();
		expect(await run(hooks)).toEqual(data);
	});

	it("is not handed a member's wallet with what is in it", async () => {
		const { ids } = service;
		const nfts = {
			resource: 'memberWeb3',
			operation: 'getNfts',
			serviceId: { __rl: true, mode: 'id', value: ids.members.ada },
		};
		const heard = await hears(nfts);
		expect(heard.length).toBeGreaterThan(0);
		expect(new Set(heard.map(({ owner }) => owner))).toEqual(new Set(['[hidden]']));
		const [whole] = await hears({ ...nfts, additionalFields: { fullResponse: true } });
		expect(JSON.stringify(whole)).not.toMatch(/"owner":"0x/);
		expect((await run(nfts)).map(({ owner }) => owner)).toContainEqual(expect.stringMatching(/^0x/));
	});

	it.each([
		['webhook.create', { url: 'https://x.example', events: ['member.left'] }, ['secret']],
		['member.search', { type: 'username', values: 'ada' }, ['email', 'secret']],
	])('is not handed by a refusal of %s what an answer would keep from it', async (operation, more, names) => {
		const [resource = '', name = ''] = operation.split('.');
		const data = { id: 'one', email: 'a@example.com', secret: 'whsec-1' };
		service.control.addFault({
			operation,
			kind: 'status',
			times: 1,
			status: 409,
			body: { error: 'Conflict', message: 'There is one', data },
		});
		const [refused] = await hears({ resource, operation: name, ...more });
		expect(refused).toMatchObject({
			details: {
				status: 409,
				answer: {
					message: 'There is one',
					data: { id: 'one', ...Object.fromEntries(names.map((one) => [one, '[hidden]'])) },
				},
			},
		});
	});

	it('is handed by a dry run no more than by the run itself', async () => {
		const body = '{ "name": "hook", "secret": "whsec-1" }';
		const options = { dryRun: true };
		const send = { resource: 'request', operation: 'send', method: 'POST', path: '/api/v1/x' };
		expect(await hears({ ...send, body, options })).toMatchObject([
			{ dryRun: true, request: { body: { name: 'hook', secret: '[hidden]' } } },
		]);
		service.control.addFault({
			operation: 'memberWeb3.getBalances',
			kind: 'status',
			times: 1,
			status: 200,
			body: { data: { claimableBalances: [{ owner: '0xabc', balance: 1 }] } },
		});
		const claim = {
			resource: 'memberWeb3',
			operation: 'claim',
			serviceId: { __rl: true, mode: 'id', value: service.ids.members.ada },
			additionalFields: { readBalances: true },
		};
		expect(await hears({ ...claim, options })).toMatchObject([
			{ balancesNow: { claimableBalances: [{ owner: '[hidden]', balance: 1 }] } },
		]);
	});

	it('is not handed an answer that nobody understands', async () => {
		answerNext({ data: [{ account: { mail: 'a@example.com' } }], meta: {} });
		expect(await hears({})).toEqual([{ note: expect.stringContaining('none of the fields') }]);
	});
});
