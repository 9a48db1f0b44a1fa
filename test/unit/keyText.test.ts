import { Problem } from '../../nodes/RewardsEngagement/errors';
import { checkWords, wordsOf, type KeyPart } from '../../nodes/RewardsEngagement/fields/keyText';

const code = (value: unknown): KeyPart => ({ code: ' $json.id ', value });

describe('the words of a key that is put together', () => {
	it('are its texts and what came of its expressions, in their order', () => {
		expect(wordsOf([{ text: 'order-' }, code('A 7'), { text: '/' }, code(3), code(false)])).toBe(
			'order-A 7/3false',
		);
		expect(wordsOf([{ text: ' ' }, code(0), code('nullable'), code('undefinedly')])).toBe(
			' 0nullableundefinedly',
		);
	});

	it.each([
		undefined,
		null,
		'',
		' \n',
		NaN,
		Infinity,
		-Infinity,
		new Date(NaN),
		{},
		['a'],
		'undefined',
		'a-null',
		'NaN.',
		'x [object Object] y',
		'[object Promise]',
	])('are refused where an expression came out as %p', (value) => {
		const put = () => wordsOf([{ text: 'order-' }, code(value)]);
		expect(put).toThrow('Part of the key is empty for this item: $json.id');
		expect(put).toThrow(Problem);
		const advice: unknown = expect.stringContaining('Nothing was sent');
		expect(put).toThrow(
			expect.objectContaining({ told: expect.objectContaining({ advice }) as object }) as Error,
		);
	});
});

describe('a part of a key', () => {
	it.each([2 ** 53, -(2 ** 53), 1e21])('may have lost digits as %d, and is refused', (value) => {
		const put = () => wordsOf([{ text: 'order-' }, code(value)]);
		expect(put).toThrow('Part of the key is a number that may have lost digits: $json.id');
		const advice: unknown = expect.stringContaining('Make it text');
		expect(put).toThrow(
			expect.objectContaining({ told: expect.objectContaining({ advice }) as object }) as Error,
		);
		expect(put).toThrow(Problem);
	});

	it('may be a date, or the largest number that has all its digits', () => {
		const date = { isLuxonDateTime: true, toISO: () => '2026-03-01T00:00:00.000+01:00' };
		expect(wordsOf([{ text: 'day ' }, code(date)])).toBe('day 2026-03-01T00:00:00.000+01:00');
		expect(wordsOf([{ text: 'day ' }, code(new Date(0))])).toBe('day 1970-01-01T00:00:00.000Z');
		expect(wordsOf([{ text: 'order-' }, code(2 ** 53 - 1)])).toBe('order-9007199254740991');
	});
});

describe('the words of a key that was given whole', () => {
	it.each(['undefined', 'order-null', 'NaN', '[object Object]', 'a [object Map] b', 'x-undefined-y'])(
		'are refused when an expression gave "%s"',
		(words) => {
			expect(() => checkWords(words, '={{ $json.key }}')).toThrow(/: \{\{ \$json\.key \}\}$/);
		},
	);

	it.each(['nullable', 'annulled', 'undefinedly', 'NaNcy', '7undefined7', '[object Object]s', 'object', ''])(
		'may be "%s"',
		(words) => expect(() => checkWords(words, '={{ $json.key }}')).not.toThrow(),
	);

	it('may be anything that was written without an expression', () => {
		expect(() => checkWords('null', 'null')).not.toThrow();
		expect(() => checkWords('null', undefined)).not.toThrow();
	});
});
