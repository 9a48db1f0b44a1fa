import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runnerOf, runTool } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

const STORE = 'storeItem.getMany';
const MEMBER = 'member.search';

const affordable = (member: string, parameters: INodeParameters = {}, mode = 'id'): INodeParameters => ({
	resource: 'storeItem',
	operation: 'getAffordable',
	serviceId: { __rl: true, mode, value: member },
	returnAll: true,
	...parameters,
});
const run = runnerOf(service);
const asked = () => service.requests.map(({ operationId }) => operationId);
const { stars, gems } = {
	stars: () => service.ids.currencies.stars,
	gems: () => service.ids.currencies.gems,
};
const ada = () => service.ids.members.ada;

/** The service responds with this store, and with a member who has these balances. */
function store(items: unknown, member: IDataObject = {}, meta: IDataObject = {}): void {
	service.control.addFault({ operation: STORE, kind: 'status', status: 200, body: { data: items, meta } });
	const body = { data: [{ id: ada(), username: 'ada', ...member }], meta: { total: 1 } };
	service.control.addFault({ operation: MEMBER, kind: 'status', status: 200, body });
}
const balances = (...amounts: unknown[]) => ({
	balances: amounts.map((balance, index) => ({ balance, currencyId: [stars(), gems()][index] })),
});
const offered = (name: string, price: unknown, more: IDataObject = {}) => ({
	id: name,
	item: { id: `of ${name}`, name },
	price,
	currencyId: stars(),
	stock: null,
	...more,
});
/** Each item as `name: affordable, missing`. */
const told = async (parameters: INodeParameters = affordable(ada())) => {
	const { items, errorItems } = await run(parameters);
	expect(errorItems).toEqual([]);
	return items.map(
		({ json }) => `${json.name as string}: ${json.affordable as boolean}, ${json.missing as number}`,
	);
};

it.each([
	['id', () => ada()],
	['email', () => 'ada@members.example'],
	['username', () => 'ada'],
])('lists the store for a member by %s, with what is missing', async (mode, value) => {
	const balance = (currency: string) => service.balance(ada(), currency);
	const { items } = await run(affordable(value(), {}, mode));
	const expected = [
		['Badge', 3, gems()],
		['Poster', 100, stars()],
		['Mug', 250, stars()],
	] as const;
	expect(items.map(({ json }) => json.name).sort()).toEqual(expected.map(([name]) => name).sort());
	for (const [name, price, currencyId] of expected) {
		const { json } = items.find((one) => one.json.name === name)!;
		const missing = Math.max(0, price - balance(currencyId));
		const wanted = { price, currencyId, balance: balance(currencyId), missing, affordable: missing === 0 };
		expect(json).toMatchObject(wanted);
	}
	expect(asked().filter((name) => name === STORE)).toHaveLength(1);
	expect(asked().filter((name) => name?.startsWith('currency'))).toEqual([]);
});

it('lists what is affordable first, then by price, and starts each item with its name', async () => {
	store(
		[
			offered('Boat', 5000),
			offered('Cup', 40),
			offered('Sold out', 5, { stock: 0 }),
			offered('Pen', 9.5),
			offered('Bag', 41),
			offered('Free', 0),
		],
		balances(40),
	);
	expect(await told()).toEqual([
		'Free: true, 0',
		'Pen: true, 0',
		'Cup: true, 0',
		'Sold out: false, 0',
		'Bag: false, 1',
		'Boat: false, 4960',
	]);
	const { items } = await run(affordable(ada(), { simplify: false }));
	expect(Object.keys(items[0]!.json).slice(0, 6)).toEqual([
		...['name', 'price', 'affordable', 'missing', 'balance', 'currencyId'],
	]);
	expect(items[0]?.json).toMatchObject({ id: 'Free', item: { id: 'of Free' }, stock: null });
});

it('compares with every digit', async () => {
	store([offered('Tenth', 0.3), offered('Text', '0.31'), offered('Same', '0.30')], balances(0.1 + 0.2));
	expect(await told()).toEqual(['Tenth: true, 0', 'Same: true, 0', 'Text: false, 0.00999999999999996']);
	service.control.clearFaults();
	store([offered('Cent', 0.3)], balances('0.1'));
	expect(await told()).toEqual(['Cent: false, 0.2']);
});

it('leaves out what the member cannot buy, if wanted, before the limit counts', async () => {
	store(
		[offered('Boat', 50), offered('Cup', 4), offered('Pen', 3), offered('Gone', 1, { stock: 0 })],
		balances(5),
	);
	const only = { additionalFields: { onlyAffordable: true } };
	expect(await told(affordable(ada(), only))).toEqual(['Pen: true, 0', 'Cup: true, 0']);
	const one = { ...only, returnAll: false, limit: 1 };
	expect(await told(affordable(ada(), one))).toEqual(['Pen: true, 0']);
});

describe('a store of many pages', () => {
	const fill = (count: number) => {
		const { storeItems } = service.state.realms.get(service.realmId)!;
		const [known] = [...storeItems.values()];
		storeItems.clear();
		for (let number = 0; number < count; number++) {
			const id = `item-${number}`;
			// The cheapest comes last.
			storeItems.set(id, { ...known!, id, price: count - number, item: { ...known!.item, name: id } });
		}
	};

	it('of 1,000 items is read to its end, also with a limit', async () => {
		fill(1_000);
		const { items } = await run(affordable(ada(), { returnAll: false, limit: 3 }));
		expect(items.map(({ json }) => json.price)).toEqual([1, 2, 3]);
		const pages = asked().filter((name) => name === STORE).length;
		expect(asked()).toHaveLength(pages + 1);
		const all = await run(affordable(ada()));
		expect(all.items.map(({ json }) => json.price)).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 1));
	});

	it('is read once for 100 items, as is each member, and no item changes that of another', async () => {
		fill(150);
		const { ada: one, bruno } = service.ids.members;
		const input = Array.from({ length: 100 }, (_, index) => ({ id: index % 2 ? bruno : one }));
		const { items, errorItems } = await run(
			affordable('={{ $json.id }}', { returnAll: false, limit: 2 }),
			input,
		);
		expect([items.length, errorItems]).toEqual([200, []]);
		expect(items.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual(
			input.flatMap((_, index) => [index, index]),
		);
		expect(asked().filter((name) => name === STORE).length).toBeLessThan(8);
		expect(asked().filter((name) => name === MEMBER)).toHaveLength(2);
		expect(new Set(items.map(({ json }) => json.item)).size).toBe(200);
	});

	it('that ends in the middle fails, and is no list of half a store', async () => {
		fill(40);
		const meta = { hasNextPage: true, endCursor: 'next' };
		const first = { data: [offered('Pen', 1)], meta };
		service.control.addFault({ operation: STORE, kind: 'status', status: 200, body: first, times: 1 });
		service.control.addFault({ operation: STORE, kind: 'status', status: 200, body: { error: 'busy' } });
		const { items, errorItems } = await run(affordable(ada()));
		expect(items).toEqual([]);
		expect(errorItems[0]?.json.error).toBe(
			'The list is incomplete: the page after page 1 contains no list of records',
		);
	});
});

it('gives no item for an empty store', async () => {
	store([], balances(5));
	expect(await told()).toEqual([]);
});

it.each<[string, unknown]>([
	['an object', {}],
	['no list in data', { data: { items: [] } }],
	['a refusal', { success: false, error: 'busy' }],
])('fails for a store that is %s', async (_what, body) => {
	service.control.addFault({ operation: STORE, kind: 'status', status: 200, body });
	const { items, errorItems } = await run(affordable(ada()));
	expect([items, errorItems[0]?.json.error]).toEqual([[], 'The response of the service contains no list']);
});

it('says that an installation may have no store', async () => {
	service.control.addFault({ operation: STORE, kind: 'status', status: 404, body: { error: 'Not Found' } });
	const { errorItems } = await run(affordable(ada()));
	const { details } = errorItems[0]!.json as { details: { advice: string } };
	expect(details.advice).toContain('This installation of the service does not offer');
});

it('fails alone for a member who does not exist', async () => {
	const unknown = 'f'.repeat(24);
	const { items, errorItems } = await run(affordable('={{ $json.id }}'), [{ id: unknown }, { id: ada() }]);
	expect(errorItems).toMatchObject([
		{ json: { error: `No member has the ID ${unknown}` }, pairedItem: { item: 0 } },
	]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 1 }, { item: 1 }]);
});

it('asks once for the member where the search returns everybody', async () => {
	const body = { data: [{ id: ada() }, { id: 'other' }], meta: { page: 1, totalPages: 9, total: 900 } };
	service.control.addFault({ operation: MEMBER, kind: 'status', status: 200, body });
	const { items, errorItems } = await run(affordable(ada()));
	expect([items, errorItems[0]?.json.error]).toEqual([[], `2 members match the service-id ${ada()}`]);
	expect(asked().filter((name) => name === MEMBER)).toHaveLength(1);
});

describe('a record of another form', () => {
	it('has no balances, so nobody knows what is missing, but free items are free', async () => {
		store([offered('Pen', 3), offered('Free', 0)]);
		expect(await told()).toEqual(['Free: true, 0', 'Pen: false, null']);
	});

	it.each<[string, () => IDataObject]>([
		['an empty list', () => ({ balances: [] })],
		['null', () => ({ balances: null })],
		['other currencies', () => ({ balances: [{ balance: 9, currencyId: 'other' }] })],
	])('has %s as balances, which is a balance of 0', async (_what, member) => {
		store([offered('Pen', 3)], member());
		expect(await told()).toEqual(['Pen: false, 3']);
	});

	it('has the balances of the older form, and IDs in the other case', async () => {
		const held = [{ balance: 4, realmPoint: { id: stars().toUpperCase(), name: 'Stars' } }];
		store([offered('Pen', 3)], { pointBalances: held });
		expect(await told()).toEqual(['Pen: true, 0']);
	});

	it('has a price that is missing or no number, so the item comes last', async () => {
		store([offered('None', undefined), offered('Odd', 'ask us'), offered('Boat', 50)], balances(5));
		expect(await told()).toEqual(['Boat: false, 45', 'None: false, null', 'Odd: false, null']);
	});

	it('is flat, as in the guide', async () => {
		const flat = { id: 'one', name: 'Pen', price: 3, realmPointId: stars() };
		store(
			[
				{ ...flat, inventory: 0 },
				{ ...flat, id: 'two', name: 'Cup', inventory: 2 },
			],
			balances(5),
		);
		expect(await told()).toEqual(['Cup: true, 0', 'Pen: false, 0']);
		const { items } = await run(affordable(ada()));
		expect(items.map(({ json }) => json.inventory)).toEqual([2, 0]);
	});

	it('is switched off, so the member cannot buy it', async () => {
		store([offered('Pen', 3, { active: false })], balances(5));
		expect(await told()).toEqual(['Pen: false, 0']);
	});
});

describe('an item without a currency', () => {
	const unnamed = () => offered('Pen', 3, { currencyId: null });

	it('costs the default currency, which is looked up once', async () => {
		store([unnamed(), offered('Gem', 3, { currencyId: gems() })], balances(2, 7));
		const { items } = await run(affordable('={{ $json.id }}'), [{ id: ada() }, { id: ada() }]);
		expect(items.slice(0, 2).map(({ json }) => [json.name, json.currencyId, json.missing])).toEqual([
			['Gem', gems(), 0],
			['Pen', stars(), 1],
		]);
		expect(asked().filter((name) => name === 'currency.getMany')).toHaveLength(1);
	});

	it.each([
		['no default currency', { status: 200, body: { data: [{ id: 'c', default: false }], meta: {} } }],
		['no list of currencies', { status: 404, body: { error: 'Not Found' } }],
	])('has an unknown balance with %s', async (_what, answer) => {
		store([unnamed()], balances(2));
		service.control.addFault({ operation: 'currency.getMany', kind: 'status', ...answer });
		const { items } = await run(affordable(ada()));
		expect(items[0]?.json).toMatchObject({
			affordable: false,
			missing: null,
			balance: null,
			currencyId: null,
		});
	});

	it('fails if the key may not read the currencies', async () => {
		store([unnamed()], balances(2));
		const body = { error: 'Forbidden', message: 'realm:read is missing' };
		service.control.addFault({ operation: 'currency.getMany', kind: 'status', status: 403, body });
		const { items, errorItems } = await run(affordable(ada()));
		expect([items, errorItems[0]?.json.details]).toEqual([[], expect.objectContaining({ status: 403 })]);
	});
});

it('gives a language model the prices, and nothing of the member beside the balance', async () => {
	const { items } = await runTool({
		credential: service.credential(),
		parameters: affordable(ada()),
		input: [{}],
	});
	expect(Object.keys(items[0]!.json).sort()).toEqual(
		[
			'affordable',
			'balance',
			'currencyId',
			'id',
			'item',
			'missing',
			'name',
			'price',
			'realmPoint',
			'stock',
		].sort(),
	);
});

it('tells a language model that a store is empty', async () => {
	store([]);
	const { items } = await runTool({
		credential: service.credential(),
		parameters: affordable(ada()),
		input: [{}],
	});
	expect(items.map(({ json }) => json)).toEqual([{ found: 0 }]);
});

it('retries a slow service, and keeps a 429 from failing it', async () => {
	service.control.addFault({ operation: STORE, kind: 'status', status: 503, times: 1 });
	service.control.addFault({ operation: MEMBER, kind: 'rateLimit', retryAfter: 0, times: 1 });
	expect(await told()).toHaveLength(3);
});
