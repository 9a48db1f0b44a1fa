import fc from 'fast-check';

import { path, pathBelow } from '../../nodes/RewardsEngagement/api/path';
import { toConnection } from '../../nodes/RewardsEngagement/api/connection';
import { addressOf } from '../../nodes/RewardsEngagement/api/http';

describe('the path of a request', () => {
	/** The id as a server sees it: the decoded segment of a parsed URL. */
	function received(id: string): string {
		const { pathname, search, hash } = new URL(`http://service.example${path`/realms/${id}/members`.text}`);
		expect([search, hash]).toEqual(['', '']);
		const segments = pathname.split('/');
		expect([segments.length, segments[1], segments[3]]).toEqual([4, 'realms', 'members']);
		return decodeURIComponent(segments[2]!);
	}

	it.each([
		'a/b',
		'a?b',
		'a#b',
		'100%',
		'a..b',
		'...',
		'é',
		'漢',
		'two words',
		'%2e%2e',
		'a\\b',
		';',
		'@:&=+$,',
	])('keeps %j in its segment', (id) => expect(received(id)).toBe(id));

	it('keeps any text in its segment', () => {
		const ids = fc.string({ minLength: 1, unit: 'grapheme' }).filter((id) => !['.', '..'].includes(id));
		fc.assert(fc.property(ids, (id) => expect(received(id)).toBe(id)));
	});

	it.each(['', '.', '..', '\ud800'])('refuses %j, which no address can carry', (id) => {
		expect(() => path`/realms/${id}`).toThrow('is not a valid ID');
	});

	describe('a path that a person wrote', () => {
		it.each([
			[' api/v1/x ', '/api/v1/x'],
			['/api/v1/members/', '/api/v1/members/'],
			['/caf%C3%A9/a b/%2F/é', '/caf%C3%A9/a%20b/%2F/%C3%A9'],
			['/a..b/...', '/a..b/...'],
			['/100%25', '/100%25'],
			['/%252F', '/%252F'],
		])('%j is sent as it stands', (written, sent) => {
			expect(pathBelow(written).text).toBe(sent);
		});

		it.each([
			'/a/%252e%252e/%25',
			'/a/%252e%252e/%25ff',
			'/a/%25252e%25252e/%2525e9',
			'/a/%252e%252e%252f%25ff',
			'/a/..%3f',
			'/a/..%23b',
			'/a/%2e%2e%253fb',
			'/a/..%3bb',
		])('%j leads out of the base address for a server that reads it as it can, and is refused', (written) => {
			expect(() => pathBelow(written)).toThrow('must not leave the base URL');
		});

		it.each(['/a/%25ff', '/a..%3fb', '/a/...%3f', '/a/%25/b%3f'])(
			'%j is sent, as it leads nowhere else',
			(written) => {
				expect(pathBelow(written).text).toBe(written);
			},
		);

		it('stays below the base address, or is refused', () => {
			const base = 'https://service.example/base/';
			const parts = fc.constantFrom(
				'.',
				'..',
				'%2e',
				'%2E%2e',
				'%252e',
				'/',
				'\\',
				'%2f',
				'%5c',
				'a',
				'@',
				':',
				'%25',
				'\t',
			);
			fc.assert(
				fc.property(fc.array(parts, { maxLength: 8 }), (pieces) => {
					let sent: string;
					try {
						sent = pathBelow(pieces.join('')).text;
					} catch {
						return;
					}
					expect(new URL(base.slice(0, -1) + sent).href.startsWith(base)).toBe(true);
				}),
				{ numRuns: 2_000 },
			);
		});
	});
});

describe('the base address of a request', () => {
	const asked = (baseUrl: string) =>
		addressOf(toConnection({ baseUrl, apiKey: 'key' }), { method: 'GET', path: path`/api/v1/realms/${'r'}` });

	it.each([
		['https://api.example.com', 'https://api.example.com'],
		[' https://api.example.com/ ', 'https://api.example.com'],
		['https://api.example.com/api/v1/', 'https://api.example.com'],
		['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
		['https://[2606:4700::1111]:8443', 'https://[2606:4700::1111]:8443'],
		['https://gate.example/rewards', 'https://gate.example/rewards'],
		['https://gate.example/re@wards/api/v1', 'https://gate.example/re@wards'],
	])('%j is a base address', (baseUrl, base) => expect(asked(baseUrl)).toBe(`${base}/api/v1/realms/r`));

	it.each([
		'',
		'api.example.com',
		'https:api.example.com',
		'ftp://api.example.com',
		'https://user:word@api.example.com',
		'https://user@api.example.com',
		'https://@api.example.com',
		'https://////user:word@api.example.com/rewards',
		'https://\\user:word@api.example.com',
		'https://api.example.com?a=',
		'https://api.example.com/#',
		'https://api.example.com\\@evil.example',
		'https://api.exa mple.com',
		'https://',
		'https://api.example.com:99999',
	])('%j is none, and nothing is sent to it', (baseUrl) => {
		const thrown = (() => {
			try {
				return asked(baseUrl);
			} catch (error) {
				return error as Error;
			}
		})();
		expect(thrown).toBeInstanceOf(Error);
		expect((thrown as Error).message).toMatch(/^"Base URL" (must|is not)/);
		expect((thrown as Error).message).not.toContain('user:');
	});
});
