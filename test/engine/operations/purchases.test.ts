import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

const run = async (operation: string, parameters: INodeParameters) => {
	const [resource = '', name = ''] = operation.split('.');
	return await runNode({
		credential: service.credential(),
		parameters: { resource, operation: name, ...parameters },
		onError: 'continueErrorOutput',
	});
};

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

describe('what the service has already done', () => {
	const purchases = () => service.state.realms.get(service.realmId)!.purchases;
	const open = () => [...purchases().values()].find(({ isFinalized }) => !isFinalized)!.id;
	const finalize = async (purchaseId: string) =>
		await run('purchase.finalize', { purchaseId: byId(purchaseId) });
	const NOTHING = {
		error: 'Nothing changed: The purchase is already finalized.',
		details: { outcome: 'notApplied', status: 409 },
	};

	it('is no unknown outcome: a purchase that is finalized twice', async () => {
		const id = open();
		expect((await finalize(id)).items).toMatchObject([{ json: { id, isFinalized: true } }]);
		const { errorItems } = await finalize(id);
		expect(errorItems).toMatchObject([{ json: NOTHING }]);
		expect(errorItems[0]?.json.details).not.toHaveProperty('idempotencyKey');
	});

	it('also after the first answer was lost', async () => {
		const id = open();
		service.control.addFault({ operation: 'purchase.finalize', kind: 'drop', when: 'after', times: 1 });
		expect((await finalize(id)).errorItems).toMatchObject([{ json: { details: { outcome: 'unknown' } } }]);
		expect((await finalize(id)).errorItems).toMatchObject([{ json: NOTHING }]);
		expect(purchases().get(id)).toMatchObject({ isFinalized: true });
	});

	it.each<[string, INodeParameters]>([
		['purchase.finalize', { purchaseId: byId('a'.repeat(24)) }],
		['raffle.draw', { raffleId: byId('a'.repeat(24)) }],
		['memberCredential.createSocial', { provider: byId('shop'), providerId: 'customer-17' }],
	])('%s: only a 409 of the service that says so', async (operation, parameters) => {
		const outcomeOf = async (fault: { body?: unknown; html?: string; status?: number }) => {
			service.control.addFault({ operation, kind: 'status', status: 409, times: 1, ...fault } as never);
			const { errorItems } = await run(operation, parameters);
			return (errorItems[0]?.json.details as { outcome?: unknown } | undefined)?.outcome;
		};
		expect(await outcomeOf({ body: { error: 'Conflict', message: 'This exists already.' } })).toBe(
			'notApplied',
		);
		expect(await outcomeOf({ body: { error: 'Conflict', message: 'Somebody was faster.' } })).toBe('unknown');
		expect(await outcomeOf({ status: 502, body: { message: 'It is done already.' } })).toBe('unknown');
	});

	it('is unknown for a payment, whose 409 may follow its effect', async () => {
		const body = { error: 'Conflict', message: 'This was already processed.' };
		service.control.addFault({
			operation: 'member.updateBalance',
			kind: 'status',
			status: 409,
			body,
			times: 1,
		});
		const { errorItems } = await run('member.updateBalance', {
			serviceId: byId(service.ids.members.ada),
			amount: 5,
		});
		expect(errorItems).toMatchObject([{ json: { details: { outcome: 'unknown' } } }]);
	});
});
