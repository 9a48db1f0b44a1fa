// Falls with nodes/RewardsEngagement/once/key.ts.

import { path } from '../../nodes/RewardsEngagement/api/path';
import type { ApiRequest } from '../../nodes/RewardsEngagement/api/request';
import { fingerprintOf, fullKey, isFullKey } from '../../nodes/RewardsEngagement/once/key';
import { registry } from '../../nodes/RewardsEngagement/resources/registry';

const ADDRESS = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01';
const ID = '64f1A2b3c4D5e6f708192a3b';

const request = (changes: Partial<ApiRequest> = {}): ApiRequest => ({
	method: 'PATCH',
	path: path`/api/v1/realms/${ID}/pay`,
	body: { amount: 5, to: ADDRESS, note: { a: 1, b: [ID, 2] } },
	...changes,
});
const paying = (body: Record<string, unknown>) => fingerprintOf(request({ body }));

describe('a fingerprint is the same', () => {
	it('whatever the order of the keys, at any depth', () => {
		expect(paying({ note: { b: [ID, 2], a: 1 }, to: ADDRESS, amount: 5 })).toBe(fingerprintOf(request()));
	});

	it('whatever the case of ids and addresses, in the path too', () => {
		const shouted = request({
			path: path`/api/v1/realms/${ID.toUpperCase()}/pay`,
			body: { amount: 5, to: ADDRESS.toLowerCase(), note: { a: 1, b: [ID.toLowerCase(), 2] } },
		});
		expect(fingerprintOf(shouted)).toBe(fingerprintOf(request()));
	});

	it.each([
		[5, 5n],
		[5, 5.0],
		[0.5, 0.5],
		[1e21, 1_000_000_000_000_000_000_000n],
		[-5, -5n],
		[0, -0],
	])('for the amounts %p and %p', (one, other) => {
		expect(paying({ amount: one })).toBe(paying({ amount: other }));
	});

	it('with a value that is not sent and without it', () => {
		expect(paying({ amount: 5, note: undefined })).toBe(paying({ amount: 5 }));
	});
});

it('a fingerprint leaves annotations out, whatever they hold, and nothing else', () => {
	const annotated = (body: Record<string, unknown>, annotations = ['metadata', 'initiatorId']) =>
		fingerprintOf(request({ body, annotations }));
	const plain = annotated({ amount: 5 });
	expect(annotated({ amount: 5, metadata: { at: 1 } })).toBe(plain);
	expect(annotated({ amount: 5, initiatorId: ID })).toBe(plain);
	expect(annotated({ amount: 5, note: 'x' })).not.toBe(plain);
	expect(annotated({ amount: 5, to: { metadata: 1 } })).not.toBe(
		annotated({ amount: 5, to: { metadata: 2 } }),
	);
	expect(annotated({ amount: 5, metadata: 1 }, [])).not.toBe(annotated({ amount: 5, metadata: 2 }, []));
});

it('every operation that a repeat would double names the fields that only describe its change', () => {
	const describing = ['metadata', 'initiatorId', 'description', 'note', 'notes'];
	const missing = Object.values(registry.resources).flatMap((resource) =>
		Object.entries(resource.operations).flatMap(([name, operation]) => {
			if ('run' in operation || operation.effect !== 'once') return [];
			const fields = Object.keys({ ...operation.parameters, ...operation.additionalFields });
			const own = fields.filter((field) => describing.includes(field));
			return own
				.filter((field) => !operation.annotations?.includes(field))
				.map((field) => `${name}.${field}`);
		}),
	);
	expect(missing).toEqual([]);
});

describe('a fingerprint differs', () => {
	it('for a copy of another record', () => {
		const copying = (copies?: string) => fingerprintOf(request({ copies }));
		expect(copying(ID)).toBe(copying(ID.toUpperCase()));
		expect(new Set([copying(), copying(ID), copying(ID.replace('6', '7'))]).size).toBe(3);
	});

	it.each<[unknown, unknown]>([
		[5, 50],
		[5, 0.5],
		[5, -5],
		[-5, -6],
		['007', '7'],
		// Two different texts, although they are equal as numbers.
		['1001.1', '1001.10'],
		['5', '5.0'],
		[5, '5'],
		['ada', 'Ada'],
		['5', '5 stars'],
		[
			['a', 'b'],
			['b', 'a'],
		],
		[null, ''],
		[true, 'true'],
		// Base58 addresses distinguish upper and lower case.
		['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', '7ecDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
		// An id of digits and one "e" is no number.
		['123456789012345678901e10', '1234567890123456789010e9'],
		[{ a: 1 }, { b: 1 }],
	])('for %p and %p', (one, other) => {
		expect(paying({ value: one })).not.toBe(paying({ value: other }));
	});

	it('for another method, path, or query', () => {
		const all = [
			request(),
			request({ method: 'POST' }),
			request({ path: path`/api/v1/realms/${'other'}/pay` }),
			request({ query: { notify: true } }),
		].map(fingerprintOf);
		expect(new Set(all).size).toBe(4);
	});
});

describe('a key', () => {
	const scope = { nodeId: 'n', baseUrl: 'https://api.example.com/v2', realmId: ID };

	it('belongs to a node, a service and a realm', () => {
		const keys = [
			scope,
			{ ...scope, nodeId: 'm' },
			{ ...scope, baseUrl: 'https://api.example.com/v1' },
			{ ...scope, realmId: 'r' },
		].map((where) => fullKey('order-17', where));
		expect(new Set(keys).size).toBe(4);
		for (const key of keys) expect(key).toMatch(/^order-17@[0-9a-f]{12}$/);
	});

	it('is the same whatever the case of the realm or the host', () => {
		const shouted = { ...scope, baseUrl: 'HTTPS://API.example.com/v2', realmId: ID.toUpperCase() };
		expect(fullKey('order-17', shouted)).toBe(fullKey('order-17', scope));
	});
});

it('a fingerprint stays what it is from release to release: n8n remembers it with the key', () => {
	const all = request({
		method: 'POST',
		base: 'app',
		query: { list: ['a', 1, true], none: undefined },
		body: { zero: -0, small: 1.5e-7, deep: [{ b: null, a: [] }, {}], text: ' ada "1" ', id: ` ${ID} ` },
	});
	expect(fingerprintOf(all)).toBe('1ef0d8c2974d9530');
});

describe('what is written in one way alone', () => {
	it.each([
		[`x${ID}`, `x${ID.toLowerCase()}`],
		[`${ID}x`, `${ID.toLowerCase()}x`],
		[`${ID}a`, `${ID.toLowerCase()}a`],
		['z0xAb', 'z0xab'],
		['0xAbz', '0xabz'],
		['.5', '0.5'],
		['5.', '5'],
		['1.5.5', '1.55'],
		['v5.0', 'v5'],
		['5.0v', '5v'],
		['--5', '5'],
		['-05', '-5'],
		[' ada ', 'ada'],
		['a,b', ['a', 'b']],
		[[1, 2], ['1,2']],
		[[12], [1, 2]],
		[{ a: 1, b: 2 }, { 'a:1,b': 2 }],
	])('%j is not %j', (one, other) => {
		expect(paying({ value: one })).not.toBe(paying({ value: other }));
	});

	it.each<[unknown, unknown]>([
		[-0, 0],
		[5n, 5],
		[[undefined], [null]],
		[` ${ID} `, ID.toUpperCase()],
		['0xAB', '0xab'],
	])('%p is %p', (one, other) => {
		expect(paying({ value: one })).toBe(paying({ value: other }));
	});

	it('is the address that it goes to', () => {
		expect(fingerprintOf(request({ base: 'service' }))).toBe(fingerprintOf(request()));
		expect(fingerprintOf(request({ base: 'app' }))).not.toBe(fingerprintOf(request()));
	});

	it('is a request without a body, whatever its annotations', () => {
		const deletion = (changes: Partial<ApiRequest>) =>
			fingerprintOf(request({ method: 'DELETE', body: undefined, ...changes }));
		expect(deletion({ annotations: ['note'] })).toBe(deletion({}));
		expect(deletion({ body: {} })).not.toBe(deletion({}));
	});

	it('is a number that is none', () => {
		expect(paying({ value: NaN })).not.toBe(paying({ value: Infinity }));
		expect(paying({ value: NaN })).not.toBe(paying({ value: 0 }));
	});
});

it('a key is the same, however its accents are put together', () => {
	const scope = { nodeId: '1', baseUrl: 'https://example.com', realmId: 'a' };
	expect(fullKey('caf\u00e9', scope)).toBe(fullKey('cafe\u0301', scope));
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

	// Users' databases have keys of earlier versions. With another digest everything would be paid again.
	it('never changes for the same scope', () => {
		expect(key).toBe('order 7@10a6fb90a3ba');
	});
});
