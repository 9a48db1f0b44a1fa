import { Decimal } from '../../nodes/RewardsEngagement/shared/decimal';

const of = (value: unknown) => Decimal.of(value)!;

it.each<[unknown, string]>([
	[5, '5'],
	['5.00', '5'],
	['-12.50', '-12.5'],
	['0.1', '0.1'],
	[1e-7, '0.0000001'],
	[1e21, '1000000000000000000000'],
	['9007199254740993', '9007199254740993'],
	[
		'123456789012345678901234567890.000000000000000000001',
		'123456789012345678901234567890.000000000000000000001',
	],
	[' 7 ', '7'],
	['007', '7'],
	['-0', '0'],
	[12345678901234567890n, '12345678901234567890'],
])('reads %p as %s', (given, text) => expect(String(of(given))).toBe(text));

it.each([
	undefined,
	null,
	NaN,
	Infinity,
	'',
	' ',
	'five',
	'0x10',
	'1,000',
	'1e9999',
	{},
	[],
	true,
	'1'.repeat(401),
])('takes %p for no amount', (given) => expect(Decimal.of(given)).toBeUndefined());

it('adds and takes away without losing a digit', () => {
	expect(String(of(0.1).plus(of(0.2)))).toBe('0.3');
	expect(String(of('9007199254740992').plus(of('1.5')))).toBe('9007199254740993.5');
	expect(String(of(1).minus(of('0.00000000000000000001')))).toBe('0.99999999999999999999');
});

it('tells the greater one beyond what a JavaScript number can', () => {
	expect(of('9007199254740993').isAbove(of('9007199254740992'))).toBe(true);
	expect(of('9007199254740992').isAbove(of('9007199254740992.0'))).toBe(false);
	expect(of('-3').size.isAbove(of(2))).toBe(true);
});

it.each([
	['0.1', '3', '0.3'],
	['2.50', '4', '10'],
	['9007199254740993', '10', '90071992547409930'],
])('%s times %s is %s, with every digit', (one, other, product) => {
	expect(String(Decimal.of(one)!.times(Decimal.of(other)!))).toBe(product);
});
