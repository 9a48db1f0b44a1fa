import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startReceiver, type Receiver } from '../harness/http/receiver';
import { runNode } from './engine';

let receiver: Receiver;
beforeAll(async () => {
	receiver = await startReceiver(({ path }) => ({ body: { data: [{ id: path }, { id: 'second' }] } }));
});
afterAll(async () => await receiver.stop());
beforeEach(() => void (receiver.received.length = 0));

const read = async (parameters: INodeParameters, input: IDataObject[]) => {
	const { items, error } = await runNode({
		credential: { baseUrl: receiver.url, apiKey: 'key', realmId: 'a'.repeat(24) },
		parameters,
		input,
	});
	expect(error).toBeUndefined();
	return input.map((_one, item) =>
		items.filter(({ pairedItem }) => (pairedItem as { item: number }).item === item).map(({ json }) => json),
	);
};

it('reads that ask the same give each item what it wants: the whole response, or its records', async () => {
	const parameters = {
		resource: 'webhook',
		operation: 'getMany',
		additionalFields: { fullResponse: '={{ $json.isWhole }}' },
	};
	const [whole, records] = await read(parameters, [{ isWhole: true }, { isWhole: false }]);
	expect(whole).toEqual([{ data: [expect.anything(), { id: 'second' }] }]);
	expect(records).toEqual([expect.anything(), { id: 'second' }]);
});

it('reads of another realm are sent by themselves', async () => {
	const parameters = { resource: 'webhook', operation: 'getMany', realmId: '={{ $json.realm }}' };
	const realms = ['b', 'c'].map((letter) => letter.repeat(24));
	const lists = await read(
		parameters,
		[...realms, ...realms].map((realm) => ({ realm })),
	);
	expect(lists.map(([first]) => first?.id)).toEqual(
		[...realms, ...realms].map((realm) => expect.stringContaining(realm) as unknown),
	);
	expect(receiver.received).toHaveLength(2);
});

it('reads with another value in the query are sent by themselves', async () => {
	const parameters = {
		resource: 'currency',
		operation: 'getAnalytics',
		currencyId: { __rl: true, mode: 'id', value: 'c'.repeat(24) },
		additionalFields: { period: '={{ $json.period }}' },
	};
	const lists = await read(parameters, [{ period: '7d' }, { period: '30d' }, { period: '7d' }]);
	expect(JSON.stringify(lists[1])).toContain('30d');
	expect(lists[2]).toEqual(lists[0]);
	expect(receiver.received).toHaveLength(2);
});
