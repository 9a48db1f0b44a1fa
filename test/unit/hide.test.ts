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
	['behind a name in base64', Buffer.from(`k=${KEY}`).toString('base64')],
	['in hexadecimal digits', Buffer.from(KEY).toString('hex')],
	['its first 30 characters', KEY.slice(0, 30)],
	['in capitals', KEY.toUpperCase()],
	['in small letters', KEY.toLowerCase()],
	['escaped for HTML', KEY.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
	['escaped for JSON in ASCII', KEY.replaceAll(/["\\]/g, '\\$&').replaceAll('é', '\\u00e9')],
	['its last 8 characters', KEY.slice(-8)],
	['8 characters of it in base64', Buffer.from(KEY).toString('base64').slice(4, 12)],
	['8 characters of it, percent-encoded', encodeURIComponent(KEY).slice(8, 16)],
	['its middle, twice', `${KEY.slice(8, 30)} ${KEY.slice(8, 30)}`],
])('a key %s is hidden', (_form, quoted) => {
	const text = hide(`You sent <${quoted}>, which is wrong.`);
	expect(text).toContain('[hidden]');
	expect(text).toMatch(/^You sent <.*>, which is wrong\.$/);
	for (let start = 0; start + 8 <= quoted.length; start++) {
		expect(text).not.toContain(quoted.slice(start, start + 8));
	}
});

it('no part of a secret that is as long as eight characters is left, wherever it stands', () => {
	const secret = fc.string({ minLength: 8, maxLength: 60, unit: 'binary' });
	fc.assert(
		fc.property(secret, fc.string(), fc.string(), fc.nat(60), (key, before, after, start) => {
			const part = key.slice(start, start + 20);
			if (part.length < 8) return;
			expect(hiderOf([key])(before + part + after)).not.toContain(part.slice(0, 8));
		}),
		{ numRuns: 50 },
	);
});

it.each([
	'…',
	'...',
	'..',
	'****',
	'•••',
	'xxxx',
	'XXXXXX',
	'---',
	'####',
	'%E2%80%A6',
	'\\u2026',
	'&hellip;',
])('what is left of a key around %s is hidden, however short', (cut) => {
	for (const length of [3, 4, 7]) {
		const [begin, end] = [KEY.slice(0, length), KEY.slice(-length)];
		const left = `key [hidden]${cut}[hidden] is wrong`;
		expect(hide(`key ${begin}${cut}${end} is wrong`)).toBe(left);
		expect(hide(`${begin}${cut}`)).toBe(`[hidden]${cut}`);
		expect(hide(`(${cut}${end})`)).toBe(`(${cut}[hidden])`);
		expect(hideIn({ [`${begin}${cut}${end}`]: 1 }, hide)).toEqual({ [`[hidden]${cut}[hidden]`]: 1 });
	}
});

it('an end of a key that the text names, or that is no word, is hidden', () => {
	expect(hide('The key ending in "s1Hs" and the key starting with rk_')).not.toMatch(/rk_/);
	expect(hiderOf(['whsec_9911'])('the secret ending in 9911')).toBe('the secret ending in [hidden]');
	expect(hide('The key d1Hs is unknown, and so is rk_live')).toBe(
		'The key [hidden] is unknown, and so is [hidden]',
	);
});

it('ordinary words and numbers stay, though a key begins or ends with them', () => {
	const text = 'Wait... the secret of a member is a secret, 2026 of them… and more 2026';
	expect(hiderOf(['secret-9f8e7d6c5b4a-2026'])(text)).toBe(text);
	expect(hiderOf(['abcdefgh'])('bc... cde… def**')).toBe('bc... cde… def**');
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

it('leaves a plain word alone that a key holds as a word, and hides it where it is part of more', () => {
	const hide = hiderOf(['key-for-webhooks-7f3a9c']);
	expect(hide('The key lacks webhooks:write.')).toBe('The key lacks webhooks:write.');
	expect(hide('It ends in webhooks-7f3a9c.')).not.toContain('7f3a9c');
	expect(hide('for-webhooks')).toBe('[hidden]');
	expect(hide('xwebhooks')).toBe('x[hidden]');
	expect(hiderOf(['aaawebhooksbbb'])('webhooks')).toBe('[hidden]');
});

describe('a secret too short to have parts is hidden in every form that it may be quoted in', () => {
	it.each<[string, string, string]>([
		['for HTML', 'a&b<', 'a&amp;b&lt;'],
		['for HTML, with quotes', '>"\'x', '&gt;&quot;&#39;x'],
		['as a query value', 'a b c', 'a%20b%20c'],
		['as a form value', 'a b c', 'a+b+c'],
		['percent-encoded', 'ä/öx', '%C3%A4%2F%C3%B6x'],
		['percent-encoded in small letters', 'ä/öx', '%c3%a4%2f%c3%b6x'],
		['percent-encoded with half a character', 'a\ud800b/', 'a%EF%BF%BDb%2F'],
		['for JSON', '"\\ab', '\\"\\\\ab'],
		['for JSON, with slashes that stand as they are', '"/éa', '\\"/éa'],
		['for JSON, with its slashes', 'a/b/c', 'a\\/b\\/c'],
		['for JSON in ASCII', 'éé€a', '\\u00e9\\u00e9\\u20aca'],
		['in capitals', 'a-b-c', 'A-B-C'],
		['in small letters', 'A-B-C', 'a-b-c'],
		['in hexadecimal digits', 'jklmno', '6a6b6c6d6e6f'],
		['in hexadecimal digits, in capitals', 'jklmno', '6A6B6C6D6E6F'],
		['in base64', '>>>???', 'Pj4+Pz8/'],
		['in base64 for addresses', '>>>???', 'Pj4-Pz8_'],
	])('%s', (_form, secret, quoted) => {
		expect(hiderOf([secret])(`It says ${quoted} here`)).toBe('It says [hidden] here');
	});

	it('in base64 behind and before anything', () => {
		const secret = 'jklmno';
		for (const before of ['', 'a', 'ab', 'abc']) {
			for (const after of ['', 'z', 'zz', 'zzz']) {
				const quoted = Buffer.from(before + secret + after).toString('base64');
				const shown = hiderOf([secret])(`(${quoted})`);
				expect(shown).toContain('[hidden]');
				expect(shown.length).toBeLessThanOrEqual('([hidden])'.length + quoted.length - 7);
			}
		}
	});

	it('but not in digits that many words have', () => {
		const hex = Buffer.from('abcde').toString('hex');
		expect(hiderOf(['abcde'])(`the id ${hex}`)).toBe(`the id ${hex}`);
	});
});

it('a stretch that is made of parts is hidden as one, and the next one too', () => {
	const [one, other] = [KEY.slice(0, 8), KEY.slice(20, 28)];
	expect(hide(`<${one}${other}>`)).toBe('<[hidden]>');
	expect(hide(`<${one} ${other}>`)).toBe('<[hidden] [hidden]>');
});

it('an end that reaches into the next ellipsis is hidden once, and one between two is hidden', () => {
	expect(hiderOf(['ab..cdefgh'])('It is …ab.. again')).toBe('It is …[hidden] again');
	expect(hiderOf(['abcdefgh'])('It is …abc…fgh again')).toBe('It is …[hidden]…[hidden] again');
});

it.each(['.', '*', '#', '-', 'x', 'X'])('a single %s leaves nothing out', (sign) => {
	const text = `fgh${sign}abc`;
	expect(hiderOf(['abcdefgh'])(text)).toBe(text);
});

it('an end that stands alone with one capital in it is no word', () => {
	expect(hiderOf(['aBcdwxyz12'])('It is aBcd')).toBe('It is [hidden]');
});

it.each([
	['key-9f8e7d6c5b4a', '9f8e7d6c5b4a'],
	['key-99aabcdefgh', '99aabcdefgh'],
	['key-abcdefgh99', 'abcdefgh99'],
	['key-abcdefghijklm', 'abcdefghijklm'],
	['key-ABCDEFGH', 'ABCDEFGH'],
])('of the key %s the part %s is no plain word', (key, part) => {
	expect(hiderOf([key])(`It is ${part} here`)).toBe('It is [hidden] here');
});

it('values a hundred levels deep are left out', () => {
	const nested = (levels: number) => {
		let value: unknown = 'deep';
		for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
		return value;
	};
	expect(JSON.stringify(hideIn(nested(100), hide))).toContain('deep');
	expect(JSON.stringify(hideIn(nested(101), hide))).not.toContain('deep');
	expect(JSON.stringify(hideIn(nested(101), hide))).toContain('…');
});
