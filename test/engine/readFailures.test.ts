import { startReceiver, type Receiver, type Reply } from '../harness/http/receiver';
import { runNode } from './engine';
import { withoutPauses } from './sandbox';

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
