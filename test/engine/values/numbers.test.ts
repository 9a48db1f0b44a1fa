import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { runNode } from '../engine';
import { transferToAda } from '../payouts';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

// JavaScript reads 9007199254740993 as 9007199254740992.
const LARGE = [2 ** 53, -(2 ** 53), 1e21];

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const run = async (parameters: INodeParameters, input: IDataObject[] = [{}]) =>
	await runNode({ credential: service.credential(), parameters, input });

const transfer = (changes: INodeParameters = {}) => transferToAda(service, changes);
const search = (values: string): INodeParameters => ({
	resource: 'member',
	operation: 'search',
	type: 'username',
	values,
});
const award = (changes: INodeParameters): INodeParameters => ({
	resource: 'member',
	operation: 'updateBalances',
	serviceId: byId(service.ids.members.ada),
	currencyId: byId(service.ids.currencies.stars),
	amount: 5,
	...changes,
});
const send = (body: string): INodeParameters => ({
	resource: 'request',
	operation: 'send',
	method: 'POST',
	path: `/api/v1/realms/${service.realmId}/members`,
	body,
});
const update = (updateFields: INodeParameters): INodeParameters => ({
	resource: 'currency',
	operation: 'update',
	currencyId: byId(service.ids.currencies.stars),
	updateFields,
});

const ID = 'contains a number that may have lost digits: make it text where it comes from';
const AMOUNT = 'must have at most 15 digits, because longer numbers are rounded, but is ';
const PART = 'contains a number that may have lost digits for this item: {{ $json.n }}';
const IN_JSON =
	/^contains the number \S+, which may have lost digits, at "\S+": enter it as text, or leave it out$/;
const IN_TEXT = /^contains the number \S+, which would lose digits: enter it as text, or leave it out$/;

/** A place of a number, the parameters with it, the field, and what is wrong. */
const places: Array<[string, () => INodeParameters, string, string | RegExp]> = [
	['the ID of a locator', () => transfer({ recipientId: byId('={{ $json.n }}') }), 'Recipient', ID],
	['an ID', () => transfer({ realmId: '={{ $json.n }}' }), 'Realm ID', ID],
	[
		'an email',
		() => transfer({ recipientId: { ...byId('={{ $json.n }}'), mode: 'email' } }),
		'Recipient',
		ID,
	],
	['an ID in text', () => transfer({ recipientId: byId('=b{{ $json.n }}') }), 'Recipient', PART],
	['values', () => search('={{ $json.n }}'), 'Values', ID],
	['a list of values', () => search('={{ ["ada", $json.n] }}'), 'Values', ID],
	['values in text', () => search('={{ $json.n }}, ada'), 'Values', PART],
	['the member of a bulk entry', () => award({ serviceId: byId('={{ $json.n }}') }), 'Member', ID],
	['an amount of a bulk entry', () => award({ amount: '={{ $json.n }}' }), 'Amount', AMOUNT],
	['an amount', () => transfer({ amount: '={{ $json.n }}' }), 'Amount', AMOUNT],
	[
		'a limit',
		() => transfer({ options: { maximumAmount: '={{ $json.n }}' } }),
		'Maximum Amount per Item',
		ID,
	],
	[
		'a limit of all',
		() => transfer({ options: { maximumTotal: '={{ $json.n }}' } }),
		'Maximum Total per Execution',
		ID,
	],
	[
		'a key',
		() => transfer({ repeatProtection: 'key', idempotencyKey: '={{ $json.n }}' }),
		'Idempotency Key',
		ID,
	],
	['metadata', () => update({ metadata: '={{ ({ order: { id: $json.n } }) }}' }), 'Metadata (JSON)', IN_JSON],
	['a text of metadata', () => update({ metadata: '={ "id": {{ $json.n }} }' }), 'Metadata (JSON)', PART],
	['a body', () => send('={{ ({ orders: [$json.n] }) }}'), 'Body', IN_JSON],
	['a text of a body', () => send('={{ JSON.stringify({ id: $json.n }) }}'), 'Body', IN_TEXT],
];

it.each(places)(
	'a whole number beyond ±2^53 in %s is refused, and nothing is sent',
	async (_place, parametersWith, name, wrong) => {
		for (const n of LARGE) {
			const { items, error } = await run(parametersWith(), [{ n }]);
			expect(items).toEqual([]);
			const start = `"${name}" `;
			expect(error?.message.slice(0, start.length)).toBe(start);
			const rest = error?.message.slice(start.length) ?? '';
			if (typeof wrong === 'string') expect(rest.slice(0, wrong.length)).toBe(wrong);
			else expect(rest).toMatch(wrong);
			expect(error?.description).toContain('Nothing was sent.');
			expect(`${error?.message} ${error?.description}`).toMatch(/\b(make it|enter it as) text\b/i);
		}
		expect(service.requests).toEqual([]);
	},
);

it('two orders whose numbers may have lost digits do not share a key', async () => {
	const key = { repeatProtection: 'key', idempotencyKey: '=order-{{ $json.id }}' };
	const { errorItems } = await runNode({
		credential: service.credential(),
		onError: 'continueErrorOutput',
		parameters: transfer(key),
		input: [{ id: 2 ** 53 }, { id: 2 ** 53 + 1 }],
	});
	expect(errorItems).toHaveLength(2);
	for (const { json } of errorItems) {
		expect(json).toMatchObject({
			error: 'Part of the key is a number that may have lost digits: {{ $json.id }}',
			details: { outcome: 'notApplied' },
		});
	}
	expect(service.requests).toEqual([]);
});

it.each(['9007199254740993', '-9007199254740993', '0.1000000000000000055', '1'.repeat(30)])(
	'an amount as the text %s is refused, because the service takes only numbers',
	async (amount) => {
		const { error } = await run(award({ amount: `={{ "${amount}" }}` }));
		expect(error?.message).toBe(`"Amount" ${AMOUNT}"${amount}"`);
		expect(service.requests).toEqual([]);
	},
);

it.each(['9007199254740993', '0.1000000000000000055', '1e400'])(
	'the number %s in a JSON text is refused',
	async (number) => {
		const { error } = await run(send(`{ "text": "say \\"1e999", "list": [1, ${number}] }`));
		expect(error?.message).toMatch(
			/^"Body" contains the number \S+, which would lose digits: enter it as text/,
		);
		expect(service.requests).toEqual([]);
	},
);

it('the largest number with all its digits, and text with any digits, are sent as they are', async () => {
	const body = {
		id: '9007199254740993',
		n: Number.MAX_SAFE_INTEGER,
		small: -Number.MAX_SAFE_INTEGER,
		part: 0.1,
	};
	await run(send('={{ $json.body }}'), [{ body }]);
	await run(send(JSON.stringify(body)));
	expect(service.requests.map((request) => request.body)).toEqual([body, body]);
});

it('a number in a response is what n8n reads', async () => {
	const body = '{"data":{"contractAddress":"0x1","totalSupply":9007199254740993,"floorPrice":0.1}}';
	service.control.addFault({ operation: 'collection.get', kind: 'status', status: 200, body });
	const { items } = await run({
		resource: 'collection',
		operation: 'get',
		contractAddress: service.ids.collections.lampKeepers.contractAddress,
	});
	expect(items[0]?.json).toEqual({ contractAddress: '0x1', totalSupply: 2 ** 53, floorPrice: 0.1 });
});

describe('an amount as text', () => {
	const awardOf = async (amount: unknown) =>
		await run({ ...award({ amount: '={{ $json.amount }}' }), operation: 'updateBalance' }, [
			{ amount } as IDataObject,
		]);

	it.each<[unknown, number]>([
		['5', 5],
		[' 5 ', 5],
		['-5', -5],
		['05', 5],
		['5.0', 5],
		[5, 5],
	])('the amount %j is %d', async (amount, sent) => {
		expect((await awardOf(amount)).error).toBeUndefined();
		expect(service.requests.map(({ body }) => (body as IDataObject).amount)).toEqual([sent]);
	});

	it.each([
		...['1,000', '1 000', '1e3', '0x10', '+5', '5.', '.5', '5 points', '٥', 'five', 'Infinity', '1_000'],
		...[true, false, [5], { amount: 5 }],
	])('the amount %j is no number, and nothing is sent', async (amount) => {
		const { items, error } = await awardOf(amount);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^"Amount" must be /);
		expect(service.requests).toEqual([]);
	});
});

describe('fractions of points', () => {
	afterEach(() => expect(service.control.ledger().sum).toBe(0));

	const perform = async (operation: string, parameters: INodeParameters, input?: IDataObject[]) => {
		const [resource = '', name = ''] = operation.split('.');
		const credential = service.credential();
		const { items, error } = await runNode({
			credential,
			parameters: { resource, operation: name, ...parameters },
			input,
		});
		if (error) throw new Error(error.message);
		return items.map(({ json }) => json);
	};

	const member = (name: 'ada' | 'bruno' | 'bonusPool') => service.ids.members[name];
	const balance = (name: 'ada' | 'bruno' | 'bonusPool', currencyId = service.ids.currencies.stars) =>
		service.balance(member(name), currencyId);

	it('transfers tenths that add up exactly', async () => {
		const [ada, pool] = [balance('ada'), balance('bonusPool')];
		await perform(
			'member.transferBalance',
			{
				serviceId: byId(member('bonusPool')),
				recipientId: byId(member('ada')),
				amount: '={{ $json.amount }}',
			},
			[0.1, 0.2, 2.5, 0.7].map((amount) => ({ amount })),
		);
		expect([balance('ada'), balance('bonusPool')]).toEqual([ada + 3.5, pool - 3.5]);
	});

	it('has a raffle of half a point a ticket, of which three cost 1.5', async () => {
		const [made] = await perform('raffle.create', {
			name: 'Lamp',
			type: 'DIGITAL',
			ticketPrice: 0.5,
			currencyId: byId(service.ids.currencies.stars),
			endDate: '2099-01-01',
			additionalFields: { maxTickets: 10.5, maxPerUser: 4.5, winnerCount: 1.5 },
		});
		const before = balance('ada');
		const [bought] = await perform('raffle.buyTickets', {
			raffleId: byId(made!.id as string),
			tickets: 3,
			accountId: byId(member('ada')),
		});
		expect([bought?.totalPrice, balance('ada')]).toEqual([1.5, before - 1.5]);
	});

	it('sells an item for a tenth, of which three cost 0.3', async () => {
		const [made] = await perform('storeItem.create', {
			name: 'Mug',
			price: 0.1,
			currencyId: byId(service.ids.currencies.stars),
			additionalFields: { stock: 7.5, maxPerUser: 3.5 },
		});
		expect(service.requests.at(-1)?.body).not.toHaveProperty('type');
		const before = balance('ada');
		const [bought] = await perform('storeItem.purchase', {
			itemId: byId(made!.id as string),
			quantity: 3,
			accountId: byId(member('ada')),
		});
		expect([bought?.totalPrice, balance('ada')]).toEqual([0.3, before - 0.3]);
	});

	it('credits half a point to each NFT', async () => {
		await perform('activation.creditNfts', {
			activationId: byId(service.ids.activation),
			selectionMode: 'all',
			amount: 0.5,
		});
		expect(service.requests.at(-1)?.body).toMatchObject({ amount: 0.5 });
	});

	it('asks for a fraction of top holders, which the service judges', async () => {
		await perform('currency.getAnalytics', {
			currencyId: byId(service.ids.currencies.stars),
			additionalFields: { includeTopHolders: true, topHoldersLimit: 2.5 },
		});
		expect(service.requests).toHaveLength(1);
	});

	it.each([
		['member.updateBalance', { serviceId: 'ada' }],
		['member.updateBalances', { serviceId: 'ada' }],
	])('%s takes whole numbers only, as the API document states', async (operation, { serviceId }) => {
		const parameters = { serviceId: byId(member(serviceId as 'ada')), amount: 0.5 };
		await expect(perform(operation, parameters)).rejects.toThrow(
			'"Amount" must be a whole number other than 0',
		);
		expect(service.requests).toEqual([]);
	});
});
