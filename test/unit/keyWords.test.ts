import { fullKey, isFullKey } from '../../nodes/RewardsEngagement/idempotency/keyWords';

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
