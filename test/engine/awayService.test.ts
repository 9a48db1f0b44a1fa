import { setTimeout as pause } from 'node:timers/promises';

import { listen, startReceiver } from '../harness/http/receiver';
import { byId } from '../harness/workflows/byId';
import { runNode } from './engine';
import { processedValues } from './processedValues';

const MEMBER = '1a'.repeat(12);

beforeEach(() => processedValues.clear());
// A fifth of a second before the first retry.
beforeAll(() => void jest.spyOn(Math, 'random').mockReturnValue(0.2));
afterAll(() => jest.restoreAllMocks());

const pay = async (baseUrl: string, retries: number) =>
	await runNode({
		credential: { baseUrl, apiKey: 'key', realmId: 'a'.repeat(24) },
		parameters: {
			resource: 'member',
			operation: 'updateBalance',
			serviceId: byId(MEMBER),
			currencyId: byId(''),
			amount: 5,
			options: { retries },
		},
	});

it('a payment is made once, as soon as the service accepts connections again', async () => {
	const before = await startReceiver();
	await before.stop();
	const paying = pay(before.url, 4);
	await pause(50);
	let requests = 0;
	const again = await listen(
		(_request, response) => {
			requests++;
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ id: 'x', serviceId: MEMBER, balance: 5 }));
		},
		Number(new URL(before.url).port),
	);
	const { items, error } = await paying;
	await again.stop();
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ balance: 5 });
	expect(requests).toBe(1);
});
