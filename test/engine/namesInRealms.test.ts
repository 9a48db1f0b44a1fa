import { jsonOf, startReceiver, type Receiver } from '../harness/http/receiver';
import { runNode } from './engine';
import { processedValues } from './processedValues';

const ONE = 'b'.repeat(24);
const OTHER = 'c'.repeat(24);
const EMAIL = 'ada@example.com';

let receiver: Receiver;
/** In each realm, one member has the text as its email, and another one as its username. */
const memberOf = (realm: string, mode: string) =>
	`${realm.slice(0, 12)}${(mode === 'email' ? '1' : '2').repeat(12)}`;
beforeAll(async () => {
	receiver = await startReceiver(({ method, path }) => {
		const realm = path.split('/')[4]!;
		const mode = path.includes('type=email') ? 'email' : 'username';
		const member = { id: memberOf(realm, mode), [mode]: EMAIL };
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
	expect(paid).toEqual([ONE, OTHER, ONE].map((realm) => [realm, 'members', memberOf(realm, mode)]));
	expect(items.map(({ json }) => json.serviceId)).toEqual(
		[ONE, OTHER, ONE].map((realm) => memberOf(realm, mode)),
	);
});

it('one text as a username and as an email names two members', async () => {
	const { error } = await runNode({
		credential: { baseUrl: receiver.url, apiKey: 'key', realmId: ONE },
		parameters: {
			resource: 'member',
			operation: 'transferBalance',
			serviceId: { __rl: true, mode: 'username', value: EMAIL },
			recipientId: { __rl: true, mode: 'email', value: EMAIL },
			currencyId: { __rl: true, mode: 'list', value: '' },
			amount: 5,
		},
	});
	expect(error).toBeUndefined();
	const transfer = receiver.received.at(-1)!;
	expect(transfer.path).toContain(`/members/${memberOf(ONE, 'username')}/transfer`);
	expect(jsonOf(transfer)).toMatchObject({ recipientId: memberOf(ONE, 'email') });
});
