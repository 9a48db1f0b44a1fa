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
/** More fields of its body. */
let moreOfBody: object;
beforeAll(async () => {
	receiver = await startReceiver((request) => {
		const { updates } = jsonOf<{ updates: Entry[] }>(request);
		return { body: { success: true, updates: rowsFor(updates), ...moreOfBody } };
	});
});
afterAll(async () => await receiver.stop());
beforeEach(() => {
	processedValues.clear();
	receiver.received.length = 0;
	moreOfBody = {};
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

describe('equal entries', () => {
	const equal = [1, 2, 3].map((amount) => ({ serviceId: ADA, currencyId: STARS, amount }));

	it('take their rows in order, beside rows of others', async () => {
		rowsFor = (entries) => [...entries.map(paid), paid({ serviceId: BRUNO, currencyId: STARS, amount: 9 })];
		expect(await resultsOf(equal)).toEqual([1, 2, 3]);
	});

	it.each([1, 2])('are all unknown with %d rows, because it is not clear whose they are', async (count) => {
		rowsFor = (entries) => entries.slice(0, count).map(paid);
		expect(await resultsOf(equal)).toEqual(['unknown', 'unknown', 'unknown']);
	});

	it('are all unknown if a row says no to one of them', async () => {
		rowsFor = ([first, second, third]) => [paid(first!), refused(second!), paid(third!)];
		expect(await resultsOf(equal)).toEqual(['unknown', 'unknown', 'unknown']);
	});
});

describe('rows of a success', () => {
	const [stars, gems] = twoCurrencies.slice(0, 2) as [Entry, Entry];
	const unknown = ['unknown', 'unknown'];

	it.each<[string, (rows: object[]) => object[], unknown[]]>([
		['that are lost leave their entries unknown', ([first]) => [first!], [1, 'unknown']],
		['that come twice confirm their entries', (rows) => [...rows, ...rows], [1, 2]],
		[
			'of entries that were not sent change nothing',
			(rows) => [paid({ ...stars, serviceId: BRUNO }), ...rows],
			[1, 2],
		],
		[
			'of another currency confirm nothing',
			(rows) => rows.map((row) => ({ ...row, currencyId: 'e'.repeat(24) })),
			unknown,
		],
		[
			'of another member confirm nothing',
			(rows) => rows.map((row) => ({ ...row, serviceId: BRUNO })),
			unknown,
		],
		[
			'without a member confirm nothing',
			(rows) => rows.map((row) => ({ ...row, serviceId: undefined })),
			unknown,
		],
		[
			'that say no a second time leave their entry unknown',
			(rows) => [...rows, refused(gems)],
			[1, 'unknown'],
		],
		[
			'that say no without a currency leave all of the member unknown',
			(rows) => [...rows, { serviceId: ADA, error: 'no' }],
			unknown,
		],
		['that are no objects confirm nothing', () => [['x'], ['y']], unknown],
		['that are missing confirm nothing', () => [], unknown],
	])('%s', async (_what, change, expected) => {
		rowsFor = (entries) => change(entries.map(paid));
		expect(await resultsOf([stars, gems])).toEqual(expected);
	});

	it.each<[string, object, unknown[]]>([
		[
			'beside a list that names an entry again',
			{ failed: [{ serviceId: ADA, currencyId: GEMS }] },
			[1, 'unknown'],
		],
		[
			'beside a list that confirms an entry again',
			{ results: [{ serviceId: ADA, currencyId: GEMS, newBalance: 9 }] },
			[1, 2],
		],
		['beside a list that names none', { notes: ['ok', { text: 'ok' }], meta: { count: 2 } }, [1, 2]],
		['beside an error', { error: 'rolled back' }, unknown],
		['beside errors', { errors: [{ serviceId: ADA }] }, unknown],
		['beside no success', { success: false }, unknown],
		['beside a failed status', { status: 'failed' }, unknown],
	])('%s count as far as nothing contradicts them', async (_what, more, expected) => {
		rowsFor = (entries) => entries.map(paid);
		moreOfBody = more;
		expect(await resultsOf([stars, gems])).toEqual(expected);
	});
});
