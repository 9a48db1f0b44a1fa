import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { runNode } from '../engine';
import { useReceiver } from '../receiver';

const REALM = 'a'.repeat(24);
const OTHER_REALM = 'b'.repeat(24);
const ADA = '1a'.repeat(12);
const BRUNO = '2b'.repeat(12);

const receiver = useReceiver(() => ({ body: { id: 'x', serviceId: ADA, balance: 5 } }));

const send = (more: INodeParameters): INodeParameters => ({
	resource: 'request',
	operation: 'send',
	method: 'POST',
	path: '/api/v1/things',
	body: '{"amount":5}',
	...more,
});
const award = (more: INodeParameters): INodeParameters => ({
	resource: 'member',
	operation: 'updateBalance',
	serviceId: byId(ADA),
	currencyId: byId(''),
	amount: 5,
	...more,
});
const buy = (additionalFields: INodeParameters): INodeParameters => ({
	resource: 'storeItem',
	operation: 'purchase',
	itemId: byId(ADA),
	quantity: 1,
	accountId: byId(ADA),
	additionalFields,
});
const run = async (parameters: INodeParameters) =>
	await runNode({
		credential: receiver.credential(),
		parameters,
		input: [{ eventId: 'e1' }],
		isTriggered: true,
		onError: 'continueErrorOutput',
	});

/** Two payments of one event, one after another. */
async function afterEachOther(first: INodeParameters, second: INodeParameters): Promise<unknown> {
	await run(first);
	const { items } = await run(second);
	expect(items).toHaveLength(1);
	return items[0]?.json.skipped;
}

/** The second of two requests under one key. */
async function underOneKey(first: INodeParameters, second: INodeParameters) {
	const key = { repeatProtection: 'key', idempotencyKey: 'order 17' };
	await run({ ...first, ...key });
	const { items, errorItems } = await run({ ...second, ...key });
	return [...items, ...errorItems].map(({ json }) => json.error ?? json.skipped);
}

describe('two requests are two payments', () => {
	const differing: Array<[string, INodeParameters, INodeParameters]> = [
		['an amount', award({}), award({ amount: 6 })],
		['a sign', award({}), award({ amount: -5 })],
		['a member', award({}), award({ serviceId: byId(BRUNO) })],
		['a currency', award({}), award({ currencyId: byId('c'.repeat(24)) })],
		['a query', send({ query: '{"for":"ada"}' }), send({ query: '{"for":"bruno"}' })],
		['a query that only one of them has', send({}), send({ query: '{"for":"ada"}' })],
		['a method', send({}), send({ method: 'PUT' })],
		['a path', send({}), send({ path: '/api/v1/others' })],
		['the case of a word in the path', send({}), send({ path: '/api/v1/Things' })],
		['a value deep in the body', send({ body: '{"a":[{"b":1}]}' }), send({ body: '{"a":[{"b":2}]}' })],
		['the order of a list', send({ body: '{"a":[1,2]}' }), send({ body: '{"a":[2,1]}' })],
		['a type', send({ body: '{"a":1}' }), send({ body: '{"a":"1"}' })],
	];

	it.each(differing)('when they differ in %s: an event makes both', async (_what, first, second) => {
		expect(await afterEachOther(first, second)).toBeUndefined();
		expect(receiver.received).toHaveLength(2);
		expect(await afterEachOther(first, second)).toBe(true);
		expect(receiver.received).toHaveLength(2);
	});

	it.each(differing)('when they differ in %s: one key stands for the first', async (_what, first, second) => {
		expect(await underOneKey(first, second)).toEqual(['Not sent: this key was used for another request']);
		expect(receiver.received).toHaveLength(1);
	});
});

describe('two requests are one payment', () => {
	const same: Array<[string, INodeParameters, INodeParameters]> = [
		['the case of an ID', award({}), award({ serviceId: byId(ADA.toUpperCase()) })],
		['a number written as text', award({}), award({ amount: '={{ "5" }}' })],
		['who initiated it', award({}), award({ additionalFields: { initiatorId: byId(BRUNO) } })],
		['a realm that is that of the credential', award({}), award({ realmId: REALM })],
		['the case of the realm', award({}), award({ realmId: REALM.toUpperCase() })],
		['the order of fields', send({ body: '{"a":1,"b":2}' }), send({ body: '{"b":2,"a":1}' })],
		['zeros behind a number', send({ body: '{"a":5}' }), send({ body: '{"a":5.0}' })],
		['the order of a query', send({ query: '{"a":1,"b":2}' }), send({ query: '{"b":2,"a":1}' })],
		[
			'metadata is rows or JSON',
			buy({ metadata: '{"size":"XL"}' }),
			buy({ metadataFields: { keyvalue: [{ name: 'size', value: 'XL' }] } }),
		],
		['the rows of metadata are', buy({}), buy({ metadataFields: { keyvalue: [{ name: 'a', value: 'b' }] } })],
	];

	it.each(same)('whatever %s: an event makes one', async (_what, first, second) => {
		expect(await afterEachOther(first, second)).toBe(true);
		expect(receiver.received).toHaveLength(1);
	});

	it.each(same)('whatever %s: one key stands for both', async (_what, first, second) => {
		expect(await underOneKey(first, second)).toEqual([true]);
		expect(receiver.received).toHaveLength(1);
	});
});

it('an equal payment in another realm, or at another service, is another one', async () => {
	await run(award({}));
	expect((await run(award({ realmId: OTHER_REALM }))).items[0]?.json).not.toHaveProperty('skipped');
	const { items } = await runNode({
		credential: { baseUrl: receiver.url.replace('127.0.0.1', 'localhost'), apiKey: 'key', realmId: REALM },
		parameters: award({}),
		input: [{ eventId: 'e1' }],
		isTriggered: true,
	});
	expect(items[0]?.json).not.toHaveProperty('skipped');
	expect(receiver.received).toHaveLength(3);
});

it('a key is one key, whether an accent in it is a character of its own or not', async () => {
	const key = (idempotencyKey: string) => award({ repeatProtection: 'key', idempotencyKey });
	await run(key('caf\u00e9'));
	expect((await run(key('cafe\u0301'))).items[0]?.json).toHaveProperty('skipped', true);
	expect(receiver.received).toHaveLength(1);
});

describe('the stored key of a request', () => {
	const ID = byId(ADA);
	const text = '{"tier":"gold","level":"2"}';
	const rows = {
		keyvalue: [
			{ name: 'tier', value: 'gold' },
			{ name: 'level', value: '2' },
		],
	};
	const finalize = { resource: 'purchase', operation: 'finalize', purchaseId: ID };
	const social = { resource: 'memberCredential', operation: 'createSocial', provider: 'shop' };
	const create = { resource: 'currency', operation: 'create', name: 'Stars' };
	const buyTickets = { resource: 'raffle', operation: 'buyTickets', raffleId: ID, tickets: 1, accountId: ID };
	const keys: Array<[string, (metadata: INodeParameters) => INodeParameters]> = [
		['f074473bfb6d012b', buy],
		['2100ca7a504d3d10', (additionalFields) => ({ ...buyTickets, additionalFields })],
		['f846599b5154758f', (metadata) => ({ ...finalize, ...metadata })],
		['97733041ceca42f9', (additionalFields) => ({ ...social, providerId: 'c-1', additionalFields })],
		['d48e1753f8ca79d4', (additionalFields) => ({ ...create, additionalFields })],
	];
	const keyOf = async (parameters: INodeParameters) => {
		const { items } = await run({ ...parameters, options: { dryRun: true } });
		return items[0]?.json.idempotencyKey;
	};

	it.each(keys)('stays the same, also for metadata as rows: %s', async (fingerprint, parametersWith) => {
		for (const metadata of [{ metadata: text }, { metadataFields: rows }, {}])
			expect(await keyOf(parametersWith(metadata))).toMatch(new RegExp(`^e1 ${fingerprint}@[0-9a-f]{12}$`));
	});

	const quest = { resource: 'quest', operation: 'create', name: 'Q' };
	const trigger = { resource: 'taskTrigger', operation: 'create', questId: ID, taskId: ID };
	const typed: Array<[string, (type: INodeParameters[string]) => INodeParameters]> = [
		['57b89bd8ef52a3a0', (type) => ({ ...quest, additionalFields: { type } })],
		['f3b8325218f4b2ee', (type) => ({ ...trigger, type })],
	];

	it.each(typed)('stays the same, also for a type by name: %s', async (fingerprint, parametersWith) => {
		for (const type of ['daily', { __rl: true, mode: 'name', value: 'daily' }])
			expect(await keyOf(parametersWith(type))).toMatch(new RegExp(`^e1 ${fingerprint}@[0-9a-f]{12}$`));
	});
});
