import type { IDataObject } from 'n8n-workflow';

import { jsonOf } from '../../harness/http/receiver';
import { byId } from '../../harness/workflows/nodes';
import { runnerOf, runNode, type RunOptions } from '../engine';
import { useReceiver } from '../receiver';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

const ADA = '1a'.repeat(12);
const BRUNO = '2b'.repeat(12);
const STARS = '3c'.repeat(12);
const GEMS = '4d'.repeat(12);

interface Entry extends IDataObject {
	serviceId: string;
	currencyId: string;
	amount: number;
}

/** The rows of the response to these entries. */
let rowsFor: (entries: Entry[]) => object[];
/** More fields of its body. */
let moreOfBody: object;
const receiver = useReceiver((request) => {
	const { updates } = jsonOf<{ updates: Entry[] }>(request);
	return { body: { success: true, updates: rowsFor(updates), ...moreOfBody } };
});
beforeEach(() => {
	moreOfBody = {};
});

const award = async (input: Entry[]) =>
	await runNode({
		credential: receiver.credential(),
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

	it('is not said to be paid the one that the response does not confirm', async () => {
		rowsFor = ([first, second, third, fourth]) => [
			paid(second!),
			refused(first!),
			refused(fourth!),
			paid(third!),
		];
		expect(await resultsOf(twoCurrencies)).toEqual(['unknown', 2, 3, 'unknown']);
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

const run = runnerOf(service);
const answer = (operation: string, body: unknown) =>
	service.control.addFault({ operation, kind: 'status', status: 200, body });

it('an entry that a success says not to have done is unknown, and its key stays', async () => {
	const denial = { balance: 3, message: 'Member is frozen' };
	const { ada, bruno } = service.ids.members;
	answer('member.updateBalances', {
		updates: [
			{ serviceId: ada, newBalance: 1 },
			{ serviceId: bruno, ...denial },
		],
	});
	const { items, errorItems } = await run(
		{
			resource: 'member',
			operation: 'updateBalances',
			serviceId: byId('={{ $json.to }}'),
			currencyId: byId(''),
			amount: 1,
			repeatProtection: 'key',
			idempotencyKey: '={{ $json.to }}',
		},
		[{ to: ada }, { to: bruno }],
	);
	expect(items.map(({ json }) => json.serviceId)).toEqual([ada]);
	expect(errorItems).toHaveLength(1);
	expect(errorItems[0]!.json).toMatchObject({
		to: bruno,
		error: expect.stringMatching(/^Outcome unknown: the service did not confirm this entry/),
		details: { outcome: 'unknown', answer: denial, idempotencyKey: expect.any(String) },
	});
});

it('a bulk answer that the service wraps is read as one that it does not', async () => {
	const { ada } = service.ids.members;
	const award = async (body: unknown) => {
		answer('member.updateBalances', body);
		const parameters = { resource: 'member', operation: 'updateBalances', serviceId: byId(ada), amount: 1 };
		return await run(parameters, [{}]);
	};
	const updates = [{ serviceId: ada, newBalance: 1 }];
	expect((await award({ data: { success: true, updates } })).items[0]!.json).toEqual({
		...updates[0],
		amount: 1,
		previousBalance: 0,
	});
	for (const body of [
		{ success: false, data: { updates } },
		{ data: { success: false, updates } },
		{ updates: [], data: { updates } },
	]) {
		await service.control.reset();
		const { items, errorItems } = await award(body);
		expect(items).toEqual([]);
		expect(errorItems[0]!.json).toMatchObject({ details: { outcome: 'unknown' } });
	}
});

describe('a bulk change of credentials', () => {
	const row = { type: 'email', value: 'ada@example.com', balance: 3 };
	const change = async (more: Partial<RunOptions> = {}) =>
		await run(
			{
				resource: 'memberCredential',
				operation: 'updateBalances',
				type: '={{ $json.type }}',
				value: '={{ $json.value }}',
				source: 'social',
				realmPointId: byId(service.ids.currencies.stars),
				amount: 3,
			},
			[row],
			more,
		);

	it('is unknown where the answer contradicts itself', async () => {
		answer('memberCredential.updateBalances', { results: [row], errors: [], error: 'rolled back' });
		const { items, errorItems } = await change();
		expect(items).toEqual([]);
		expect(errorItems[0]!.json).toMatchObject({ details: { outcome: 'unknown' } });
	});

	it.each<[unknown, string]>([
		['constructor', 'constructor'],
		[{ why: 'frozen' }, '{"why":"frozen"}'],
		['', 'it gave no reason'],
	])('that is refused with the word %j says that and no more', async (error, words) => {
		answer('memberCredential.updateBalances', { results: [], errors: [{ ...row, error }] });
		const { errorItems } = await change();
		expect(errorItems[0]!.json).toMatchObject({
			error: `The service rejected this entry: ${words}`,
			details: { outcome: 'notApplied', advice: expect.stringMatching(/^Nothing was changed/) },
		});
	});

	it('whose answer names an object without a text is unknown, and not sent again by n8n either', async () => {
		const odd = { ...row, value: { toString: null, valueOf: null } };
		answer('memberCredential.updateBalances', { results: [odd], errors: [] });
		const { errorItems } = await change({ maxTries: 2 });
		expect(service.requests).toHaveLength(1);
		expect(errorItems[0]!.json).toMatchObject({
			error: expect.stringContaining('the response does not mention this entry') as string,
			details: { outcome: 'unknown' },
		});
	});

	it('is unknown where the answer says no success and names no entry that was refused', async () => {
		answer('memberCredential.updateBalances', { success: false, results: [row], errors: [] });
		expect((await change()).errorItems[0]!.json).toMatchObject({ details: { outcome: 'unknown' } });
	});

	it('never shows the key, nor a whole page of words', async () => {
		const { admin } = service.keys;
		const error = `${'long '.repeat(98)}${admin}${' and longer'.repeat(500)}`;
		answer('memberCredential.updateBalances', { results: [], errors: [{ ...row, error }] });
		const { errorItems } = await change();
		const { error: shown } = errorItems[0]!.json as { error: string };
		expect(shown.length).toBeLessThan(600);
		expect(shown).toContain('long long');
		for (let start = 0; start + 8 <= admin.length; start++) {
			expect(shown).not.toContain(admin.slice(start, start + 8));
		}
	});
});
