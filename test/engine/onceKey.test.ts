import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode, type RunOptions } from './engine';
import { processedValues, store } from './processedValues';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const pay = async (onceKey: string, options: Partial<RunOptions> & { more?: INodeParameters } = {}) => {
	const { more, ...rest } = options;
	return await runNode({
		credential: service.credential(),
		onError: 'continueErrorOutput',
		...rest,
		parameters: {
			resource: 'member',
			operation: 'member.transferBalance',
			serviceId: byId(service.ids.members.bonusPool),
			recipientId: byId(service.ids.members.ada),
			currencyId: byId(service.ids.currencies.stars),
			amount: '={{ $json.amount ?? 5 }}',
			options: { onceKey, ...more },
		},
	});
};
const payments = () => service.requests.filter(({ acted }) => acted).length;
const release = async (onceKey: unknown) =>
	await runNode({
		credential: service.credential(),
		parameters: { resource: 'onceKey', operation: 'release', onceKey: onceKey as string },
	});

it('pays once for a key, and says so in the second run', async () => {
	expect((await pay('order-17')).items[0]?.json).toHaveProperty('senderId');
	const { items } = await pay('order-17');
	expect(items).toEqual([
		{
			json: {
				skipped: true,
				onceKey: expect.stringMatching(/^order-17@/),
				reason: expect.stringContaining('nothing was sent now'),
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(payments()).toBe(1);
	expect(service.requests).toHaveLength(1);
});

it('pays for each key of its items, and once for a key that occurs twice', async () => {
	const input = [{ order: 'a' }, { order: 'b' }, { order: 'a' }];
	const { items } = await pay('={{ $json.order }}', { input });
	expect(items.map(({ json }) => json.skipped)).toEqual([undefined, undefined, true]);
	expect(payments()).toBe(2);
});

it('frees the key when the service surely did not act', async () => {
	service.control.addFault({ operation: 'member.transferBalance', kind: 'status', status: 403, times: 1 });
	const { errorItems } = await pay('order-17');
	expect(errorItems[0]?.json.details).toMatchObject({ outcome: 'notApplied' });
	expect(errorItems[0]?.json.details).not.toHaveProperty('onceKey');
	expect((await pay('order-17')).items[0]?.json).toHaveProperty('senderId');
	expect(payments()).toBe(1);
});

it('keeps the key when it is unknown whether the service acted, until it is released by hand', async () => {
	service.control.addFault({
		operation: 'member.transferBalance',
		kind: 'drop',
		when: 'after',
		times: 1,
	});
	const first = await pay('order-17');
	const details = first.errorItems[0]?.json.details as IDataObject;
	expect(details).toMatchObject({ outcome: 'unknown', onceKey: expect.stringMatching(/^order-17@/) });

	const second = await pay('order-17');
	expect(second.errorItems[0]?.json).toMatchObject({
		error: 'An earlier run with this key may have been applied, so nothing was sent now',
		details: { outcome: 'unknown', onceKey: details.onceKey, advice: expect.stringContaining('Release') },
	});
	expect(service.requests).toHaveLength(1);

	expect((await release(details.onceKey)).items[0]?.json).toEqual({
		released: true,
		onceKey: details.onceKey,
	});
	await pay('order-17');
	expect(payments()).toBe(2);
});

it('says when a key to release is not there', async () => {
	expect((await release('order-18@0123')).items[0]?.json).toMatchObject({ released: false });
});

it('sends nothing when the key cannot be recorded', async () => {
	store.failure = new Error('database is locked');
	const { errorItems } = await pay('order-17').finally(() => delete store.failure);
	expect(errorItems[0]?.json).toMatchObject({ details: { outcome: 'notApplied' } });
	expect(service.requests).toEqual([]);
});

it('refuses an expression that gave no key, instead of paying without one', async () => {
	const { errorItems } = await pay('={{ $json.missing }}');
	expect(errorItems[0]?.json.error).toBe('"Once per Key" is an expression that gave no value for this item');
	expect(service.requests).toEqual([]);
});

describe('an empty key', () => {
	const event = { eventId: 'e1', type: 'quest.completed', data: {} };

	it('is made from the event and the request', async () => {
		await pay('', { input: [event], isTriggered: true });
		const again = await pay('', { input: [event], isTriggered: true });
		expect(again.items[0]?.json).toMatchObject({
			skipped: true,
			onceKey: expect.stringMatching(/^e1 [0-9a-f]{16}@/),
		});
		expect(payments()).toBe(1);
	});

	it('is another for another event, and for another amount', async () => {
		await pay('', { input: [event], isTriggered: true });
		await pay('', { input: [{ ...event, eventId: 'e2' }], isTriggered: true });
		await pay('', { input: [{ ...event, amount: 6 }], isTriggered: true });
		expect(payments()).toBe(3);
	});

	it('is refused when no event started the run', async () => {
		const { errorItems } = await pay('');
		expect(errorItems[0]?.json.error).toMatch(/no event started this run/);
		expect(service.requests).toEqual([]);
	});
});
