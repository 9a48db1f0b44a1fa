import type { INodeParameters } from 'n8n-workflow';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { byId } from '../harness/workflows/byId';
import { runNode } from './engine';
import { panelContext } from './panelContext';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();

const { listSearch } = new RewardsEngagement().methods;

/** Groups of operations that not every installation offers: the list of each, and the requested operation. */
const groups = [
	{ search: 'searchStoreItems', operation: 'storeItem.getMany', what: 'the store' },
	{ search: 'searchRaffles', operation: 'raffle.getMany', what: 'raffles' },
	{ search: 'searchPurchases', operation: 'purchase.getMany', what: 'a list of purchases' },
];

const list = async (name: string, filter?: string) => {
	const context = panelContext(service.credential(), {});
	return (await listSearch[name]!.call(context, filter)).results;
};
const run = async (operation: string, parameters: INodeParameters) => {
	const [resource = '', name = ''] = operation.split('.');
	return await runNode({
		credential: service.credential(),
		parameters: { resource, operation: name, ...parameters },
		onError: 'continueErrorOutput',
	});
};
const notThere = (operation: string) =>
	service.control.addFault({
		operation,
		kind: 'status',
		status: 404,
		body: { error: 'Not Found', message: 'Route not found' },
		times: 100,
	});

describe.each(groups)('$operation', ({ search, operation, what }) => {
	it('is a list to choose from, by the words of each record and page by page', async () => {
		const all = await list(search);
		expect(all.length).toBeGreaterThan(0);
		const [first] = all as [{ name: string; value: string }];
		expect(await list(search, first.name.toUpperCase())).toContainEqual(first);
		expect(await list(search, 'no such record')).toEqual([]);
	});

	it('says in words that an installation does not offer it', async () => {
		notThere(operation);
		await expect(list(search)).rejects.toThrow(
			`This installation of the service does not offer ${what}: switch to "By ID"`,
		);
		const { errorItems } = await run(operation, {});
		expect(errorItems[0]?.json.details).toMatchObject({
			status: 404,
			advice: expect.stringContaining('This installation of the service does not offer'),
		});
	});

	it('passes on other errors', async () => {
		service.control.addFault({ operation, kind: 'status', status: 403, body: { error: 'Forbidden' } });
		await expect(list(search)).rejects.toThrow('not allowed');
	});
});

describe('what is bought', () => {
	const purchase = (options: INodeParameters, more: INodeParameters = {}) =>
		run('storeItem.purchase', {
			itemId: byId(service.ids.storeItems.poster),
			quantity: 3,
			accountId: byId(service.ids.members.bonusPool),
			options,
			...more,
		});
	const sent = () => service.requests.filter(({ method }) => method === 'POST');

	it('is checked against the limits by its price', async () => {
		const { errorItems } = await purchase({ maximumAmount: 299 });
		expect(errorItems[0]?.json.error).toContain('Not sent: 300 of');
		expect((await purchase({ maximumTotal: 299 })).errorItems).toHaveLength(1);
		expect(sent()).toEqual([]);
		expect((await purchase({ maximumAmount: 300, maximumTotal: 300 })).items).toHaveLength(1);
	});

	it.each([
		['currencyId', { currencyId: 'gold' }],
		['realmPointId, as in its flat form', { realmPointId: 'gold' }],
		['realmPoint alone', { realmPoint: { id: 'gold', name: 'Gold' } }],
	])('is held against the limit of the currency that it names by %s', async (_what, named) => {
		service.control.addFault({
			operation: 'storeItem.get',
			kind: 'status',
			status: 200,
			body: { data: { id: 'item', price: 100, ...named } },
		});
		const { errorItems } = await purchase({ maximumTotal: 299 });
		expect(errorItems[0]?.json.error).toContain('300 of currency gold');
		expect(sent()).toEqual([]);
	});

	it('is not bought below a limit where its price is not known', async () => {
		service.control.addFault({
			operation: 'storeItem.get',
			kind: 'status',
			status: 200,
			body: { data: { id: 'item' } },
		});
		const { errorItems } = await purchase({ maximumAmount: 1e9 });
		expect(errorItems[0]?.json.error).toContain('the amount of this item is not known');
		expect(sent()).toEqual([]);
	});

	it('counts with its price where it is tickets of a raffle too', async () => {
		const tickets = {
			raffleId: byId(service.ids.raffle),
			tickets: 3,
			accountId: byId(service.ids.members.ada),
		};
		const { errorItems } = await run('raffle.buyTickets', { ...tickets, options: { maximumTotal: 2 } });
		expect(errorItems[0]?.json.error).toContain('a total of 3 of');
		expect(sent()).toEqual([]);
	});

	it('is not drawn a second time, whatever the response', async () => {
		service.control.addFault({
			operation: 'raffle.draw',
			kind: 'status',
			status: 502,
			when: 'after',
			times: 9,
		});
		const { errorItems } = await run('raffle.draw', { raffleId: byId(service.ids.raffle) });
		expect(errorItems[0]?.json.details).toMatchObject({ outcome: 'unknown' });
		expect(sent()).toHaveLength(1);
	});

	it('is bought once, whatever the response', async () => {
		service.control.addFault({
			operation: 'storeItem.purchase',
			kind: 'status',
			status: 502,
			when: 'after',
			times: 9,
		});
		const { errorItems } = await purchase({});
		expect(errorItems[0]?.json.details).toMatchObject({ outcome: 'unknown' });
		expect(sent()).toHaveLength(1);
	});
});
