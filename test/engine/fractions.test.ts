import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../harness/workflows/byId';
import { runNode } from './engine';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();
afterEach(() => expect(service.control.ledger().sum).toBe(0));

const run = async (operation: string, parameters: INodeParameters, input?: IDataObject[]) => {
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
	await run(
		'member.transferBalance',
		{ serviceId: byId(member('bonusPool')), recipientId: byId(member('ada')), amount: '={{ $json.amount }}' },
		[0.1, 0.2, 2.5, 0.7].map((amount) => ({ amount })),
	);
	expect([balance('ada'), balance('bonusPool')]).toEqual([ada + 3.5, pool - 3.5]);
});

it('has a raffle of half a point a ticket, of which three cost 1.5', async () => {
	const [made] = await run('raffle.create', {
		name: 'Lamp',
		type: 'DIGITAL',
		ticketPrice: 0.5,
		currencyId: byId(service.ids.currencies.stars),
		endDate: '2099-01-01',
		additionalFields: { maxTickets: 10.5, maxPerUser: 4.5, winnerCount: 1.5 },
	});
	const before = balance('ada');
	const [bought] = await run('raffle.buyTickets', {
		raffleId: byId(made!.id as string),
		tickets: 3,
		accountId: byId(member('ada')),
	});
	expect([bought?.totalPrice, balance('ada')]).toEqual([1.5, before - 1.5]);
});

it('sells an item for a tenth, of which three cost 0.3', async () => {
	const [made] = await run('storeItem.create', {
		name: 'Mug',
		price: 0.1,
		currencyId: byId(service.ids.currencies.stars),
		additionalFields: { stock: 7.5, maxPerUser: 3.5 },
	});
	expect(service.requests.at(-1)?.body).not.toHaveProperty('type');
	const before = balance('ada');
	const [bought] = await run('storeItem.purchase', {
		itemId: byId(made!.id as string),
		quantity: 3,
		accountId: byId(member('ada')),
	});
	expect([bought?.totalPrice, balance('ada')]).toEqual([0.3, before - 0.3]);
});

it('credits half a point to each NFT', async () => {
	await run('activation.creditNfts', {
		activationId: byId(service.ids.activation),
		selectionMode: 'all',
		amount: 0.5,
	});
	expect(service.requests.at(-1)?.body).toMatchObject({ amount: 0.5 });
});

it('asks for a fraction of top holders, which the service judges', async () => {
	await run('currency.getAnalytics', {
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
	await expect(run(operation, parameters)).rejects.toThrow('"Amount" must be a whole number other than 0');
	expect(service.requests).toEqual([]);
});
