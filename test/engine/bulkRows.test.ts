import type { IDataObject } from 'n8n-workflow';

import { jsonOf, startReceiver, type Receiver } from '../harness/http/receiver';
import { byId } from '../harness/workflows/byId';
import { runNode } from './engine';
import { processedValues } from './processedValues';

const ADA = '1a'.repeat(12);
const BRUNO = '2b'.repeat(12);
const STARS = '3c'.repeat(12);
const GEMS = '4d'.repeat(12);

interface Entry extends IDataObject {
	serviceId: string;
	currencyId: string;
	amount: number;
}

let receiver: Receiver;
/** The rows of the response to these entries. */
let rowsFor: (entries: Entry[]) => object[];
beforeAll(async () => {
	receiver = await startReceiver((request) => {
		const { updates } = jsonOf<{ updates: Entry[] }>(request);
		return { body: { success: true, updates: rowsFor(updates) } };
	});
});
afterAll(async () => await receiver.stop());
beforeEach(() => {
	processedValues.clear();
	receiver.received.length = 0;
});

const award = async (input: Entry[]) =>
	await runNode({
		credential: { baseUrl: receiver.url, apiKey: 'key', realmId: 'a'.repeat(24) },
		parameters: {
			resource: 'member',
			operation: 'updateBalances',
			serviceId: byId('={{ $json.serviceId }}'),
			currencyId: byId('={{ $json.currencyId }}'),
			amount: '={{ $json.amount }}',
		},
		input,
		onError: 'continueErrorOutput',
	});

/** The new balance of each item, or its outcome if it failed, by item. */
async function resultsOf(input: Entry[]): Promise<unknown[]> {
	const { items, errorItems } = await award(input);
	const results: unknown[] = [];
	const note = (list: typeof items, resultOf: (json: IDataObject) => unknown) => {
		for (const { json, pairedItem } of list) results[(pairedItem as { item: number }).item] = resultOf(json);
	};
	note(items, ({ newBalance }) => newBalance);
	note(errorItems, ({ details }) => (details as IDataObject).outcome);
	expect(receiver.received).toHaveLength(1);
	return results;
}

/** The amount serves as the new balance, so that each row shows its entry. */
const paid = ({ serviceId, currencyId, amount }: Entry) => ({ serviceId, currencyId, newBalance: amount });
const refused = ({ serviceId, currencyId }: Entry) => ({ serviceId, currencyId, error: 'no' });

const twoCurrencies: Entry[] = [
	{ serviceId: ADA, currencyId: STARS, amount: 1 },
	{ serviceId: ADA, currencyId: GEMS, amount: 2 },
	{ serviceId: BRUNO, currencyId: STARS, amount: 3 },
	{ serviceId: BRUNO, currencyId: GEMS, amount: 4 },
];

describe('a member who gets two currencies in one request', () => {
	it('has the row of each, whatever the order of the rows', async () => {
		rowsFor = (entries) => [...entries].reverse().map(paid);
		expect(await resultsOf(twoCurrencies)).toEqual([1, 2, 3, 4]);
	});

	it('has the row of each, whatever the case of the IDs', async () => {
		rowsFor = (entries) =>
			[...entries].reverse().map((entry) => ({ ...paid(entry), currencyId: entry.currencyId.toUpperCase() }));
		expect(await resultsOf(twoCurrencies)).toEqual([1, 2, 3, 4]);
	});

	it('is not said to be paid the one that the response does not confirm', async () => {
		rowsFor = ([first, second, third, fourth]) => [
			paid(second!),
			refused(first!),
			refused(fourth!),
			paid(third!),
		];
		expect(await resultsOf(twoCurrencies)).toEqual(['unknown', 2, 3, 'unknown']);
	});

	it('is not said to be paid the one that the response does not name', async () => {
		rowsFor = ([, second]) => [paid(second!)];
		expect(await resultsOf(twoCurrencies)).toEqual(['unknown', 2, 'unknown', 'unknown']);
	});
});

it('equal entries take their rows in order, and share one that the service merged', async () => {
	const input = [1, 2, 3].map((amount) => ({ serviceId: ADA, currencyId: STARS, amount }));
	rowsFor = (entries) => [...entries.map(paid), paid({ serviceId: BRUNO, currencyId: STARS, amount: 9 })];
	expect(await resultsOf(input)).toEqual([1, 2, 3]);
	receiver.received.length = 0;
	processedValues.clear();
	rowsFor = (entries) => [paid(entries[2]!)];
	expect(await resultsOf(input)).toEqual([3, 3, 3]);
});
