import { address, addresses, addressOn } from '../../nodes/RewardsEngagement/fields/address';
import { chainNames } from '../../nodes/RewardsEngagement/fields/chain';

const { schema } = address('Wallet', { description: 'Whose' });
const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';

const problemOf = (value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
const problemOn = (chain: string | undefined, value: string) => {
	try {
		return addressOn(chain, value, 'Wallet') === value ? undefined : 'changed';
	} catch (error) {
		return (error as Error).message;
	}
};

it.each([
	EVM,
	EVM.toLowerCase(),
	`0x${'a'.repeat(64)}`,
	'0x1',
	'DaLiaDaLia1111111111111111111111111111111111',
	'keeper.eth',
	'X-avax1tzdcgj4ehsvhhgpl7zylwpw0gl2rxcg4r5afk5',
	'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02',
])('takes %s as it is', (value) => {
	expect(schema.parse(` ${value}\n`)).toBe(value);
});

it.each([
	['0x5a9d…c0de', /whole address/],
	['0x5a9d...c0de', /whole address/],
	[`0x${'g'.repeat(40)}`, /hexadecimal/],
	[`0x${'a'.repeat(65)}`, /64 at the most/],
	['0x', /hexadecimal/],
	['https://explorer.example/address/0x1', /must be an address/],
	['0x1 0x2', /must be an address/],
	['', /empty/],
	[2 ** 70, /given as text/],
])('refuses %s, which is an address nowhere', (value, message) => expect(problemOf(value)).toMatch(message));

it('counts the digits where it knows the chain', () => {
	expect(problemOn('ethereum', EVM)).toBeUndefined();
	expect(problemOn('ethereum', EVM.slice(0, -1))).toBe(
		'"Wallet" has 39 digits after "0x", which no address on Ethereum has',
	);
	expect(problemOn('polygon', `${EVM}0`)).toMatch(/41 digits.*Polygon/);
	expect(problemOn('flow', '0xf233dcee88fe0abe')).toBeUndefined();
	expect(problemOn('flow', EVM)).toBeUndefined();
	expect(problemOn('flow', '0xf233dcee88fe0ab')).toMatch(/15 digits.*Flow/);
	expect(problemOn('starknet', '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d')).toBe(
		undefined,
	);
	expect(problemOn('solana', EVM)).toMatch(/begins with "0x".*Solana/);
});

it('leaves to the service what it cannot know', () => {
	for (const chain of [undefined, '', 'newchain', 'constructor', 'Ethereum']) {
		expect(problemOn(chain, '0x12')).toBeUndefined();
	}
	for (const chain of Object.keys(chainNames)) {
		expect(problemOn(chain, 'keeper.eth')).toBeUndefined();
		expect(problemOn(chain, 'DaLiaDaLia1111111111111111111111111111111111')).toBeUndefined();
	}
});

it('takes several, each of which is an address', () => {
	const several = addresses('Contracts', { description: 'Which', placeholder: 'e.g. 0x1' });
	expect(several.schema.parse(` ${EVM}, keeper.eth,, ${EVM}`)).toEqual([EVM, 'keeper.eth']);
	expect(several.schema.parse([EVM])).toEqual([EVM]);
	const wrong = (value: unknown) => several.schema.safeParse(value).error?.issues[0]?.message;
	expect(wrong(`${EVM}, 0x5a9d…c0de`)).toMatch(/whole address/);
	expect(wrong([])).toBe('must hold at least one value');
});
