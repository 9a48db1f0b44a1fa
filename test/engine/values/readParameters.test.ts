import { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { runNode, type RunOptions } from '../engine';
import { transferToAda } from '../payouts';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

const run = async (
	parameters: INodeParameters,
	input: IDataObject[] = [{}],
	more: Partial<RunOptions> = {},
) =>
	await runNode({
		credential: service.credential({ appUrl: service.appUrl, clientId: 'app-1' }),
		parameters,
		input,
		...more,
	});

/** How often n8n evaluates each expression while this runs. */
async function evaluationsOf(work: () => Promise<unknown>): Promise<Map<string, number>> {
	const spy = jest.spyOn(ExecuteContext.prototype, 'evaluateExpression');
	await work();
	const counts = new Map<string, number>();
	for (const [expression] of spy.mock.calls) counts.set(expression, (counts.get(expression) ?? 0) + 1);
	spy.mockRestore();
	return counts;
}

const transfer = (changes: INodeParameters = {}) => transferToAda(service, changes);
const webhook = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'webhook',
	operation: 'create',
	url: 'https://example.com/hook',
	events: ['quest.completed'],
	...changes,
});
const search = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'member',
	operation: 'search',
	type: 'username',
	values: 'ada',
	...changes,
});
const update = (updateFields: INodeParameters[string]): INodeParameters => ({
	resource: 'currency',
	operation: 'update',
	currencyId: byId(service.ids.currencies.stars),
	updateFields,
});

/** A place of an expression, the parameters with it, and the name of the field. */
const places: Array<[string, (expression: string) => INodeParameters, string]> = [
	['the realm of a payment', (realmId) => transfer({ realmId }), 'Realm ID'],
	[
		'the client ID',
		(clientId) => ({
			resource: 'consent',
			operation: 'createAuthorizationUrl',
			clientId,
			redirectUri: 'https://example.com',
		}),
		'Client ID',
	],
	['a member', (value) => transfer({ recipientId: byId(value) }), 'Recipient'],
	[
		'the mode of a resource locator',
		(mode) => transfer({ recipientId: { ...byId(service.ids.members.ada), mode: mode as 'id' } }),
		'Recipient',
	],
	['a currency that may stay empty', (value) => transfer({ currencyId: byId(value) }), 'Currency'],
	['an amount', (amount) => transfer({ amount }), 'Amount'],
	[
		'the key of a payment',
		(idempotencyKey) => transfer({ repeatProtection: 'key', idempotencyKey }),
		'Idempotency Key',
	],
	['an option', (timeoutSeconds) => transfer({ options: { timeoutSeconds } }), 'Timeout (Seconds)'],
	['the address of a webhook', (url) => webhook({ url }), 'URL'],
	['the events of a webhook', (events) => webhook({ events }), 'Events'],
	['the secret of a webhook', (secret) => webhook({ additionalFields: { secret } }), 'Secret'],
	[
		'JSON that may stay empty',
		(metadata) => ({ resource: 'purchase', operation: 'finalize', purchaseId: 'p1', metadata }),
		'Metadata (JSON)',
	],
	[
		'a chain',
		(chain) => ({
			resource: 'nft',
			operation: 'get',
			tokenId: '1',
			contractAddress: '0x1',
			additionalFields: { chain },
		}),
		'Chain',
	],
	['a choice', (type) => search({ type }), 'Search By'],
	[
		'a word of the service',
		(value) => ({
			resource: 'memberCredential',
			operation: 'createSocial',
			provider: { __rl: true, mode: 'name', value },
			providerId: 'c-1',
		}),
		'Provider',
	],
];

const nothings = [
	'={{ $json.nope }}',
	'={{ null }}',
	'={{ NaN }}',
	'={{ " \\n" }}',
	'={{ $json.a }}{{ $json.b }}',
	'=',
];

describe.each(places)('%s', (_place, parametersWith, name) => {
	it('as an expression that gives nothing is refused by name, and nothing is sent', async () => {
		for (const nothing of nothings) {
			const { items, error } = await run(parametersWith(nothing));
			expect([nothing, items, error?.message]).toEqual([
				nothing,
				[],
				`"${name}" is an expression that returned no value for this item`,
			]);
			expect(error?.description).toContain('Nothing was sent.');
		}
		expect(service.requests).toEqual([]);
	});
});

describe('a text that is put together', () => {
	/** A mode has no message, and a key has its own one. */
	const others = ['the mode of a resource locator', 'the key of a payment'];
	const parts = ['={{ $json.first }} to {{ $json.nope }}', '=to {{ null }}', '=x{{ [][0] }}'];

	it.each(places.filter(([place]) => !others.includes(place)))(
		'has no empty part: %s',
		async (_place, parametersWith, name) => {
			for (const written of parts) {
				const { items, error } = await run(parametersWith(written), [{ first: 'here' }]);
				expect([written, items]).toEqual([written, []]);
				expect(error?.message).toContain(
					`"${name}" contains an expression that returned no value for this item: {{ `,
				);
				expect(error?.description).toContain('Nothing was sent.');
			}
			expect(service.requests).toEqual([]);
		},
	);
});

describe('an empty part of a number', () => {
	const credited = (nftIds: string): INodeParameters => ({
		resource: 'memberWeb3',
		operation: 'claim',
		serviceId: byId(service.ids.members.ada),
		additionalFields: { nftIds },
	});
	const sent = (body: string): INodeParameters => ({
		resource: 'request',
		operation: 'send',
		method: 'POST',
		path: '/api',
		body,
	});
	const numbers: Array<[string, (value: string) => INodeParameters, string]> = [
		['an amount', (amount) => transfer({ amount }), 'Amount'],
		...['maximumAmount', 'retries'].map((option): (typeof numbers)[number] => [
			`the option ${option}`,
			(value) => transfer({ options: { [option]: value } }),
			'',
		]),
		[
			'the size of a batch',
			(batchSize) => ({
				resource: 'member',
				operation: 'updateBalances',
				serviceId: byId(service.ids.members.ada),
				currencyId: byId(''),
				amount: 1,
				options: { batchSize },
			}),
			'Batch Size',
		],
		['an additional number', (limit) => search({ additionalFields: { limit } }), 'Limit'],
		['a list', credited, 'NFT Names or IDs'],
		['a number in JSON', (value) => sent(value.replace(/^=(.*)$/, '={"amount":$1}')), 'Body'],
		['a number in JSON, as text', (value) => sent(value.replace(/^=(.*)$/, '={"amount":"$1"}')), 'Body'],
	];

	describe.each(numbers)('as %s', (_what, parametersWith, name) => {
		it.each(['={{ $json.v }}1', '=1{{ $json.v }}', '=1{{ $json.v }}{{ $json.v }}0', '=1{{ $json.v + "" }}'])(
			'is refused in %s, and nothing is sent',
			async (written) => {
				for (const v of ['', ' ', '\t', '\u00a0', null, undefined, [], [''], [['']]] as never[]) {
					if (written.endsWith('"" }}') && (v ?? 'null') === 'null') continue;
					const { items, error } = await run(parametersWith(written), [{ v }]);
					expect([v, items, error?.message]).toEqual([
						v,
						[],
						expect.stringMatching(
							new RegExp(
								`^"${name}[^"]*" contains an expression that returned no value for this item: {{ \\$json\\.v`,
							),
						),
					]);
				}
				expect(service.requests).toEqual([]);
			},
		);
	});

	it.each(['=1{{ }}', '={{ }}1', '=1{{}}'])('is refused where there is no code: %s', async (amount) => {
		const { items, error } = await run(transfer({ amount }));
		expect([items, error?.message]).toEqual([[], expect.any(String)]);
		expect(service.requests).toEqual([]);
	});

	it.each(['=1{{ $json.a.b.c }}', '=1{{ ({ toString: () => "" }) }}', '=1{{ " ".repeat(3) }}'])(
		'is refused where its code gives nothing: %s',
		async (amount) => {
			const { items, error } = await run(transfer({ amount }));
			expect([items, error?.message]).toEqual([
				[],
				expect.stringContaining('"Amount" contains an expression that returned no value for this item: {{'),
			]);
			expect(service.requests).toEqual([]);
		},
	);

	it('leaves parts of other things empty: of a text, of a text in JSON, and between values', async () => {
		const note = { a: 1, b: '', c: 'x 2', d: [1] };
		const metadata = '={"a":1 {{ $json.v }},"b":"{{ $json.v }}","c":"x {{ $json.v }}2","d":[1{{ $json.n }}]}';
		await run(update({ name: '=Suns{{ $json.v }}', metadata: metadata.replace('{{ $json.n }}', '') }), [
			{ v: '' },
		]);
		expect(service.requests[0]?.body).toEqual({ name: 'Suns', metadata: note });
		const { items } = await run(transfer({ amount: '={{ $json.a }}{{ $json.b }} ' }), [{ a: 1, b: '2' }]);
		expect(items).toHaveLength(1);
		expect(service.requests[1]?.body).toMatchObject({ amount: 12 });
	});
});

it('refuses a list with an empty element, and an empty locator', async () => {
	const list = await run(webhook({ events: '={{ ["quest.completed", $json.nope] }}' }));
	expect(list.error?.message).toContain('"Events" is an expression that returned no value');
	const locator = '={{ ({ __rl: true, mode: "id", value: $json.nope }) }}';
	const member = await run(transfer({ recipientId: locator }));
	expect(member.error?.message).toContain('"Recipient" is an expression that returned no value');
	expect(service.requests).toEqual([]);
});

it('leaves an empty fixed field its meaning', async () => {
	expect((await run(transfer({ realmId: '', options: {} }))).items).toHaveLength(1);
	expect((await run(search({ realmId: '' }))).items).toHaveLength(1);
	expect(service.requests).toHaveLength(2);
});

it('reads the list in a locator for each item', async () => {
	const values = { ...byId(''), value: ['={{ $json.name }}'] } as unknown as INodeParameters;
	await run(search({ values }), [{ name: 'ada' }, { name: 'ben' }]);
	expect(service.requests).toMatchObject([{ query: { values: 'ada' } }, { query: { values: 'ben' } }]);
});

it('evaluates each expression once for each item, alone or as a part of a text', async () => {
	const input = Array.from({ length: 50 }, (_, index) => ({ name: `nobody${index}` }));
	const values = '={{ $json.name + "" }},{{ $json.name + "x" }}';
	const parameters = search({ values, additionalFields: { page: '={{ 0 + 1 }}' } });
	const counts = await evaluationsOf(async () => await run(parameters, input));
	expect([...counts]).toEqual([
		['{{ $json.name + "" }}', 50],
		['{{ $json.name + "x" }}', 50],
		['{{ 0 + 1 }}', 50],
	]);
});

describe('an expression that names a value of the item', () => {
	const asked = async (written: string, input: IDataObject[]) => {
		let result: Awaited<ReturnType<typeof run>> | undefined;
		const counts = await evaluationsOf(async () => {
			result = await run(search({ values: written }), input);
		});
		return { ...result!, count: [...counts.values()].reduce((all, one) => all + one, 0) };
	};

	it.each([
		['={{ $json.name }}', { name: 'ada' }],
		['={{$json.of.it}}', { of: { it: 'ada' } }],
		['=a{{ $json.d }}{{ $json.a }}', { d: 'd', a: 'a' }],
		[`={{ $json["the name"]['of it'] }}`, { 'the name': { 'of it': 'ada' } }],
		['={{ $json.list[1].name }}', { list: [{}, { name: 'ada' }] }],
		[`={{ $json.headers['x-name'] ?? 'none' }}`, { headers: { 'x-name': 'ada' } }],
	])('is read without the engine of n8n: %s', async (written, item) => {
		const plain = await asked(written, [item]);
		expect(plain.items[0]?.json.username).toBe('ada');
		expect(plain.count).toBe(0);
	});

	it.each([
		['={{ $json.name.toLowerCase() }}', { name: 'ADA' }],
		['={{ $json["na\\x6de"] }}', { name: 'ada' }],
		['={{ $json.a ?? "ada" }}', {}],
		['={{ $json.a ?? $json.b }}', { a: 'ada', b: 'bob' }],
		['=\\{{ $json.name }}', { name: 'ada' }],
	])('is left to n8n where it does more: %s', async (written, item) => {
		expect((await asked(written, [item])).count).toBe(1);
	});

	it.each(['={{ $json.constructor }}', `={{ $json['__proto__'].name }}`])(
		'gives nothing that n8n would refuse: %s',
		async (written) => {
			const { error } = await asked(written, [
				JSON.parse('{"constructor":"ada","__proto__":{"name":"ada"}}') as IDataObject,
			]);
			expect(error).toBeDefined();
			expect(service.requests).toEqual([]);
		},
	);
});

describe('what fails before anything is sent', () => {
	const failing: Array<[string, INodeParameters]> = [
		['an expression that throws', { amount: '={{ nope.foo }}' }],
		['an expression of a node that is not there', { amount: "={{ $('Missing').item.json.x }}" }],
		['an option that throws', { options: { retries: '={{ nope.foo }}' } }],
		['an operation that there is not', { operation: '={{ "constructor" }}' }],
		['a resource that there is not', { resource: '={{ "__proto__" }}' }],
		['a key with a blank part', { repeatProtection: 'key', idempotencyKey: '=order-{{ $json.nope }}' }],
		['a lone half of a character', { realmId: '={{ "\\ud800" }}' }],
	];

	it.each(failing)('is not applied and says so: %s', async (_what, changes) => {
		const { errorItems, items } = await run(transfer(changes), [{}], { onError: 'continueErrorOutput' });
		expect(items).toEqual([]);
		const details = errorItems[0]?.json.details as IDataObject;
		expect([errorItems[0]?.json.error, details.outcome]).toEqual([expect.any(String), 'notApplied']);
		expect((details.advice as string).match(/Nothing was sent\./g)).toHaveLength(1);
		expect(service.requests).toEqual([]);
		const { error } = await run(transfer(changes));
		expect(error?.description).toContain('Nothing was sent.');
	});

	it.each<[string, string, INodeParameters]>([
		['a field', 'amount', { amount: "={{ $('On Error').item.json.x }}" }],
		['a text that only n8n reads', 'realmId', { realmId: "=\\\\{{ $('On Error').item.json.x }}" }],
		['a locator', 'recipientId', { recipientId: byId("={{ $('On Error').item.json.x }}") }],
		['an option', 'options.retries', { options: { retries: "={{ $('On Error').item.json.x }}" } }],
		[
			'a key',
			'idempotencyKey',
			{ repeatProtection: 'key', idempotencyKey: "=order-{{ $('On Error').item.json.x }}" },
		],
	])('names its parameter, or the editor of n8n shows no message: %s', async (_what, parameter, changes) => {
		const { error } = await run(transfer(changes));
		expect(error?.context).toMatchObject({ parameter, messageTemplate: 'No path back to referenced node' });
	});

	it('is not applied: a credential that cannot be read', async () => {
		const credential = {
			get baseUrl(): string {
				throw new Error('The credential could not be decrypted');
			},
		};
		const parameters = transfer();
		const { errorItems, items } = await runNode({
			credential,
			parameters,
			input: [{}, {}],
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([]);
		expect(
			errorItems.map(({ json, pairedItem }) => [(json.details as IDataObject).outcome, pairedItem]),
		).toEqual([
			['notApplied', { item: 0 }],
			['notApplied', { item: 1 }],
		]);
	});
});

it.each(['constructor', '__proto__'])('leaves the search type %s to the service', async (type) => {
	const { error, items } = await run(search({ type: `={{ "${type}" }}`, values: '={{ $json.values }}' }), [
		{ values: 'ada' },
		{ values: 'ben' },
	]);
	expect(items).toEqual([]);
	expect(error?.httpCode).toBe('400');
});
