import { isRecord, parseJson } from '../../nodes/RewardsEngagement/shared/json';

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
