import { z } from 'zod';

import { transferBalance } from '../../nodes/RewardsEngagement/resources/member/transferBalance';
import { finalizePurchase } from '../../nodes/RewardsEngagement/resources/purchase/finalize';
import { createConditionPreData } from '../../nodes/RewardsEngagement/resources/taskCondition/createPreData';
import { createTaskCondition } from '../../nodes/RewardsEngagement/resources/taskCondition/create';
import { transferResult } from '../../nodes/RewardsEngagement/resources/member/transferResult';
import {
	anything,
	bare,
	confirmationOf,
	deleted,
	inData,
	listInData,
	partWith,
	succeeded,
	toJsonItems,
	type ResponseShape,
} from '../../nodes/RewardsEngagement/declare/response';
import { deniesRemoval } from '../../nodes/RewardsEngagement/api/outcome';
import { record } from '../../nodes/RewardsEngagement/shared/record';

/** For a change that moves no points. */
const confirms = (response: ResponseShape<z.ZodTypeAny>, body: unknown) => confirmationOf({ response })(body);

const SAYS_NOTHING: unknown[] = [
	{ error: 'no' },
	{ error: { code: 7 }, id: 'x', balance: 5 },
	{ errors: ['no'], id: 'x' },
	null,
	[],
	[null],
	'queued',
	true,
	false,
	7,
	{},
	{ data: null },
	{ data: {} },
	{ data: 'x' },
	{ message: 'queued' },
	{ status: 'pending' },
	{ success: true },
	{ success: false },
	{ success: false, id: 'x', balance: 5 },
	{ ok: 0, id: 'x' },
	{ success: 'false', data: { id: 'x' } },
	{ data: { success: false, id: 'x' } },
	{ data: { error: 'no', id: 'x' } },
	{ id: null, balance: null },
	{ id: 'x', status: 'failed' },
	{ status: 'fail', data: { id: 'x' } },
	{ id: 'x', status: 'Not_Found' },
	{ id: 'x', success: 'No' },
	{ id: 'x', success: ' 0 ' },
	{ id: 'x', errorMessage: 'no' },
	{ data: { id: 'x', error_code: 'FROZEN' } },
	JSON.parse('{"__proto__":{"id":"x"}}'),
	{ constructor: 'x', toString: 'x' },
];

describe.each([transferBalance, finalizePurchase, createTaskCondition])('$action', (operation) => {
	it.each(SAYS_NOTHING.map((body) => [body]))('is not confirmed by %j', (body) => {
		expect(operation.policy.confirms?.(body)).toBe(false);
	});
});

describe.each([finalizePurchase, createTaskCondition])('$action', (operation) => {
	it.each([
		{ id: 'x' },
		{ data: { id: 'x' } },
		{ success: true, data: { id: 'x' } },
		{ id: 'x', error: null, unknown: 1 },
		{ id: 'x', errors: [], deleted: false },
		{ id: 'x', errorCode: null, errorMessage: '' },
		// Objects that cannot be converted to text.
		{ id: 'x', status: { toString: null, valueOf: null } },
		{ id: 'x', success: { toString: null, valueOf: null } },
	])('is confirmed by %j', (body) => expect(operation.policy.confirms?.(body)).toBe(true));
});

describe('a transfer', () => {
	it.each([
		{ balance: 0 },
		{ data: { balance: 5 } },
		{ success: true, data: { balance: '5' } },
		{ id: 'x', balance: 5, error: null, errors: [], errorMessage: '', unknown: 1 },
		{ balance: 5, success: { toString: null, valueOf: null } },
	])('is confirmed by %j', (body) => expect(transferBalance.policy.confirms?.(body)).toBe(true));

	it.each([
		{ id: 'x', senderId: 'y', recipientId: 'z', currencyId: 'c' },
		// An object that cannot be converted to text.
		{ balance: 5, status: { toString: null, valueOf: null } },
	])('is not confirmed by %j', (body) => expect(transferBalance.policy.confirms?.(body)).toBe(false));
});

it('what the user stored is not taken for the word of the service', () => {
	const body = { data: { success: false, status: 'failed' }, message: 'stored' };
	expect(createConditionPreData.policy.confirms?.(body)).toBe(true);
});

it('one of many confirms a list, and a single no is too many', () => {
	const shape = listInData(transferResult);
	expect(confirms(shape, { data: [{ id: 'x' }] })).toBe(true);
	expect(confirms(shape, [{}, { id: 'y' }])).toBe(true);
	expect(confirms(shape, [{ error: 'no', id: 'x' }, { id: 'y' }])).toBe(false);
	expect(confirms(shape, { data: [] })).toBe(false);
	expect(confirms(shape, { data: [{}], success: true })).toBe(false);
});

describe('an answer is never made a yes', () => {
	const values = { webhookId: 'w' };
	it.each<[unknown, object]>([
		[undefined, { deleted: true, webhookId: 'w' }],
		[null, { deleted: true, webhookId: 'w' }],
		[{}, { deleted: true, webhookId: 'w' }],
		[{ message: 'done' }, { deleted: true, webhookId: 'w', message: 'done' }],
		[{ deleted: false }, { deleted: false, webhookId: 'w' }],
		[{ success: false }, { success: false, webhookId: 'w' }],
		[{ error: 'locked' }, { error: 'locked', webhookId: 'w' }],
		[{ status: 'queued' }, { status: 'queued', webhookId: 'w' }],
		[{ deleted: 'soon' }, { deleted: 'soon', webhookId: 'w' }],
		[false, { value: false, webhookId: 'w' }],
		['queued', { value: 'queued', webhookId: 'w' }],
		[[], { value: [], webhookId: 'w' }],
	])('deletion: %j becomes %j', (body, item) => {
		expect(toJsonItems(deleted(['webhookId']), body, values)).toEqual([item]);
	});

	it.each<[unknown, object]>([
		[{ id: 's' }, { id: 's' }],
		[{ data: { id: 's', tasks: [] } }, { id: 's', tasks: [] }],
		[{ data: 'left' }, { data: 'left' }],
		[{ success: true, data: { id: 's' } }, { id: 's' }],
		[
			{ id: 's', message: 'gone' },
			{ id: 's', message: 'gone' },
		],
		[{ data: null }, { deleted: true, webhookId: 'w', data: null }],
		[{ data: {} }, { deleted: true, webhookId: 'w', data: {} }],
		[
			{ ok: true, status: 'done' },
			{ deleted: true, webhookId: 'w', ok: true, status: 'done' },
		],
		[{ statusCode: 200 }, { deleted: true, webhookId: 'w', statusCode: 200 }],
		[
			{ success: true, message: 'gone' },
			{ deleted: true, webhookId: 'w', success: true, message: 'gone' },
		],
		[
			{ success: false, id: 's' },
			{ webhookId: 'w', success: false, id: 's' },
		],
	])('deletion: a record is given as it comes, and words beside a confirmation: %j', (body, item) => {
		expect(toJsonItems(deleted(['webhookId']), body, values)).toEqual([item]);
	});

	it('a confirmation says what was done to what, without what was not given', () => {
		const about = { type: 'email', value: 'a@b.example', source: undefined, accountId: 'a' };
		const [item] = toJsonItems(succeeded(Object.keys(about)), undefined, about);
		expect(item).toEqual({ success: true, type: 'email', value: 'a@b.example', accountId: 'a' });
		expect(Object.keys(item!)).not.toContain('source');
	});

	it.each<[unknown, boolean]>([
		[false, true],
		[{ deleted: false }, true],
		[{ success: false }, true],
		[{ error: 'locked', deleted: true }, true],
		[true, false],
		[null, false],
		[undefined, false],
		['gone', false],
		[{}, false],
		[{ deleted: true }, false],
		[{ deleted: null }, false],
	])('whether %j says that nothing was removed: %s', (body, isDenied) => {
		expect(deniesRemoval(body)).toBe(isDenied);
	});
});

it('an empty list confirms a change whose record is declared to hold lists, and no other', () => {
	expect(confirms(bare(record({ winners: z.array(z.string()) })), { winners: [] })).toBe(true);
	expect(confirms(bare(anything), { winners: [] })).toBe(false);
});

it('a list without records may be written as nothing, unless that comes with a refusal', () => {
	const nothing = { data: null, meta: {} };
	expect(toJsonItems(listInData(transferResult), nothing, {})).toEqual([]);
	expect(toJsonItems(listInData(transferResult), { data: null }, {})).toEqual([]);
	const refused = { data: null, error: 'no' };
	expect(toJsonItems(listInData(transferResult), refused, {})).toEqual([refused]);
	expect(toJsonItems(listInData(transferResult), { data: {}, meta: {} }, {})).toEqual([{}]);
	expect(toJsonItems(inData(transferResult), nothing, {})).toEqual([nothing]);
	expect(inData(transferResult).kind).toBe('data');
});

it.each<[unknown, unknown]>([
	[
		{ a: 1, data: { b: 2 } },
		{ a: 1, data: { b: 2 } },
	],
	[{ c: 1, data: { a: 2 } }, { a: 2 }],
	[
		{ c: 1, data: 'x' },
		{ c: 1, data: 'x' },
	],
	[{ c: 1 }, { c: 1 }],
	['x', 'x'],
	[null, null],
])('of %j, the part with one of some fields is %j', (body, part) => {
	expect(partWith(body, 'a', 'b')).toEqual(part);
});

describe('a record that may hold anything', () => {
	it.each<[unknown, boolean]>([
		[{ whatever: 'x' }, true],
		[{ whatever: 0 }, true],
		[{ whatever: false }, true],
		[{ whatever: '' }, false],
		[{ message: 'x', status: 'done', statusCode: 200 }, false],
		[{ success: true }, true],
		[{ ok: true, message: 'x' }, true],
		[{ success: 'true' }, false],
		[{ success: true, errors: ['x'] }, false],
		[{ data: { success: true } }, true],
		[{ data: [{ id: 'x' }, { error: 'x' }] }, false],
		[[{ id: 'x' }, { Error: 'x' }], false],
		[[{ id: 'x' }, { id: 'y' }], true],
		[{ SUCCESS: false, id: 'x' }, false],
		[{ status: ' Failed ', id: 'x' }, false],
		[{ status: 500, id: 'x' }, false],
		[{ statusCode: 422, id: 'x' }, false],
		[{ statusCode: '404', id: 'x' }, false],
		[{ status: 200, id: 'x' }, true],
		[{ code: 404 }, true],
		[{ data: { whatever: 'x' } }, true],
		[{ status: 'failed twice', id: 'x' }, true],
		[{ status: 'FAILED', id: 'x' }, false],
		[{ status: 'canceled', id: 'x' }, false],
		[{ error: '', errors: null, id: 'x' }, true],
		[{ error: false, id: 'x' }, true],
		[{ error: true, id: 'x' }, false],
		[{ error: 0, errors: {}, id: 'x' }, true],
		[{ error: 1, id: 'x' }, false],
		[{ success: 'casino', id: 'x' }, true],
		[{ status: 'not found', id: 'x' }, false],
		// Names that are not those of errors.
		[{ terrors: 5, id: 'x' }, true],
		[{ errorBudget: 5, id: 'x' }, true],
	])('%j confirms: %j', (body, isConfirmed) => {
		expect(confirms(bare(anything), body)).toBe(isConfirmed);
	});
});

it('an operation without a record is not confirmed by a bare word', () => {
	expect(confirms(deleted(['id']), false)).toBe(false);
	expect(confirms(deleted(['id']), { deleted: true })).toBe(true);
	expect(confirms(deleted(['id']), { success: true })).toBe(false);
});

it('a record is taken from where its shape says, and stays whole elsewhere', () => {
	const record = { data: { id: 'x' }, more: 1 };
	expect(toJsonItems(bare(anything), record, {})).toEqual([record]);
	expect(toJsonItems(inData(anything), record, {})).toEqual([{ id: 'x' }]);
	expect(toJsonItems(inData(anything), { data: [1] }, {})).toEqual([{ data: [1] }]);
	expect(toJsonItems(inData(anything), [1, 2], {})).toEqual([{ value: [1, 2] }]);
	expect(toJsonItems(listInData(anything), { data: [{ id: 'x' }, null] }, {})).toEqual([{ id: 'x' }, {}]);
	expect(toJsonItems(listInData(anything), { data: { id: 'x' } }, {})).toEqual([{ id: 'x' }]);
	expect(toJsonItems(listInData(anything), 'queued', {})).toEqual([{ value: 'queued' }]);
	expect(toJsonItems(listInData(anything), undefined, {})).toEqual([{}]);
});
