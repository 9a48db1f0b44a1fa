import { secretLines } from '../../nodes/RewardsEngagement/shared/secretLines';

it('secrets stand one a line, whatever ends a line; blank ones and repeats do not count', () => {
	expect(secretLines(' old one \r\n\r\n\tnew\n   \nnew\rthird ')).toEqual(['old one', 'new', 'third']);
});

it.each(['', ' \n ', undefined, null, 7, {}])('%j holds none', (value) => {
	expect(secretLines(value)).toEqual([]);
});
