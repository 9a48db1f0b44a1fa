import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { runNode } from '../engine';
import { transferToAda } from '../payouts';
import { processedValues } from '../processedValues';
import { PollNode } from '../pollNode';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const run = async (parameters: INodeParameters, n: IDataObject[string]) =>
	await runNode({ credential: service.credential(), parameters, input: [{ n }] });

const N = '={{ $json.n }}';
const ada = () => byId(service.ids.members.ada);
const stars = () => byId(service.ids.currencies.stars);
const award = (operation: string, changes: INodeParameters = {}): INodeParameters => ({
	resource: 'member',
	operation,
	serviceId: ada(),
	currencyId: stars(),
	amount: N,
	...changes,
});
const person = { type: 'custom', source: 'shop', value: 'ben-1' };

/** A field for a number, and the parameters in which it reads a text. */
const FIELDS: Array<[string, string, () => INodeParameters]> = [
	['an award', 'Amount', () => award('updateBalance')],
	['a bulk award', 'Amount', () => award('updateBalances')],
	['a transfer', 'Amount', () => transferToAda(service, { amount: N })],
	[
		'an award to a person who has not joined',
		'Amount',
		() => ({ ...award('updateBalance'), resource: 'memberCredential', ...person }),
	],
	[
		'the price of a store item',
		'Price',
		() => ({ resource: 'storeItem', operation: 'create', name: 'Mug', price: N, currencyId: stars() }),
	],
	[
		'the stock of a store item',
		'Stock',
		() => ({
			resource: 'storeItem',
			operation: 'create',
			name: 'Mug',
			price: 1,
			currencyId: stars(),
			additionalFields: { stock: N },
		}),
	],
	[
		'the quantity of a purchase',
		'Quantity',
		() => ({
			resource: 'storeItem',
			operation: 'purchase',
			itemId: byId('mug'),
			quantity: N,
			accountId: ada(),
		}),
	],
	[
		'the price of a ticket',
		'Ticket Price',
		() => ({
			resource: 'raffle',
			operation: 'create',
			name: 'Lamp',
			type: 'DIGITAL',
			ticketPrice: N,
			currencyId: stars(),
			endDate: '2099-01-01',
		}),
	],
	[
		'a number of tickets',
		'Tickets',
		() => ({
			resource: 'raffle',
			operation: 'buyTickets',
			raffleId: byId('lamp'),
			tickets: N,
			accountId: ada(),
		}),
	],
	[
		'the credit of NFTs',
		'Amount',
		() => ({
			resource: 'activation',
			operation: 'creditNfts',
			activationId: byId(service.ids.activation),
			selectionMode: 'all',
			amount: N,
		}),
	],
	[
		'a limit per item',
		'Maximum Amount per Item',
		() => transferToAda(service, { options: { maximumAmount: N } }),
	],
	[
		'a limit per execution',
		'Maximum Total per Execution',
		() => transferToAda(service, { options: { maximumTotal: N } }),
	],
	['a setting', 'Timeout (Seconds)', () => transferToAda(service, { options: { timeoutSeconds: N } })],
];

it.each(FIELDS)(
	'%s refuses the text "1.000", which means 1 or 1000, and sends nothing',
	async (_what, label, parametersOf) => {
		const { items, error } = await run(parametersOf(), '1.000');
		expect(items).toEqual([]);
		expect(error?.message).toBe(`"${label}" is the text "1.000", which can mean 1 or 1000. Send a number.`);
		expect(error?.description).toContain('Nothing was sent.');
		expect(service.requests).toEqual([]);
	},
);

it.each([
	['-20.000', '-20 or -20000'],
	['20.000', '20 or 20000'],
	[' 1.500 ', '1.5 or 1500'],
	['12.345', '12.345 or 12345'],
	['1000.000', '1000 or 1000000'],
	['0001.000', '1 or 1000'],
])('the amount %j is refused, because it can mean %s', async (n, meanings) => {
	const { items, error } = await run(award('updateBalance'), n);
	expect(items).toEqual([]);
	expect(error?.message).toBe(
		`"Amount" is the text "${n.trim()}", which can mean ${meanings}. Send a number.`,
	);
	expect(service.requests).toEqual([]);
});

it.each([
	['0.125', 0.125],
	['1.5', 1.5],
	['1.50', 1.5],
	['1.0000', 1],
	['1000', 1000],
	[1.125, 1.125],
	[1.0, 1],
])('the amount %j has one meaning, and is transferred', async (n, amount) => {
	const { error } = await run(transferToAda(service, { amount: N }), n);
	expect(error).toBeUndefined();
	expect(service.requests.map(({ body }) => (body as IDataObject).amount)).toEqual([amount]);
});

it('an amount that the user wrote as the text "1.000" is refused too', async () => {
	const { error } = await run(award('updateBalance', { amount: '1.000' }), 1);
	expect(error?.message).toBe('"Amount" is the text "1.000", which can mean 1 or 1000. Send a number.');
});

const send = (body: string): INodeParameters => ({
	resource: 'request',
	operation: 'send',
	method: 'POST',
	path: `/api/v1/realms/${service.realmId}/members`,
	body,
});

it('the text "1.000" inside a JSON text is refused, because JSON would make it 1', async () => {
	const { error } = await run(send('={ "amount": {{ $json.n }} }'), '1.000');
	expect(error?.message).toBe(
		'"Body" contains 1.000, which can mean 1 or 1000: write it without zeros at the end',
	);
	expect(service.requests).toEqual([]);
});

it('numbers of a program in a JSON text, and texts in it, are sent unchanged', async () => {
	await run(send('{ "price": 12.345, "label": "1.000" }'), 1);
	expect(service.requests.map(({ body }) => body)).toEqual([{ price: 12.345, label: '1.000' }]);
});

it('the threshold of the poll trigger refuses the text "1.000"', async () => {
	const poll = new PollNode({ events: ['balance.reached'], threshold: '1.000' }, service.credential());
	await expect(poll.activate()).rejects.toThrow(
		'"Threshold" is the text "1.000", which can mean 1 or 1000. Send a number.',
	);
});
