import fc from 'fast-check';

import { hideIn, hiderOf } from '../../nodes/RewardsEngagement/api/hide';

const KEY = 'rk_live_9f/8+Zq"42\\x.*$(b)é_7Tn5Wm3Jc6Vd1Hs';
const hide = hiderOf([KEY]);

it.each<[string, string]>([
	['as it is', KEY],
	['behind Bearer', `Bearer ${KEY}`],
	['percent-encoded', encodeURIComponent(KEY)],
	['percent-encoded in lower case', encodeURIComponent(KEY).replace(/%../g, (code) => code.toLowerCase())],
	['escaped for JSON', JSON.stringify(KEY)],
	['in base64', Buffer.from(KEY).toString('base64')],
	['in base64 for addresses', Buffer.from(KEY).toString('base64url')],
	['as a password of Basic', Buffer.from(`user:${KEY}`).toString('base64')],
	['as a name of Basic', Buffer.from(`${KEY}:`).toString('base64')],
	['behind Bearer in base64', Buffer.from(`Bearer ${KEY}`).toString('base64')],
	['in hexadecimal digits', Buffer.from(KEY).toString('hex')],
	['its first 30 characters', KEY.slice(0, 30)],
	['its last 12 characters', KEY.slice(-12)],
	['its middle, twice', `${KEY.slice(8, 30)} ${KEY.slice(8, 30)}`],
])('a key %s is hidden', (_form, quoted) => {
	const text = hide(`You sent <${quoted}>, which is wrong.`);
	expect(text).toContain('[hidden]');
	expect(text).toMatch(/^You sent <.*>, which is wrong\.$/);
	for (let start = 0; start + 12 <= quoted.length; start++) {
		expect(text).not.toContain(quoted.slice(start, start + 12));
	}
});

it('no part of a secret that is as long as twelve characters is left, wherever it stands', () => {
	const secret = fc.string({ minLength: 12, maxLength: 60, unit: 'binary' });
	fc.assert(
		fc.property(secret, fc.string(), fc.string(), fc.nat(60), (key, before, after, start) => {
			const part = key.slice(start, start + 20);
			if (part.length < 12) return;
			expect(hiderOf([key])(before + part + after)).not.toContain(part.slice(0, 12));
		}),
		{ numRuns: 50 },
	);
});

it('hides in names, numbers and lists too', () => {
	const digits = hiderOf(['12345678', KEY]);
	const value = { [KEY]: [{ deep: `x ${KEY}` }, 12345678, 5, null, true] };
	expect(hideIn(value, digits)).toEqual({
		'[hidden]': [{ deep: 'x [hidden]' }, '[hidden]', 5, null, true],
	});
});

it('leaves words as they are for a secret of fewer than four characters', () => {
	expect(hiderOf(['a', 'ab', '', 'the'])('a cab at the cabin')).toBe('a cab at the cabin');
});

it('the longest of several secrets is hidden whole', () => {
	expect(hiderOf(['abcd', 'abcdefgh'])('abcdefgh abcd')).toBe('[hidden] [hidden]');
});

it('gives other text back as it was', () => {
	fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => expect(hide(text)).toBe(text)));
	const list = JSON.parse('{"__proto__":{"a":1},"b":[1.5]}') as object;
	expect(JSON.stringify(hideIn(list, hide))).toBe('{"__proto__":{"a":1},"b":[1.5]}');
});

it('takes a value of any depth', () => {
	const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
	expect(() => JSON.stringify(hideIn(deep, hide))).not.toThrow();
});
