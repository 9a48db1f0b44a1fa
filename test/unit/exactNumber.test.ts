import { digitsOf, isExactNumber, isExactText } from '../../nodes/RewardsEngagement/shared/exactNumber';

it.each<[string, string]>([
	['0', '0'],
	['-0.00', '0'],
	['0e5', '0'],
	['500', '5e2'],
	['-500', '5e2'],
	['5.00', '5e0'],
	['0.05', '5e-2'],
	['1.50e3', '15e2'],
	['15E+2', '15e2'],
	['105', '105e0'],
	['x5', '0'],
	['5x', '0'],
	['', '0'],
])('the digits of %j are %j', (text, digits) => expect(digitsOf(text)).toBe(digits));

it('a number has all its digits from the smallest normal one to 2^53 - 1', () => {
	expect([0, -0, 2 ** -1022, -(2 ** -1022), 2 ** 53 - 1].map(isExactNumber)).not.toContain(false);
	expect([2 ** -1023, 5e-324, 2 ** 53, Infinity, NaN].map(isExactNumber)).not.toContain(true);
});

it('a text is taken up to four hundred characters', () => {
	const padded = (length: number) => `1.${'0'.repeat(length - 2)}`;
	expect([isExactText(padded(400)), isExactText(padded(401))]).toEqual([true, false]);
});
