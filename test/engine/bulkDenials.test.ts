import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../harness/workflows/byId';
import { runNode, type RunOptions } from './engine';
import { processedValues } from './processedValues';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const run = async (parameters: INodeParameters, input: IDataObject[], more: Partial<RunOptions> = {}) =>
	await runNode({
		credential: service.credential(),
		parameters,
		input,
		onError: 'continueErrorOutput',
		...more,
	});
const answer = (operation: string, body: unknown) =>
	service.control.addFault({ operation, kind: 'status', status: 200, body });

describe('a bulk answer that takes the request, and says of an entry that it was not done', () => {
	it.each<[string, IDataObject]>([
		['an error', { error: 'frozen' }],
		['no success', { success: false }],
		['a status', { status: 'failed' }],
		['a message', { message: 'Member not found' }],
		['a message beside the balance before', { balance: 3, message: 'Member is frozen' }],
		['a code', { code: 'NOT_FOUND', newBalance: 3 }],
		['a status without a text', { status: { toString: null }, newBalance: 3 }],
		['nothing at all', {}],
	])('by %s: the outcome of that one is unknown, and its key stays', async (_what, denial) => {
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

	it.each([
		{ results: [{ ...row, error: 'frozen' }], errors: [] },
		{ results: [row], errors: [], error: 'rolled back' },
	])('is unknown where the answer contradicts itself: %j', async (body) => {
		answer('memberCredential.updateBalances', body);
		const { items, errorItems } = await change();
		expect(items).toEqual([]);
		expect(errorItems[0]!.json).toMatchObject({ details: { outcome: 'unknown' } });
	});

	it.each<[unknown, string]>([
		['constructor', 'constructor'],
		['__proto__', '__proto__'],
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

	it('is told from an answer that the service wraps, too', async () => {
		answer('memberCredential.updateBalances', { data: { results: [row], errors: [] } });
		expect((await change()).items[0]!.json).toEqual({ amount: row.balance, newBalance: row.balance, ...row });
		await service.control.reset();
		answer('memberCredential.updateBalances', { data: { results: [row], error: 'rolled back' } });
		expect((await change()).errorItems[0]!.json).toMatchObject({ details: { outcome: 'unknown' } });
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

	it.each<[string, unknown]>([
		['a message', { ...row, balance: undefined, message: 'Credential not found' }],
		['a code', { ...row, code: 'NOT_FOUND' }],
		['its identity alone', { ...row, balance: undefined }],
	])('whose row has only %s is unknown', async (_what, result) => {
		answer('memberCredential.updateBalances', { results: [result], errors: [] });
		const { items, errorItems } = await change();
		expect(items).toEqual([]);
		expect(errorItems[0]!.json).toMatchObject({ details: { outcome: 'unknown' } });
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

describe('a refusal of several entries', () => {
	const people = ['a', 'b', 'c'].map((name) => ({ type: 'email', value: `${name}@example.com` }));
	const changeAll = async () => {
		const { items, errorItems } = await run(
			{
				resource: 'memberCredential',
				operation: 'updateBalances',
				type: '={{ $json.type }}',
				value: '={{ $json.value }}',
				realmPointId: byId(service.ids.currencies.stars),
				amount: 3,
			},
			people,
		);
		const outcomes = errorItems.map(({ json }) => [json.value, (json.details as IDataObject).outcome]);
		return { paid: items.map(({ json }) => json.value), outcomes, requests: service.requests.length };
	};
	const refuse = (operation: string, status: number, body: unknown) =>
		service.control.addFault({ operation, kind: 'status', status, body });

	it.each([400, 404, 422])(
		'of credentials with %i goes by its rows, and sends nothing again',
		async (status) => {
			const [a, b] = people;
			refuse('memberCredential.updateBalances', status, {
				results: [{ ...a, balance: 3 }],
				errors: [{ ...b, error: 'no such credential' }],
			});
			expect(await changeAll()).toEqual({
				paid: ['a@example.com'],
				outcomes: [
					['b@example.com', 'notApplied'],
					['c@example.com', 'unknown'],
				],
				requests: 1,
			});
		},
	);

	it.each([400, 404, 422])('of credentials with %i and no rows leaves all unknown', async (status) => {
		refuse('memberCredential.updateBalances', status, { error: 'Bad entry' });
		expect(await changeAll()).toEqual({
			paid: [],
			outcomes: people.map(({ value }) => [value, 'unknown']),
			requests: 1,
		});
	});

	const award = async (body: unknown) => {
		const { ada, bruno, chen } = service.ids.members;
		refuse('member.updateBalances', 422, body);
		const { items, errorItems } = await run(
			{
				resource: 'member',
				operation: 'updateBalances',
				serviceId: byId('={{ $json.to }}'),
				currencyId: byId(''),
				amount: 1,
			},
			[ada, bruno, chen].map((to) => ({ to })),
		);
		const outcomes = errorItems.map(({ json }) => [json.to, (json.details as IDataObject).outcome]);
		return { paid: items.map(({ json }) => json.serviceId), outcomes, requests: service.requests.length };
	};

	it('of members that has rows of applied ones leaves all unknown, and nothing is sent again', async () => {
		const { ada, bruno, chen } = service.ids.members;
		expect(await award({ updates: [{ serviceId: ada, newBalance: 1 }] })).toEqual({
			paid: [],
			outcomes: [ada, bruno, chen].map((to) => [to, 'unknown']),
			requests: 1,
		});
	});
});
