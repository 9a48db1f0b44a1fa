import { startReceiver, type Receiver } from '../harness/http/receiver';
import { runNode } from './engine';
import { processedValues } from './processedValues';

const ONE = 'b'.repeat(24);
const OTHER = 'c'.repeat(24);
const EMAIL = 'ada@example.com';

let receiver: Receiver;
/** Each realm has a member whose ID begins like that of the realm. */
const memberOf = (realm: string) => `${realm.slice(0, 12)}${'1'.repeat(12)}`;
beforeAll(async () => {
	receiver = await startReceiver(({ method, path }) => {
		const realm = path.split('/')[4]!;
		const member = { id: memberOf(realm), email: EMAIL, username: EMAIL };
		if (method === 'GET') return { body: { data: [member], meta: { total: 1 } } };
		return { body: { id: 'x', serviceId: path.split('/')[6], balance: 5 } };
	});
});
afterAll(async () => await receiver.stop());
beforeEach(() => {
	processedValues.clear();
	receiver.received.length = 0;
});

it.each(['email', 'username'])('the same %s in two realms names a member of each', async (mode) => {
	const { items } = await runNode({
		credential: { baseUrl: receiver.url, apiKey: 'key', realmId: ONE },
		parameters: {
			resource: 'member',
			operation: 'updateBalance',
			realmId: '={{ $json.realm }}',
			serviceId: { __rl: true, mode, value: EMAIL },
			currencyId: { __rl: true, mode: 'list', value: '' },
			amount: 5,
		},
		input: [ONE, OTHER, ONE].map((realm) => ({ realm })),
	});
	const paid = receiver.received
		.filter(({ method }) => method !== 'GET')
		.map(({ path }) => path.split('/').slice(4, 7));
	expect(paid).toEqual([ONE, OTHER, ONE].map((realm) => [realm, 'members', memberOf(realm)]));
	expect(items.map(({ json }) => json.serviceId)).toEqual([ONE, OTHER, ONE].map(memberOf));
});
