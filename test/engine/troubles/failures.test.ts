import { setTimeout as pause } from 'node:timers/promises';

import { listen, startReceiver, type Receiver, type Reply } from '../../harness/http/receiver';
import { runNode } from '../engine';
import { withoutPauses } from '../sandbox';
import { byId } from '../../harness/workflows/nodes';
import { processedValues } from '../processedValues';

describe('a read', () => {
	withoutPauses();

	let receiver: Receiver;
	/** Responses before all others, in order. */
	let replies: Reply[];
	beforeAll(async () => {
		receiver = await startReceiver(() => replies.shift() ?? { body: { id: 'r', name: 'Realm' } });
	});
	afterAll(async () => await receiver.stop());
	beforeEach(() => void (receiver.received.length = 0));

	const read = async (retries: number) =>
		await runNode({
			credential: { baseUrl: receiver.url, apiKey: 'key', realmId: 'a'.repeat(24) },
			parameters: { resource: 'realm', operation: 'get', options: { retries } },
			onError: 'continueErrorOutput',
		});
	const failing = (status: number): Reply => ({ status, headers: { 'retry-after': '0' }, body: {} });

	it.each([408, 429, 500, 502, 503, 504])('a read is sent again after status %d', async (status) => {
		replies = [failing(status), failing(status)];
		const { items } = await read(2);
		expect(items[0]?.json).toMatchObject({ id: 'r' });
		expect(receiver.received).toHaveLength(3);
	});

	it.each([400, 401, 403, 404, 409, 422])('a read is not sent again after status %d', async (status) => {
		replies = [failing(status)];
		expect((await read(2)).errorItems).toHaveLength(1);
		expect(receiver.received).toHaveLength(1);
	});

	it.each([202, 302, 404, 408, 409, 429, 500, 503])(
		'a read that fails with status %d has changed nothing',
		async (status) => {
			replies = [{ ...failing(status), body: '' }];
			const { errorItems } = await read(0);
			expect(errorItems[0]?.json).toMatchObject({ details: { outcome: 'notApplied' } });
		},
	);
});

describe('a service that is away', () => {
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
});
