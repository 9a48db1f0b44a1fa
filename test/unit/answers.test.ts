import type { HttpResult } from '../../nodes/RewardsEngagement/api/http';
import type { Policy } from '../../nodes/RewardsEngagement/api/request';
import { isAnswer, isOfService, isSuccess, outcomeOf } from '../../nodes/RewardsEngagement/api/outcome';
import { listIn, metaOf, recordsIn, totalIn } from '../../nodes/RewardsEngagement/api/records';
import { isRecord, parseJson } from '../../nodes/RewardsEngagement/shared/json';

describe('the outcome of a request', () => {
	const response = (status: number, text: string, body?: unknown): HttpResult => ({
		kind: 'response',
		status,
		headers: {},
		text,
		body,
	});
	const fault = (reached: 'never' | 'perhaps'): HttpResult => ({
		kind: 'networkError',
		reached,
		isTransient: true,
		code: '',
		reason: '',
	});
	const yes = () => true;
	const no = () => false;

	it.each<[string, HttpResult, () => boolean, string]>([
		['a body that confirms it is applied', response(200, '{}', {}), yes, 'applied'],
		['a body that does not confirm it is unknown', response(200, '{}', {}), no, 'unknown'],
		['a 204 without a body is applied', response(204, ''), no, 'applied'],
		['a 200 without a body is unknown', response(200, ''), yes, 'unknown'],
		['a 299 is a success', response(299, '{}', {}), yes, 'applied'],
		['a 300 is none', response(300, '{}', {}), yes, 'unknown'],
		['a 199 is none', response(199, '{}', {}), yes, 'unknown'],
		['a body that is no JSON is unknown', response(200, '<p>'), yes, 'unknown'],
		["a proxy's question for a password is not applied", response(407, '<p>'), yes, 'notApplied'],
		['no connection is not applied', fault('never'), yes, 'notApplied'],
		['a connection that broke is unknown', fault('perhaps'), yes, 'unknown'],
	])('%s', (_words, result, confirms, outcome) => {
		expect(outcomeOf(result, { confirms })).toBe(outcome);
	});

	it('a success has JSON, or no body at all', () => {
		expect(isSuccess(response(200, '{}', {}))).toBe(true);
		expect(isSuccess(response(299, ''))).toBe(true);
		expect(isSuccess(response(200, '<p>'))).toBe(false);
		expect(isSuccess(response(300, ''))).toBe(false);
		expect(isSuccess(response(199, ''))).toBe(false);
		expect(isSuccess(fault('perhaps'))).toBe(false);
	});

	it.each<[number, string, boolean]>([
		[200, '{}', true],
		[200, '', true],
		[200, '<p>', false],
		[299, '{}', true],
		[300, '{}', false],
		[399, '', false],
		[400, '{}', true],
		[401, '', true],
		[407, '{}', false],
		[499, '{}', true],
		[500, '{}', false],
	])('a response with status %d and the body %j is of the service: %s', (status, text, expected) => {
		expect(isOfService(response(status, text, text === '{}' ? {} : undefined))).toBe(expected);
		expect(isOfService(fault('perhaps'))).toBe(false);
	});

	it.each<[string, HttpResult, Policy, boolean]>([
		['a read that is answered with JSON is', response(200, '{}', {}), { effect: 'read' }, true],
		['a read that is answered with nothing is not', response(200, ''), { effect: 'read' }, false],
		['a read to which there is nothing is', response(204, ''), { effect: 'read' }, true],
		['a read that may be empty is', response(200, ''), { effect: 'read', mayBeEmpty: true }, true],
		['a change without a word is', response(200, ''), { effect: 'replace' }, true],
		['a change that a page is shown for is not', response(200, '<p>'), { effect: 'replace' }, false],
		['a read that is refused is not', response(404, '{}', {}), { effect: 'read' }, false],
		['a connection that broke is not', fault('perhaps'), { effect: 'replace' }, false],
	])('of answers: %s', (_words, result, policy, expected) => {
		expect(isAnswer(result, { policy })).toBe(expected);
	});

	it.each<[string, number[]]>([
		['applied', [200, 201, 204]],
		['notApplied', [400, 401, 403, 404, 405, 411, 413, 414, 415, 422, 429, 431]],
		['unknown', [202, 302, 303, 406, 408, 409, 410, 412, 418, 500, 502, 503, 504]],
	])('a change is %s after %j', (outcome, statuses) => {
		for (const status of statuses) expect(outcomeOf(response(status, '{}', {}))).toBe(outcome);
	});

	it('a change without a connection is not applied, and unknown after one that broke', () => {
		expect([outcomeOf(fault('never')), outcomeOf(fault('perhaps'))]).toEqual(['notApplied', 'unknown']);
	});
});

describe('the records of an answer', () => {
	it.each<[unknown, unknown[]]>([
		[{ data: [{ id: 'a' }, 'b'] }, [{ id: 'a' }, 'b']],
		[{ data: [] }, []],
		[[{ id: 'a' }], [{ id: 'a' }]],
		[{ data: null }, []],
		[{ data: null, meta: { total: 0 }, success: true }, []],
	])('reads %j as a list', (body, records) => {
		expect(recordsIn(body)).toEqual(records);
		expect(listIn(body)).toEqual(records);
	});

	it.each([
		[undefined],
		[null],
		['x'],
		[{}],
		[{ data: {} }],
		[{ data: 'x' }],
		[{ items: [] }],
		[{ data: null, error: 'no' }],
		[{ data: null, success: false }],
	])('takes %j for no list, and never for an empty one', (body) => {
		expect(recordsIn(body)).toBeUndefined();
		const problem = {
			message: 'The response of the service contains no list',
			advice: 'Check the base URL in the credential, or ask the operator of the service.',
			outcome: 'notApplied',
		};
		expect(() => listIn(body)).toThrow(expect.objectContaining({ told: problem }) as Error);
	});

	it('reads what a page says of the others', () => {
		expect(metaOf({ data: [], meta: { total: 2 } })).toEqual({ total: 2 });
		expect(totalIn({ data: [], meta: { total: 2 } })).toBe(2);
		for (const body of [{ data: [], meta: 'x' }, { data: [] }, null, 'x']) expect(metaOf(body)).toEqual({});
	});
});

describe('JSON', () => {
	it.each(['', ' ', '{', '0123', '1-2', '[12', 'NaN'])('says of %j that it is not JSON', (text) =>
		expect(parseJson(text)).toBeUndefined(),
	);

	it('takes a key called __proto__ as a key', () => {
		const value = parseJson('{"__proto__":{"admin":true}}') as object;
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
		expect(Object.keys(value)).toEqual(['__proto__']);
	});

	it.each([
		[{}, true],
		[{ a: 1 }, true],
		[null, false],
		[[], false],
		['text', false],
		[undefined, false],
		[7, false],
	])('%j is an object of JSON: %p', (value, expected) => {
		expect(isRecord(value)).toBe(expected);
	});
});
