import type { IDataObject } from 'n8n-workflow';

import { oneByOne, operationNamed } from '../../fixtures/operations';
import { scenarios } from '../../fixtures/scenarios';
import { startReceiver, type Reply } from '../../harness/http/receiver';
import { byId } from '../../harness/workflows/nodes';
import { expressions } from '../conformance/runProblems';
import { runNode } from '../engine';
import { processedValues } from '../processedValues';
import { useReceiver } from '../receiver';
import { useService, withoutPauses } from '../sandbox';

/** Which responses confirm a payment, and which refuse it. In all other cases, the outcome is unknown. */

const service = useService();
const receiver = useReceiver();
withoutPauses();

const MEMBER = '1a'.repeat(12);
const DONE = { id: '7e'.repeat(12), serviceId: MEMBER, balance: 5, currencyId: '3c'.repeat(12) };

/** The outcome of an award with this response, and how often it was sent. */
async function outcomeOf(reply: Reply): Promise<{ outcome: unknown; requests: number }> {
	receiver.answer(reply);
	const { items, errorItems } = await runNode({
		credential: receiver.credential(),
		parameters: {
			resource: 'member',
			operation: 'updateBalance',
			serviceId: byId(MEMBER),
			currencyId: byId(''),
			amount: 5,
			options: { retries: 2 },
		},
		onError: 'continueErrorOutput',
	});
	expect(items.length + errorItems.length).toBe(1);
	const [failed] = errorItems;
	const { outcome } = (failed?.json.details ?? { outcome: 'applied' }) as { outcome: string };
	return { outcome, requests: receiver.received.length };
}

it.each([200, 201, 203])('status %d with the record: the award was made', async (status) => {
	expect(await outcomeOf({ status, body: DONE })).toEqual({ outcome: 'applied', requests: 1 });
});

it('status 204 has no record and needs none', async () => {
	expect(await outcomeOf({ status: 204 })).toEqual({ outcome: 'applied', requests: 1 });
});

// A refused award may still have the record of the member beside the reason.
it.each([400, 401, 403, 404, 405, 407, 411, 413, 414, 415, 422, 431, 301, 307, 308])(
	'status %d: the award was not made, and is not sent again',
	async (status) => {
		expect(await outcomeOf({ status, body: DONE })).toEqual({ outcome: 'notApplied', requests: 1 });
	},
);

it('status 429: the award was not made, and is sent again', async () => {
	const reply = { status: 429, headers: { 'retry-after': '0' }, body: {} };
	expect(await outcomeOf(reply)).toEqual({ outcome: 'notApplied', requests: 3 });
});

it.each([202, 302, 303, 408, 409, 500, 501, 502, 503, 504, 507])(
	'status %d: the award may have been made, whatever the body, and is not sent again',
	async (status) => {
		expect(await outcomeOf({ status, body: DONE })).toEqual({ outcome: 'unknown', requests: 1 });
		receiver.received.length = 0;
		processedValues.clear();
		expect(await outcomeOf({ status, headers: { 'retry-after': '0' } })).toEqual({
			outcome: 'unknown',
			requests: 1,
		});
	},
);

it.each(['', 'null', 'true', '"queued"', '[]', '{}', '{"data":null}', '<html>Welcome</html>', '{"balance":'])(
	'a success with the text %j confirms nothing: the award may have been made',
	async (body) => {
		expect(await outcomeOf({ body })).toEqual({ outcome: 'unknown', requests: 1 });
	},
);

it.each(['key', 'automatic'])(
	'a response that is too deep to copy ends no other award: %s',
	async (repeatProtection) => {
		const deep = `{"id":"x","balance":5,"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
		let count = 0;
		const other = await startReceiver(() =>
			++count === 2 ? { headers: { 'content-type': 'application/json' }, body: deep } : { body: DONE },
		);
		const award = async () =>
			await runNode({
				credential: { baseUrl: other.url, apiKey: 'key', realmId: 'a'.repeat(24) },
				parameters: {
					resource: 'member',
					operation: 'updateBalance',
					serviceId: byId(MEMBER),
					currencyId: byId(''),
					amount: '={{ $json.amount }}',
					repeatProtection,
					idempotencyKey: '=order {{ $json.amount }}',
				},
				input: [1, 2, 3, 4].map((amount) => ({ amount })),
				onError: 'continueErrorOutput',
			});
		const first = await award();
		const again = repeatProtection === 'key' ? await award() : first;
		await other.stop();
		expect(count).toBe(4);
		expect(first.items.map(({ json }) => json.amount)).toEqual([1, 2, 3, 4]);
		// No key is open, so each item is known to be done.
		expect([...first.errorItems, ...again.errorItems]).toEqual([]);
	},
);

/** The outcomes of one item per body of an operation, each in a request with one of these bodies. */
async function outcomesOf(
	name: string,
	bodies: ReadonlyArray<(item: IDataObject) => object>,
): Promise<unknown[]> {
	const operation = operationNamed(name);
	const [item] = scenarios[name]!(service) as [IDataObject];
	for (const bodyFor of bodies)
		service.control.addFault({ operation: name, kind: 'status', status: 200, body: bodyFor(item), times: 1 });
	const { items, errorItems } = await runNode({
		credential: service.credential(),
		parameters: {
			resource: operation.resource,
			operation: operation.name,
			...expressions(operation, item),
			options: oneByOne(operation),
		},
		input: bodies.map(() => ({ item })),
		onError: 'continueErrorOutput',
	});
	expect(items.length + errorItems.length).toBe(bodies.length);
	expect(service.requests.filter(({ method }) => method !== 'GET')).toHaveLength(bodies.length);
	const outcomes: unknown[] = bodies.map(() => 'applied');
	for (const { json, pairedItem } of errorItems)
		outcomes[(pairedItem as { item: number }).item] = (json.details as IDataObject).outcome;
	return outcomes;
}

const outcomeOfBody = async (name: string, bodyFor: (item: IDataObject) => object) =>
	(await outcomesOf(name, [bodyFor]))[0];

/** A record that confirms a payment of any operation, if nothing beside it says otherwise. */
const RECORD = { id: 'x', balance: 3, newBalance: 3, amount: 3 };

type Fields = Record<string, unknown>;

/** By place, the operation and its response: the record and the words about the payment. */
const PLACES: Record<string, [string, (record: Fields, words: Fields, item: IDataObject) => object]> = {
	'in the record of an award': ['member.updateBalance', (record, words) => ({ ...record, ...words })],
	'in the data of an award': [
		'member.updateBalance',
		(record, words) => ({ success: true, data: { ...record, ...words } }),
	],
	'beside the data of an award': ['member.updateBalance', (record, words) => ({ data: record, ...words })],
	'in the record of a transfer': ['member.transferBalance', (record, words) => ({ ...record, ...words })],
	'in a row of a bulk award': [
		'member.updateBalances',
		(record, words, { serviceId }) => ({ success: true, updates: [{ serviceId, ...record, ...words }] }),
	],
	'beside the rows of a bulk award': [
		'member.updateBalances',
		(record, words, { serviceId }) => ({ updates: [{ serviceId, ...record }], ...words }),
	],
	'beside the data of a bulk award': [
		'member.updateBalances',
		(record, words, { serviceId }) => ({ data: { updates: [{ serviceId, ...record }] }, ...words }),
	],
	'in the record of an award of a credential': [
		'memberCredential.updateBalance',
		(record, words) => ({ ...record, ...words }),
	],
	'in the record of a transfer of a credential': [
		'memberCredential.transferBalance',
		(record, words) => ({ ...record, ...words }),
	],
	'in a row of a bulk award of credentials': [
		'memberCredential.updateBalances',
		(record, words, { type, value }) => ({ results: [{ type, value, ...record, ...words }], errors: [] }),
	],
};

const HARMLESS: Fields[] = [
	{},
	{ message: 'Success' },
	{ message: 'OK' },
	{ message: 'Points awarded to 1 member' },
	{ message: 'Balance updated successfully.' },
	{ message: 'Transaction completed' },
	{ message: '', status: null, code: undefined, statusCode: '' },
	{ status: 'success' },
	{ status: ' Completed ' },
	{ status: 200 },
	{ status: true },
	{ statusCode: '201' },
	{ code: 'OK' },
	{ success: true, ok: true, applied: true },
	{ error: null, errors: [], errorCode: '' },
	{ fieldOfALaterVersion: 'pending', note: 'Insufficient light' },
];

const DOUBTFUL: Fields[] = [
	{ message: 'Insufficient balance' },
	{ message: 'Member is frozen' },
	{ message: 'Balance not updated' },
	{ message: 'No points were awarded' },
	{ message: "The award couldn't be applied" },
	{ message: 'Update failed: 0 processed' },
	{ message: 'Your award will be processed' },
	{ message: 'The limit of points awarded is reached' },
	{ message: 'Already applied' },
	{ message: 'Unsuccessful' },
	{ message: 'Solde insuffisant' },
	{ message: 'Balance: 250' },
	{ message: { text: 'Done' } },
	{ Message: 'Insufficient balance' },
	{ status: 'pending' },
	{ status: 'active' },
	{ status: 'queued' },
	{ status: 'failed' },
	{ status: 409 },
	{ status: false },
	{ status: { toString: null } },
	{ statusCode: 422 },
	{ code: 'NOT_FOUND' },
	{ code: 0 },
	{ success: false },
	{ ok: 'no' },
	{ applied: false },
	{ error: 'frozen' },
	{ errors: ['frozen'] },
	{ errorCode: 7 },
];

describe.each(Object.entries(PLACES))('a payment with words %s', (_place, [name, bodyOf]) => {
	/** The outcome of each of these records and words. */
	const each = async (all: ReadonlyArray<[record: Fields, words: Fields]>) => {
		const outcomes = await outcomesOf(
			name,
			all.map(
				([record, words]) =>
					(item) =>
						bodyOf(record, words, item),
			),
		);
		return all.map((one, index) => [one, outcomes[index]]);
	};
	const all = (cases: ReadonlyArray<[Fields, Fields]>, outcome: string) => cases.map((one) => [one, outcome]);

	it('is applied with words of success', async () => {
		const cases = HARMLESS.map((words): [Fields, Fields] => [RECORD, words]);
		expect(await each(cases)).toEqual(all(cases, 'applied'));
	});

	it('is unknown with any other words', async () => {
		const cases = DOUBTFUL.map((words): [Fields, Fields] => [RECORD, words]);
		expect(await each(cases)).toEqual(all(cases, 'unknown'));
	});

	it('is applied with any balance or amount', async () => {
		const cases = [0, -3, 2.5, '3'].map((balance): [Fields, Fields] => [{ balance, amount: balance }, {}]);
		expect(await each(cases)).toEqual(all(cases, 'applied'));
	});

	it('is unknown with a record that has no balance', async () => {
		const cases = [
			{},
			{ currencyId: 'c00000000000000000000001' },
			{ id: 'x', senderId: 'y', recipientId: 'z', credentialId: 'w', linked: true },
			{ balance: null, newBalance: null, amount: null },
			{ balance: '', newBalance: {}, amount: '' },
		].map((record): [Fields, Fields] => [record, { success: true }]);
		expect(await each(cases)).toEqual(all(cases, 'unknown'));
	});
});

describe('a change that is no payment', () => {
	it.each<[string, object]>([
		['quest.create', { data: { id: 'q', status: 'draft', message: 'It is not published' } }],
		['quest.create', { id: 'q', code: 'Q-7' }],
		['currencyShare.create', { data: { id: 's', status: 'pending' } }],
		['storeItem.purchase', { data: { id: 'p', status: 'pending' }, message: 'Item purchased' }],
		['raffle.draw', { data: { winners: [] } }],
		['taskCondition.createPreData', { data: { success: false, status: 'failed' }, message: 'stored' }],
	])('%s is applied with %j, because a record has a state of its own', async (name, body) => {
		expect(await outcomeOfBody(name, () => body)).toBe('applied');
	});

	it.each<[string, object]>([
		['quest.create', { data: { id: 'q', status: 'failed' } }],
		['quest.create', { data: { id: 'q' }, applied: false }],
		['quest.create', { data: { id: 'q' }, error: 'busy' }],
		['quest.create', { message: 'Quest created', status: 'ok', success: true }],
		['quest.create', { data: { unknownField: 'x' } }],
		['storeItem.purchase', { data: { id: 'p' }, message: 'Insufficient balance' }],
		['raffle.buyTickets', { data: { id: 't', tickets: 1, status: 'waiting' } }],
	])('%s is unknown with %j', async (name, body) => {
		expect(await outcomeOfBody(name, () => body)).toBe('unknown');
	});
});
