import fc from 'fast-check';

import { path } from '../../nodes/RewardsEngagement/api/path';

/** What a server sees of the id: the segment of a parsed address, decoded. */
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
	expect(() => path`/realms/${id}`).toThrow('cannot be used as an id');
});

it('takes another path whole', () => {
	const one = path`/realms/${'a/b'}`;
	expect(path`${one}/members`.text).toBe('/realms/a%2Fb/members');
	expect(path`/of/${one.text}`.text).toBe('/of/%2Frealms%2Fa%252Fb');
});
