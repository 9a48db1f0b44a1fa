import fc from 'fast-check';
import type { IWebhookFunctions } from 'n8n-workflow';

import { isTooLong, ownAddress, readRedirect } from '../../nodes/RewardsEngagement/consentTrigger/redirect';
import { processorTimeOf } from '../harness/processorTime';

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

it('takes no code, error or state that comes twice', () => {
	const { code, error, foreignState } = readRedirect('/?code=1&code=2&error=a&error=b&state=s&state=s');
	expect([code, error, foreignState]).toEqual([undefined, '', undefined]);
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

it('never throws', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (url) => {
			expect(typeof readRedirect(url).redirectUri(ADDRESS)).toBe('string');
		}),
	);
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

it.each([
	['?', false],
	[`?${'a&'.repeat(99)}a`, false],
	[`?${'a&'.repeat(100)}a`, true],
	[`?${'&'.repeat(100)}`, true],
	[`?${'a'.repeat(12_000)}`, false],
	[`?${'a'.repeat(12_001)}`, true],
])('is too long past 12,000 characters or 100 values (%#)', (query, expected) => {
	expect(isTooLong(`/webhook/id/consent${query}`)).toBe(expected);
});

describe('the address of the trigger', () => {
	const PRODUCTION = 'https://n8n.example/webhook/x/webhook/id/consent';

	/** The data about itself from an n8n before 2.41. */
	const older = (mode: string): IWebhookFunctions => {
		const context = { getMode: () => mode, getNodeWebhookUrl: () => PRODUCTION };
		return context as unknown as IWebhookFunctions;
	};

	it('is the one that n8n says it serves', () => {
		const served = 'https://n8n.example/test-hooks/id/consent';
		expect(ownAddress({ ...older('manual'), getWebhookResourceUrl: () => served })).toBe(served);
	});

	it('is worked out from the production address where n8n names no other', () => {
		expect(ownAddress(older('webhook'))).toBe(PRODUCTION);
		expect(ownAddress(older('manual'))).toBe('https://n8n.example/webhook/x/webhook-test/id/consent');
	});
});
