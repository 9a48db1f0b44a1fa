import { canonicalJson, canonicalText } from '../../nodes/RewardsEngagement/shared/canonical';

const ID = '64f1A2b3c4D5e6f708192a3b';

describe('a text', () => {
	it.each([ID, ID.toUpperCase(), '0xAbC1', '0X0F'])(
		'loses its case where it is an ID or an address: %s',
		(text) => expect(canonicalText(text)).toBe(text.toLowerCase()),
	);

	it.each(['Abc', `${ID}F`, ID.slice(1), `Z${ID}`, `${ID}Z`, '0X', '0xAG', 'Z0xAB', ` ${ID}`, '1xAB'])(
		'stays as it stands where it is neither: %s',
		(text) => expect(canonicalText(text)).toBe(text),
	);
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
