import fc from 'fast-check';
import type { INodeTypeDescription } from 'n8n-workflow';

import { toConnection } from '../../nodes/RewardsEngagement/api/connection';
import { hideFields, hideIn, hiderFor, hiderOf } from '../../nodes/RewardsEngagement/api/hide';
import { path } from '../../nodes/RewardsEngagement/api/path';
import type { ApiRequest } from '../../nodes/RewardsEngagement/api/request';
import { secretLines } from '../../nodes/RewardsEngagement/shared/secrets';
import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { polledEvent } from '../../nodes/RewardsEngagement/pollTrigger/record';
import { RewardsEngagementPollTrigger } from '../../nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node';
import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { processorTimeOf } from '../harness/processorTime';

const KEY = 'rk_live_9f/8+Zq"42\\x.*$(b)é_7Tn5Wm3Jc6Vd1Hs';
const hide = hiderOf([KEY]);

const base64 = (text: string) => Buffer.from(text).toString('base64');
const inSmallLetters = (text: string) =>
	encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase());

/** The encodings in which a service may quote a secret. */
const ENCODINGS: ReadonlyArray<[string, (text: string) => string]> = [
	['as it is', (text) => text],
	['percent-encoded', encodeURIComponent],
	['percent-encoded in small letters', inSmallLetters],
	['as JSON text', (text) => JSON.stringify(text)],
	['in base64', base64],
	['in base64 for addresses', (text) => Buffer.from(text).toString('base64url')],
	['in base64 as a password', (text) => base64(`user:${text}`)],
	['in base64 as a name', (text) => base64(`${text}:password`)],
	['in base64 behind two bytes', (text) => base64(`k=${text}`)],
];

/** Everything that a person can read out of a text, as bytes in latin1. */
function readings(text: string): string[] {
	const bytes = (read: string) => Buffer.from(read).toString('latin1');
	const unescaped = text.replace(/\\(u[\da-f]{4}|.)/gi, (whole) => {
		try {
			return JSON.parse(`"${whole}"`) as string;
		} catch {
			return whole;
		}
	});
	const runs = text.match(/[\w+/-]{8,}/g) ?? [];
	const decoded = runs.flatMap((run) =>
		[0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('latin1')),
	);
	const plain = bytes(text).replace(/%([\da-f]{2})/gi, (_, code: string) =>
		String.fromCharCode(parseInt(code, 16)),
	);
	return [bytes(text), bytes(unescaped), plain, ...decoded];
}

/** Eight characters of the secret that can be read out of the text, if there are any. */
function leakOf(secret: string, text: string): string | undefined {
	const characters = Array.from(secret);
	const parts = characters.map((_, start) => characters.slice(start, start + 8)).slice(0, -7);
	const all = readings(text);
	return parts
		.map((part) => part.join(''))
		.find((part) => all.some((one) => one.includes(Buffer.from(part).toString('latin1'))));
}

describe.each(ENCODINGS)('a secret %s', (_name, encode) => {
	it('is hidden, and the text around it stays', () => {
		const quoted = encode(KEY);
		const shown = hide(`You sent <${quoted}>, which is wrong.`);
		expect(leakOf(KEY, `<${quoted}>`)).toBe(KEY.slice(0, 8));
		expect(shown).toMatch(/^You sent <.{0,8}\[hidden\].{0,16}>, which is wrong\.$/);
		expect(leakOf(KEY, shown)).toBeUndefined();
	});

	it('shows no eight characters of itself, whatever it is, wherever it is cut and wherever it stands', () => {
		const secret = fc.oneof(
			fc.string({ minLength: 8, maxLength: 60, unit: 'grapheme-ascii' }),
			fc.string({ minLength: 8, maxLength: 30, unit: 'grapheme' }),
			fc.base64String({ minLength: 20, maxLength: 60 }),
		);
		fc.assert(
			fc.property(secret, fc.string(), fc.string(), fc.nat(50), (one, before, after, start) => {
				const part = Array.from(one).slice(start, start + 20);
				fc.pre(part.length >= 8);
				const shown = hiderOf([one])(before + encode(part.join('')) + after);
				expect(shown).toContain('[hidden]');
				expect(leakOf(one, shown)).toBeUndefined();
			}),
			{ numRuns: 100 },
		);
	});
});

it('seven characters of a key may be shown', () => {
	const text = 'rk_live… or Vd1Hs';
	expect(hide(text)).toBe(text);
});

it('a stretch that is made of parts is hidden as one, and the next one too', () => {
	const [one, other] = [KEY.slice(0, 8), KEY.slice(20, 28)];
	expect(hide(one)).toBe('[hidden]');
	expect(hide(`<${one}${other}>`)).toBe('<[hidden]>');
	expect(hide(`<${one} ${other}>`)).toBe('<[hidden] [hidden]>');
});

it('hides in names, numbers and lists too', () => {
	const digits = hiderOf(['12345678', KEY]);
	const value = { [KEY]: [{ deep: `x ${KEY}` }, 12345678, 5, null, true] };
	expect(hideIn(value, digits)).toEqual({
		'[hidden]': [{ deep: 'x [hidden]' }, '[hidden]', 5, null, true],
	});
});

it.each<[string, string, string]>([
	['as it is', 'a-b-c', 'a-b-c'],
	['percent-encoded', 'ä/öx', '%C3%A4%2F%C3%B6x'],
	['percent-encoded with half a character', 'a\ud800b/', 'a%EF%BF%BDb%2F'],
	['as JSON text', '"\\ab', '\\"\\\\ab'],
	['in base64', '>>>???', 'Pj4+Pz8/'],
	['in base64 for addresses', '>>>???', 'Pj4-Pz8_'],
])('a secret of four to seven characters is hidden whole: %s', (_form, secret, quoted) => {
	expect(hiderOf([secret])(`It says ${quoted} here`)).toBe('It says [hidden] here');
});

it('a secret of four to seven characters is hidden in base64 behind and before anything', () => {
	for (const secret of ['jklm', 'jklmno', 'jklmnop']) {
		for (const before of ['', 'a', 'ab', 'abc']) {
			for (const after of ['', 'z', 'zz', 'zzz']) {
				const shown = hiderOf([secret])(`(${base64(before + secret + after)})`);
				expect([secret, before, after, shown]).toEqual([
					secret,
					before,
					after,
					expect.stringMatching(/\[hidden\]/),
				]);
				expect(readings(shown).join()).not.toContain(secret.slice(0, 3));
			}
		}
	}
});

const connection = toConnection({
	baseUrl: 'https://api.example.com',
	apiKey: 'key-4711',
	webhookSecret: 'one-4711\ntwo-0815',
});
const request = (body: Record<string, unknown>): ApiRequest => ({ method: 'POST', path: path`/a`, body });

it('hides the key and every webhook secret of a credential', () => {
	for (let time = 0; time < 2; time++)
		expect(hiderFor(connection)('key-4711, one-4711, two-0815')).toBe('[hidden], [hidden], [hidden]');
	expect(hiderFor(connection, request({ note: 'sent-4711' }))('key-4711, sent-4711')).toBe(
		'[hidden], sent-4711',
	);
});

it.each([
	'secret',
	'webhookSecret',
	'client_secret',
	'PASSWORD',
	'passphrase',
	'apiKey',
	'api_key',
	'api-key',
	'apikey',
])('hides what a request sends under the name %s, at any depth', (name) => {
	for (const body of [{ [name]: 'sent-4711' }, { a: [{ [name]: ['x', 'sent-4711'] }] }])
		expect(hiderFor(connection, request(body))('key-4711, sent-4711')).toBe('[hidden], [hidden]');
});

it.each(['privateKey', 'private_key', 'accessToken', 'refresh_token', 'auth-token'])(
	'hides what a request sends under the name %s',
	(name) => expect(hiderFor(connection, request({ [name]: 'sent-4711' }))('sent-4711')).toBe('[hidden]'),
);

it.each(['secretary', 'key', 'token', 'note'])('shows what a request sends under the name %s', (name) => {
	expect(hiderFor(connection, request({ [name]: 'sent-4711', other: 4711 }))('sent-4711, 4711')).toBe(
		'sent-4711, 4711',
	);
});

it('leaves words as they are for a secret of fewer than four characters', () => {
	expect(hiderOf(['a', 'ab', '', 'the'])('a cab at the cabin')).toBe('a cab at the cabin');
});

it('of several secrets, one that contains another is hidden whole', () => {
	expect(hiderOf(['abcd', 'abcdefgh'])('abcdefgh abcd')).toBe('[hidden] [hidden]');
});

it('gives other text back as it was', () => {
	fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => expect(hide(text)).toBe(text)));
	const list = JSON.parse('{"__proto__":{"a":1},"b":[1.5]}') as object;
	expect(JSON.stringify(hideIn(list, hide))).toBe('{"__proto__":{"a":1},"b":[1.5]}');
});

it('values a hundred levels deep are left out, and no depth is too much', () => {
	const nested = (levels: number) => {
		let value: unknown = 'deep';
		for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
		return value;
	};
	expect(JSON.stringify(hideIn(nested(100), hide))).toContain('deep');
	expect(JSON.stringify(hideIn(nested(101), hide))).not.toContain('deep');
	expect(JSON.stringify(hideIn(nested(101), hide))).toContain('…');
	expect(() => JSON.stringify(hideIn(nested(100_000), hide))).not.toThrow();
});

it.each([
	['words', 'The quick brown fox '.repeat(5_000)],
	['base64', base64('The quick brown fox '.repeat(3_750))],
])('looks through a hundred kilobytes of %s in a time that is too short to notice', (_what, text) => {
	hide(text);
	expect(processorTimeOf(() => expect(hide(text)).toBe(text))).toBeLessThan(300);
});

describe('the secrets of a credential', () => {
	it('secrets stand one a line, whatever ends a line; blank ones and repeats do not count', () => {
		expect(secretLines(' old one \r\n\r\n\tnew\n   \nnew\rthird ')).toEqual(['old one', 'new', 'third']);
	});

	it.each(['', ' \n ', undefined, null, 7, {}])('%j holds none', (value) => {
		expect(secretLines(value)).toEqual([]);
	});
});

describe('the fields that are as good as a key', () => {
	const { sensitiveOutputFields = [] } = new RewardsEngagement().description;

	it('n8n is told of every field that is as good as a key, wherever an item may have it', () => {
		for (const name of ['secret', 'blobUrl']) {
			for (const place of ['', 'data.', 'data[*].', 'firstRun.json.', 'details.answer.']) {
				expect(sensitiveOutputFields).toContain(`${place}${name}`);
				if (/^(data|$)/.test(place)) expect(sensitiveOutputFields).toContain(`body.${place}${name}`);
			}
			// The output of Request → Send for any call. It may be a bare list with its status, the result of an earlier
			// item, or the quote of a refusal.
			const ofAnyCall = ['body[*].', 'firstRun.json.data.', 'firstRun.json.body.data[*].'];
			for (const place of [...ofAnyCall, 'firstRun.json.body[*].', 'details.answer.data[*].'])
				expect(sensitiveOutputFields).toContain(`${place}${name}`);
		}
	});

	it('n8n is told of the file address in the event of an export', () => {
		const description: INodeTypeDescription = new RewardsEngagementPollTrigger().description;
		expect(description.sensitiveOutputFields).toEqual(['data.job.blobUrl']);
		expect(polledEvent.shape.data.unwrap().shape.job.unwrap().shape).toHaveProperty('blobUrl');
	});

	describe('what a model is handed', () => {
		const handed = (body: unknown) => hideFields(body, ['secret', 'blobUrl']);

		it('says of a field as good as a key no more than that it is there, however deep', () => {
			const hooks = [
				{ id: 'a', secret: 'whsec' },
				{ id: 'b', secret: null },
				{ id: 'c', secret: '' },
			];
			expect(handed({ data: hooks, meta: { blobUrl: { at: 'https://x' } } })).toEqual({
				data: [{ id: 'a', secret: '[hidden]' }, ...hooks.slice(1)],
				meta: { blobUrl: '[hidden]' },
			});
		});

		it('ends with what is too deep to be looked at', () => {
			let value: unknown = { secret: 'whsec' };
			for (let depth = 0; depth < 200; depth++) value = depth % 2 === 0 ? [value] : { value };
			const text = JSON.stringify(handed({ value }));
			expect(text).toContain('[hidden]');
			expect(text).not.toContain('whsec');
		});

		it('is everything else as it came', () => {
			const value = { a: [1, null, 'x', { b: false }], c: '' };
			expect(handed(value)).toEqual(value);
		});
	});

	it.each(
		registry.remoteOperations.map((operation) => [`${operation.resource}.${operation.name}`, operation]),
	)('no record of %s has a field that sounds like one and is not told of', (_name, { response }) => {
		if (response.kind === 'done') return;
		const fields = Object.keys((Reflect.get(response.record, 'shape') as object | undefined) ?? {});
		// "token" alone means a token of a chain, which is public.
		const suspicious = fields.filter((field) =>
			/secret|.token$|password|apikey|(blob|file|download)url/i.test(field),
		);
		expect(sensitiveOutputFields).toEqual(expect.arrayContaining(suspicious));
	});
});
