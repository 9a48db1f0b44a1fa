// Falls with nodes/RewardsEngagement/once/key.ts and nodes/RewardsEngagement/shared/canonical.ts.

import { path } from '../../nodes/RewardsEngagement/api/path';
import type { ApiRequest } from '../../nodes/RewardsEngagement/api/request';
import { fingerprintOf, fullKey, isFullKey } from '../../nodes/RewardsEngagement/once/key';
import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { canonicalJson, canonicalText } from '../../nodes/RewardsEngagement/shared/canonical';

const ADDRESS = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01';
const ID = '64f1A2b3c4D5e6f708192a3b';

const request = (changes: Partial<ApiRequest> = {}): ApiRequest => ({
	method: 'PATCH',
	path: path`/api/v1/realms/${ID}/pay`,
	body: { amount: 5, to: ADDRESS, note: { a: 1, b: [ID, 2] } },
	...changes,
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

it('a fingerprint stays what it is from release to release: n8n remembers it with the key', () => {
	const all = request({
		method: 'POST',
		base: 'app',
		query: { list: ['a', 1, true], none: undefined },
		body: { zero: -0, small: 1.5e-7, deep: [{ b: null, a: [] }, {}], text: ' ada "1" ', id: ` ${ID} ` },
	});
	expect(fingerprintOf(all)).toBe('1ef0d8c2974d9530');
});

describe('a fingerprint tells apart', () => {
	it('the services that a request may go to', () => {
		expect(fingerprintOf(request({ base: 'service' }))).toBe(fingerprintOf(request()));
		expect(fingerprintOf(request({ base: 'app' }))).not.toBe(fingerprintOf(request()));
	});

	it('a request without a body, whatever its annotations', () => {
		const deletion = (changes: Partial<ApiRequest>) =>
			fingerprintOf(request({ method: 'DELETE', body: undefined, ...changes }));
		expect(deletion({ annotations: ['note'] })).toBe(deletion({}));
		expect(deletion({ body: {} })).not.toBe(deletion({}));
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

	it('is the same for an address in capitals, or with a slash at its end', () => {
		for (const baseUrl of ['HTTPS://API.Example/v1', 'https://api.example/v1/'])
			expect(fullKey('order 7', { ...scope, baseUrl })).toBe(key);
	});

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

describe('the form in which values are compared', () => {
	const ID = '64f1A2b3c4D5e6f708192a3b';

	describe('a text', () => {
		it.each([ID, ID.toUpperCase(), '0xAbC1', '0X0F'])(
			'loses its case where it is an ID or an address: %s',
			(text) => expect(canonicalText(text)).toBe(text.toLowerCase()),
		);

		it.each([
			'Abc',
			`${ID}F`,
			ID.slice(1),
			`Z${ID}`,
			`${ID}Z`,
			'0X',
			'0xAG',
			'Z0xAB',
			` ${ID}`,
			'1xAB',
			'007',
			'1001.10',
			'123456789012345678901e10',
			'7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
		])('stays as it stands where it is neither: %s', (text) => expect(canonicalText(text)).toBe(text));
	});

	describe('JSON', () => {
		it('holds an ID without its case and the space around it, and other text as it stands', () => {
			expect(canonicalJson(` ${ID}\n`)).toBe(`"${ID.toLowerCase()}"`);
			expect(canonicalJson(' Abc "d" ')).toBe('" Abc \\"d\\" "');
		});

		it.each<[unknown, string]>([
			[5, '5e0'],
			[5n, '5e0'],
			[-50, '-5e1'],
			[-5n, '-5e0'],
			[1e21, '1e21'],
			[10n ** 21n, '1e21'],
			[0.5, '5e-1'],
			[0, '0'],
			[-0, '0'],
		])('has one way to write the number %p', (value, expected) => {
			expect(canonicalJson(value)).toBe(expected);
		});

		it('tells apart what is no number', () => {
			expect([NaN, Infinity, -Infinity].map(canonicalJson)).toEqual(['"NaN"', '"Infinity"', '"-Infinity"']);
		});

		it('has keys in one order, and none without a value', () => {
			const expected = '{"a":1e0,"b":{"c":null,"d":[2e0,"x"]},"e":true}';
			expect(canonicalJson({ e: true, b: { d: [2, 'x'], c: null }, a: 1, f: undefined })).toBe(expected);
			expect(canonicalJson({ a: 1, b: { c: null, d: [2, 'x'] }, e: true })).toBe(expected);
		});

		it('keeps the order of a list, and the place of what it lacks', () => {
			expect(canonicalJson([2, undefined, 1, null, false])).toBe('[2e0,null,1e0,null,false]');
			expect(canonicalJson(undefined)).toBe('null');
		});
	});
});
