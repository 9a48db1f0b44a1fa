import { jsonOf, startReceiver, type Receiver } from '../harness/http/receiver';
import { byId } from '../harness/workflows/byId';
import { runNode } from './engine';
import { processedValues } from './processedValues';

const MEMBER = '1a'.repeat(12);

let receiver: Receiver;
beforeAll(async () => {
	receiver = await startReceiver(() => ({ body: { id: 'x', serviceId: MEMBER, balance: 5 } }));
});
afterAll(async () => await receiver.stop());
beforeEach(() => {
	processedValues.clear();
	receiver.received.length = 0;
});

const award = async (amount: unknown) =>
	await runNode({
		credential: { baseUrl: receiver.url, apiKey: 'key', realmId: 'a'.repeat(24) },
		parameters: {
			resource: 'member',
			operation: 'updateBalance',
			serviceId: byId(MEMBER),
			currencyId: byId(''),
			amount: '={{ $json.amount }}',
		},
		input: [{ amount } as { amount: string }],
	});

it.each<[unknown, number]>([
	['5', 5],
	[' 5 ', 5],
	['-5', -5],
	['05', 5],
	['5.0', 5],
	[5, 5],
])('the amount %j is %d', async (amount, sent) => {
	expect((await award(amount)).error).toBeUndefined();
	expect(receiver.received.map((request) => jsonOf(request).amount)).toEqual([sent]);
});

it.each([
	...['1,000', '1 000', '1e3', '0x10', '+5', '5.', '.5', '5 points', '٥', 'five', 'Infinity', '1_000'],
	...[true, false, [5], { amount: 5 }],
])('the amount %j is no number, and nothing is sent', async (amount) => {
	const { items, error } = await award(amount);
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/^"Amount" must be /);
	expect(receiver.received).toEqual([]);
});
