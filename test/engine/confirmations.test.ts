import type { IDataObject } from 'n8n-workflow';

import { operationNamed } from '../fixtures/operations';
import { scenarios } from '../fixtures/scenarios';
import { expressions } from './conformance/runProblems';
import { runNode } from './engine';
import { processedValues } from './processedValues';
import { useService } from './sandbox';

/**
 * Which responses with status 200 confirm a payment. The same words count in each place of a response. A payment that
 * is not confirmed has an unknown outcome and is not sent again.
 */

const service = useService();
beforeEach(() => processedValues.clear());

/** The outcome of one item of an operation that gets this body. */
async function outcomeOf(name: string, bodyFor: (item: IDataObject) => object): Promise<unknown> {
	const operation = operationNamed(name);
	const [item] = scenarios[name]!(service) as [IDataObject];
	service.control.addFault({ operation: name, kind: 'status', status: 200, body: bodyFor(item) });
	const { items, errorItems } = await runNode({
		credential: service.credential(),
		parameters: {
			resource: operation.resource,
			operation: operation.name,
			...expressions(operation, item),
		},
		input: [{ item }],
		onError: 'continueErrorOutput',
	});
	expect(items.length + errorItems.length).toBe(1);
	expect(service.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
	const [failed] = errorItems;
	return failed ? (failed.json.details as IDataObject).outcome : 'applied';
}

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
	it.each(HARMLESS)('is applied with %j', async (words) => {
		expect(await outcomeOf(name, (item) => bodyOf(RECORD, words, item))).toBe('applied');
	});

	it.each(DOUBTFUL)('is unknown with %j', async (words) => {
		expect(await outcomeOf(name, (item) => bodyOf(RECORD, words, item))).toBe('unknown');
	});

	it.each([0, -3, 2.5, '3'])('is applied with the balance or amount %j', async (balance) => {
		const record = { balance, amount: balance };
		expect(await outcomeOf(name, (item) => bodyOf(record, {}, item))).toBe('applied');
	});

	it.each<Fields>([
		{},
		{ currencyId: 'c00000000000000000000001' },
		{ id: 'x', senderId: 'y', recipientId: 'z', credentialId: 'w', linked: true },
		{ balance: null, newBalance: null, amount: null },
		{ balance: '', newBalance: {}, amount: '' },
	])('is unknown with the record %j, which has no balance', async (record) => {
		expect(await outcomeOf(name, (item) => bodyOf(record, { success: true }, item))).toBe('unknown');
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
		expect(await outcomeOf(name, () => body)).toBe('applied');
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
		expect(await outcomeOf(name, () => body)).toBe('unknown');
	});
});
