import { InvalidParameter } from '../../nodes/RewardsEngagement/errors/invalidParameter';
import {
	checkWords,
	fullKey,
	isFullKey,
	wordsOf,
	type KeyPart,
} from '../../nodes/RewardsEngagement/idempotency/keyWords';

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
		expect(put).toThrow('The key has a part that gave no value for this item: $json.id');
		expect(put).toThrow(InvalidParameter);
		const advice: unknown = expect.stringContaining('Nothing was sent');
		expect(put).toThrow(expect.objectContaining({ description: advice }) as Error);
	});
});

describe('a part of a key', () => {
	it.each([2 ** 53, -(2 ** 53), 1e21])('may have lost digits as %d, and is refused', (value) => {
		const put = () => wordsOf([{ text: 'order-' }, code(value)]);
		expect(put).toThrow('The key has a part that is too large a number to be exact: $json.id');
		const advice: unknown = expect.stringContaining('Have it given as text');
		expect(put).toThrow(expect.objectContaining({ description: advice }) as Error);
		expect(put).toThrow(InvalidParameter);
	});

	it('may be a date, or the largest number that has all its digits', () => {
		const date = { isLuxonDateTime: true, toISO: () => '2026-03-01T00:00:00.000+01:00' };
		expect(wordsOf([{ text: 'day ' }, code(date)])).toBe('day 2026-03-01T00:00:00.000+01:00');
		expect(wordsOf([{ text: 'day ' }, code(new Date(0))])).toBe('day 1970-01-01T00:00:00.000Z');
		expect(wordsOf([{ text: 'order-' }, code(2 ** 53 - 1)])).toBe('order-9007199254740991');
	});
});

it('a key is the same, however its accents are put together', () => {
	const scope = { nodeId: '1', baseUrl: 'https://example.com', realmId: 'a' };
	expect(fullKey('caf\u00e9', scope)).toBe(fullKey('cafe\u0301', scope));
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

describe('the key that is recorded', () => {
	const scope = { nodeId: 'n', baseUrl: 'https://api.example/v1', realmId: 'realm' };
	const key = fullKey('order 7', scope);

	it('is the words with twelve digits that stand for node, service and realm', () => {
		expect(key).toMatch(/^order 7@[0-9a-f]{12}$/);
		expect(isFullKey(key)).toBe(true);
		expect(isFullKey('order 7')).toBe(false);
		expect(isFullKey(`${key}0`)).toBe(false);
		expect(isFullKey(`${key} again`)).toBe(false);
		expect(isFullKey('order 7@0123456789')).toBe(false);
	});

	it.each([
		{ nodeId: 'm' },
		{ baseUrl: 'https://api.example/v2' },
		{ baseUrl: 'https://other.example/v1' },
		{ realmId: 'Realm' },
		{ realmId: 'realm2' },
	])('is another one with %j', (change) => {
		expect(fullKey('order 7', { ...scope, ...change })).not.toBe(key);
	});

	it.each([{ baseUrl: 'HTTPS://API.Example/v1' }, { baseUrl: 'https://api.example/v1/' }])(
		'is the same with %j',
		(change) => expect(fullKey('order 7', { ...scope, ...change })).toBe(key),
	);

	it('does not depend on the case of a hexadecimal realm', () => {
		const [small, large] = ['64b7f0a1c2d3e4f5a6b7c8d9', '64B7F0A1C2D3E4F5A6B7C8D9'].map((realmId) =>
			fullKey('order 7', { ...scope, realmId }),
		);
		expect(large).toBe(small);
	});

	it('takes an address that is none as it stands', () => {
		const at = (baseUrl: string) => fullKey('order 7', { ...scope, baseUrl });
		expect(at('no address')).not.toBe(at('other address'));
	});

	// Keys of earlier versions are in the databases of users: under another digest everything would be paid again.
	it('never changes for the same scope', () => {
		expect(key).toBe('order 7@10a6fb90a3ba');
	});
});
