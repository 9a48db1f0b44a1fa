import fc from 'fast-check';

import { isRecord, parseJson } from '../../nodes/RewardsEngagement/shared/json';
import { processorTimeOf } from '../harness/processorTime';

/** The result of JSON.parse, `undefined` for invalid JSON. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

describe('a number that JavaScript would change is kept as text with its digits', () => {
	it.each([
		'9007199254740993',
		'-9007199254740993',
		'9007199254740992',
		'18446744073709551616',
		'123456789012345678901234567890',
		'1e400',
		'-1E+400',
		'1e-400',
		'123.4567890123456789',
		'0.1000000000000000055511151231257827',
		'9007199254740993.0',
		'9.007199254740993e15',
		`0.${'0'.repeat(400)}1`,
		'4.940656458412465e-324',
	])('%s', (number) => {
		expect(parseJson(number)).toBe(number);
		expect(parseJson(`[ ${number},{"a":${number}, "b" :\n\t${number} }]`)).toEqual([
			number,
			{ a: number, b: number },
		]);
	});
});

describe('any other number stays a number', () => {
	it.each([
		'0',
		'-0',
		'-0.0',
		'0e5',
		'0e999',
		'9007199254740991',
		'-9007199254740991',
		'0.1',
		'0.30000000000000004',
		'1.10',
		'1.00000000000000000000000',
		'5e-324',
		'1.7976931348623157e308',
		'1.7976931348623157E+308',
		'1e21',
		'1e05',
		'100e0000',
	])('%s', (number) => expect(parseJson(`[${number}]`)).toEqual([Number(number)]));
});

it('leaves texts as they are, with numbers, quotes and backslashes in them', () => {
	const text = 'say "9007199254740993", \\: 9007199254740993 \\" [1e400, 12345678901234567890]';
	const value = { [text]: text, id: '123456789012345678', hex: '64b7f1c2a9d3e45f60718293' };
	expect(parseJson(JSON.stringify(value))).toEqual(value);
	expect(parseJson(`{"a":9007199254740993,"b":${JSON.stringify(value)}}`)).toEqual({
		a: '9007199254740993',
		b: value,
	});
});

it('gives what JSON.parse gives for every value whose whole numbers are safe', () => {
	const safe = fc.json().filter((json) => !unsafe(JSON.parse(json)));
	fc.assert(
		fc.property(safe, fc.boolean(), (json, isBroken) => {
			const text = isBroken ? json.slice(1) : json;
			expect(parseJson(text)).toEqual(parsed(text));
		}),
		{ numRuns: 2_000 },
	);
});

it('keeps every digit of every number, wherever it stands', () => {
	const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,40})(\.\d{1,40})?([eE][+-]?\d{1,4})?$/);
	fc.assert(
		fc.property(fc.array(digits), (numbers) => {
			const values = parseJson(`{"list":[${numbers.join(' , ')}]}`) as { list: Array<string | number> };
			values.list.forEach((value, index) => {
				const written = numbers[index] as string;
				if (typeof value === 'string') expect(value).toBe(written);
				else expect(same(written, String(value))).toBe(true);
			});
		}),
		{ numRuns: 2_000 },
	);
});

/** Compares two decimals as fractions, without floating point. */
function same(left: string, right: string): boolean {
	const [[a, x], [b, y]] = [fraction(left), fraction(right)];
	const least = x < y ? x : y;
	return a * 10n ** (x - least) === b * 10n ** (y - least);
}

function fraction(number: string): [bigint, bigint] {
	const [, sign, whole = '', decimals = '', exponent = '0'] =
		/^(-?)(\d+)(?:\.(\d+))?(?:[eE]\+?(-?\d+))?$/.exec(number) ?? [];
	return [BigInt(`${sign ?? ''}${whole}${decimals}`), BigInt(exponent) - BigInt(decimals.length)];
}

function unsafe(value: unknown): boolean {
	if (typeof value === 'number') return !Number.isSafeInteger(value) && Number.isInteger(value);
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(unsafe);
}

it('takes a key called __proto__ as a key', () => {
	const value = parseJson('{"__proto__":{"admin":true},"n":9007199254740993}') as object;
	expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
	expect(Object.keys(value)).toEqual(['__proto__', 'n']);
	expect('admin' in value).toBe(false);
});

it.each(['', ' ', '{', '01234567890123456789', '1-12345678901234567890', '[12345678901234567890', 'NaN'])(
	'says of %j that it is not JSON',
	(text) => expect(parseJson(text)).toBeUndefined(),
);

// With quadratic time this would take ten seconds or more.
describe('takes time in proportion to the text', () => {
	it.each([
		['deep nesting', `${'['.repeat(100_000)}12345678901234567890${']'.repeat(100_000)}`],
		['one long number', `[${'1'.repeat(300_000)}]`],
		['a number full of zeros', `[1.${'0'.repeat(300_000)}1]`],
		['a long text', `[12345678901234567890,"${'\\n9'.repeat(200_000)}"]`],
		['much white space', `[${' '.repeat(300_000)}12345678901234567890]`],
		['many numbers', `[${'12345678901234567890,'.repeat(50_000)}0]`],
		['what is almost a number', `["${'1.'.repeat(200_000)}"]`],
	])('%s', (_name, text) => {
		expect(processorTimeOf(() => void parseJson(text))).toBeLessThan(2_000);
		expect(parseJson(text)).toBeDefined();
	});
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
