import { startReceiver, type Receiver, type Reply } from '../harness/http/receiver';
import { byId } from '../harness/workflows/byId';
import { runNode } from './engine';
import { processedValues } from './processedValues';
import { withoutPauses } from './sandbox';

withoutPauses();

const MEMBER = '1a'.repeat(12);
const DONE = { id: '7e'.repeat(12), serviceId: MEMBER, balance: 5, currencyId: '3c'.repeat(12) };

let receiver: Receiver;
beforeAll(async () => (receiver = await startReceiver()));
afterAll(async () => await receiver.stop());
beforeEach(() => {
	processedValues.clear();
	receiver.received.length = 0;
});

/** The outcome of an award with this response, and how often it was sent. */
async function outcomeOf(reply: Reply): Promise<{ outcome: unknown; requests: number }> {
	receiver.answer(reply);
	const { items, errorItems } = await runNode({
		credential: { baseUrl: receiver.url, apiKey: 'key', realmId: 'a'.repeat(24) },
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

it.each([
	DONE,
	{ serviceId: MEMBER, balance: 0 },
	{ data: DONE },
	{ success: true, data: DONE },
	{ ...DONE, error: null, errors: [] },
	{ ...DONE, fieldOfALaterVersion: { a: 1 } },
])('a success with %j confirms the award', async (body) => {
	expect(await outcomeOf({ body })).toEqual({ outcome: 'applied', requests: 1 });
});

it.each([
	{},
	[],
	{ message: 'queued' },
	{ status: 'pending' },
	{ data: {} },
	{ data: null },
	{ ...DONE, success: false },
	{ ...DONE, error: 'frozen' },
	{ ...DONE, status: 'failed' },
	{ success: false, data: DONE },
	{ error: 'frozen', data: DONE },
	{ data: { ...DONE, success: false } },
	{ data: { ...DONE, error: 'frozen' } },
])('a success with %j does not: the award may have been made', async (body) => {
	expect(await outcomeOf({ body })).toEqual({ outcome: 'unknown', requests: 1 });
});

it.each(['', 'null', 'true', '"queued"', '<html>Welcome</html>', '{"balance":'])(
	'a success with the text %j does not either',
	async (body) => {
		expect(await outcomeOf({ body })).toEqual({ outcome: 'unknown', requests: 1 });
	},
);

it.each(['key', 'automatic'])(
	'a response that is too deep to copy ends no other award: %s',
	async (repeatProtection) => {
		const deep = `{"id":"x","balance":5,"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
		let count = 0;
		const service = await startReceiver(() =>
			++count === 2 ? { headers: { 'content-type': 'application/json' }, body: deep } : { body: DONE },
		);
		const award = async () =>
			await runNode({
				credential: { baseUrl: service.url, apiKey: 'key', realmId: 'a'.repeat(24) },
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
		await service.stop();
		expect(count).toBe(4);
		expect(first.items.map(({ json }) => json.amount)).toEqual([1, 2, 3, 4]);
		// No key is open, so each item is known to be done.
		expect([...first.errorItems, ...again.errorItems]).toEqual([]);
	},
);
