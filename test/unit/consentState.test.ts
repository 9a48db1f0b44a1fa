import { apiKeyOf } from '../../nodes/RewardsEngagement/shared/secrets';
import { createHmac } from 'node:crypto';

import fc from 'fast-check';

import {
	addressOnly,
	canComeBack,
	countQueryValues,
	MAX_QUERY_LENGTH,
	MAX_QUERY_VALUES,
	type SignedState,
	signState,
	verifyState,
	withState,
} from '../../nodes/RewardsEngagement/shared/signedState';
import { isTooLong, readRedirect } from '../../nodes/RewardsEngagement/consentTrigger/redirect';
import { processorTimeOf } from '../harness/processorTime';

describe('a signed state', () => {
	const KEY = 'the key of the service';
	const NOW = 1_800_000_000_000;
	const ADDRESS = 'https://n8n.example/webhook/id/consent';

	const text = fc.string({ unit: 'grapheme', maxLength: 40 });
	const states: fc.Arbitrary<Omit<SignedState, 'nonce'>> = fc.record({
		clientId: text,
		redirectUri: text.map((value) => `${ADDRESS}?user=${encodeURIComponent(value)}`),
		place: fc.constantFrom('parameter', 'redirectUri'),
		subject: fc.option(text, { nil: undefined }),
		expiresAt: fc.integer({ min: NOW + 1, max: NOW + 1e9 }),
	});
	const expectedOf = ({ clientId }: { clientId: string }) => ({ clientId, address: ADDRESS });
	const state = {
		clientId: 'club-bot',
		redirectUri: ADDRESS,
		place: 'parameter',
		subject: 'user-42',
		expiresAt: NOW + 60_000,
	} as const;

	it('gives back what was signed', () => {
		fc.assert(
			fc.property(states, text, (signed, key) => {
				const token = signState(signed, `k${key}`);
				expect(verifyState(token, `k${key}`, expectedOf(signed), NOW)).toEqual({
					...signed,
					nonce: expect.stringMatching(/^[\w-]{16}$/),
				});
			}),
		);
	});

	it('refuses each single changed bit of one state, those that base64url ignores included', () => {
		const token = Buffer.from(signState(state, KEY), 'latin1');
		for (let bit = 0; bit < token.length * 8; bit++) {
			const changed = Buffer.from(token);
			changed[bit >> 3] = changed[bit >> 3]! ^ (1 << (bit & 7));
			expect([bit, verifyState(changed.toString('latin1'), KEY, expectedOf(state), NOW)]).toEqual([
				bit,
				'forged',
			]);
		}
	});

	it('refuses a state that is cut short, made longer or signed with another key', () => {
		fc.assert(
			fc.property(states, fc.nat(), text, (signed, length, more) => {
				const token = signState(signed, KEY);
				const refused = (given: string, key = KEY) =>
					verifyState(given, key, expectedOf(signed), NOW) === 'forged';
				expect(refused(token.slice(0, length % token.length))).toBe(true);
				expect(more === '' || refused(token + more)).toBe(true);
				expect(refused(token, `${KEY} `)).toBe(true);
			}),
		);
	});

	it('refuses everything under an empty key, even what that key signs', () => {
		expect(verifyState(signState(state, ''), '', expectedOf(state), NOW)).toBe('forged');
	});

	it('never signs with the API key itself', () => {
		const [version, payload, signature] = signState(state, KEY).split('.');
		const direct = createHmac('sha256', KEY).update(`${version}.${payload}`).digest('base64url');
		expect(signature).not.toBe(direct);
	});

	it('never throws, whatever it is given', () => {
		const tokens = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(undefined), fc.constant('v1..'));
		fc.assert(
			fc.property(tokens, text, (token, key) => {
				expect(['missing', 'forged']).toContain(verifyState(token, key, expectedOf(state), NOW));
			}),
		);
	});

	it('refuses a payload of another form, although it is signed', () => {
		const key = createHmac('sha256', KEY).update('rewards-engagement consent state v1').digest();
		for (const payload of ['{}', 'null', 'no json', '{"c":1}']) {
			const signed = `v1.${Buffer.from(payload).toString('base64url')}`;
			const token = `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
			expect(verifyState(token, KEY, expectedOf(state), NOW)).toBe('forged');
		}
	});

	it('goes into the redirect URI beside a query that is there', () => {
		expect(withState('https://a.example/x', 'redirectUri', 't')).toBe('https://a.example/x?consent_state=t');
		expect(withState('https://a.example/x?y=1', 'redirectUri', 't')).toBe(
			'https://a.example/x?y=1&consent_state=t',
		);
		expect(withState('https://a.example/x', 'parameter', 't')).toBe('https://a.example/x');
	});

	it('compares addresses without query, fragment and a slash at the end', () => {
		expect(['https://a/b/?c=/', 'https://a/b#d', 'https://a/b'].map(addressOnly)).toEqual(
			Array(3).fill('https://a/b'),
		);
	});

	describe('a query that comes back', () => {
		it.each<[string, number]>([
			['', 1],
			['?a=1', 1],
			['?a=1&b=2', 2],
			['&', 2],
			['a&a&a', 3],
			['&&&', 4],
		])('"%s" has as many values: %d', (query, count) => {
			expect(countQueryValues(query)).toBe(count);
		});

		const redirectOf = (length: number) => `${ADDRESS}?u=${'x'.repeat(length - 3)}`;
		const ROOM = MAX_QUERY_LENGTH - 2_000;

		it('leaves 2,000 characters to the service, beside query and state', () => {
			expect(canComeBack(redirectOf(ROOM - 100), 't'.repeat(100))).toBe(true);
			expect(canComeBack(redirectOf(ROOM - 99), 't'.repeat(100))).toBe(false);
			expect(canComeBack(redirectOf(ROOM - 100), 't'.repeat(101))).toBe(false);
		});

		it('leaves ten values to the service and the signature', () => {
			const withValues = (count: number) => `${ADDRESS}?${Array(count).fill('a=1').join('&')}`;
			expect(canComeBack(withValues(MAX_QUERY_VALUES - 10), 'token')).toBe(true);
			expect(canComeBack(withValues(MAX_QUERY_VALUES - 9), 'token')).toBe(false);
		});
	});

	it('is signed with the key of the credential, without the space around it', () => {
		expect(apiKeyOf({ apiKey: ' key\n' })).toBe('key');
		expect(apiKeyOf({ apiKey: ' Bearer  key' })).toBe('key');
		expect(apiKeyOf({ apiKey: 7 })).toBe('');
		expect(apiKeyOf({})).toBe('');
	});

	// People may still have links that an earlier version signed, and these must stay valid.
	it('takes a state that was signed before', () => {
		const old = [
			'v1.eyJjIjoiY2x1Yi1ib3QiLCJyIjoiaHR0cHM6Ly9uOG4uZXhhbXBsZS93ZWJob29rL2lkL2NvbnNlbnQiLCJwIjo',
			'icGFyYW1ldGVyIiwicyI6InVzZXItNDIiLCJlIjoxODAwMDAwMDYwMDAwLCJuIjoiQUFBQUFBQUFBQUFBQUFBQSJ9.',
			'B12QMFN0029vARuVQO5cePlSyUzqiSriLyA_yc5gEeg',
		].join('');
		expect(verifyState(old, KEY, expectedOf(state), NOW)).toEqual({ ...state, nonce: 'AAAAAAAAAAAAAAAA' });
	});
});

describe('the redirect that brings it back', () => {
	const ADDRESS = 'https://n8n.example/webhook/id/consent';
	const parts = fc.string({ maxLength: 12 }).map((text) => encodeURIComponent(text).replaceAll('%20', '+'));
	const names = parts.filter(
		(name) => !/^(code|response_type|error|error_description|error_uri|state|iss)$/.test(name),
	);
	const queries = fc.array(fc.tuple(names, parts), { maxLength: 5 }).map((pairs) =>
		pairs
			.map(([name, value]) => (value ? `${name}=${value}` : name))
			.filter(Boolean)
			.join('&'),
	);

	it('gives back the redirect URI to the letter, whatever the service adds and wherever', () => {
		const added = fc.shuffledSubarray(['code=abc', 'response_type=code', 'state=s', 'iss=https%3A%2F%2Fx']);
		fc.assert(
			fc.property(queries, added, fc.boolean(), (query, more, first) => {
				const all = first ? [...more, query] : [query, ...more];
				const redirect = readRedirect(`/webhook/id/consent?${all.filter(Boolean).join('&')}`);
				expect(redirect.redirectUri(ADDRESS)).toBe(query ? `${ADDRESS}?${query}` : ADDRESS);
				expect(redirect.code).toBe(more.includes('code=abc') ? 'abc' : undefined);
			}),
		);
	});

	it('keeps letters, broken percent signs and brackets as they came', () => {
		const redirect = readRedirect('/w/id/consent/?a[b]=%zz&x=%E0%A4%A&code=1');
		expect(redirect.redirectUri(ADDRESS)).toBe(`${ADDRESS}/?a[b]=%zz&x=%E0%A4%A`);
		expect(redirect.values).toEqual({ 'a[b]': '%zz', x: expect.any(String) });
	});

	it.each([
		['error=access_denied', 'access_denied'],
		['error=access_denied&error=', ''],
		['error=access_denied&error=access_denied', ''],
		['error=', undefined],
		['error', undefined],
		['error=&error=', undefined],
		['other=1', undefined],
	])('%s is the error %j', (query, error) => {
		expect(readRedirect(`/?${query}`).error).toBe(error);
	});

	it('is read in a time that grows as its length does, however it is made', () => {
		for (const part of ['a&', 'a=1&', '&', '%', 'state=v1.&', 'code=1&', 'a%20', '=&=']) {
			const url = `/?${part.repeat(100_000)}`;
			const time = processorTimeOf(() => {
				isTooLong(url);
				readRedirect(url);
			});
			expect([part, time < 2_000]).toEqual([part, true]);
		}
	}, 60_000);
});
