import { address, addresses } from '../../nodes/RewardsEngagement/resources/chain/fields';

const { schema } = address('Wallet', { description: 'Whose' });
const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';

const problemOf = (value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
it.each([
	EVM,
	EVM.toLowerCase(),
	`0x${'a'.repeat(64)}`,
	'0x1',
	'DaLiaDaLia1111111111111111111111111111111111',
	'keeper.eth',
	'0xkeeper.eth',
	'0xf233dcee88fe0abe',
	EVM.slice(0, -1),
	'0x1::aptos_coin::AptosCoin',
	'A.1654653399040a61.FlowToken',
	'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2',
	'EQBvW8Z5huBkMJYdnfAEM5JqTNkuWX3diqYENkWsIL0XggGG',
	'addr_test1vz',
	'tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb:7',
	'X-avax1tzdcgj4ehsvhhgpl7zylwpw0gl2rxcg4r5afk5',
	'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02',
])('takes %s as it is', (value) => {
	expect(schema.parse(` ${value}\n`)).toBe(value);
});

it.each([
	['0x5a9d…c0de', /full address/],
	['0x5a9d...c0de', /full address/],
	[`0x${'g'.repeat(40)}`, /hexadecimal/],
	[`0x${'a'.repeat(65)}`, /1 to 64 hexadecimal/],
	['0x', /hexadecimal/],
	['https://explorer.example/address/0x1', /must be an address/],
	['0x1 0x2', /must be an address/],
	['', /empty/],
	[2 ** 70, /make it text/],
])('refuses %s, which is an address nowhere', (value, message) => expect(problemOf(value)).toMatch(message));

it('takes several, each of which is an address', () => {
	const several = addresses('Contracts', { description: 'Which', placeholder: 'e.g. 0x1' });
	expect(several.schema.parse(` ${EVM}, keeper.eth,, ${EVM}`)).toEqual([EVM, 'keeper.eth']);
	expect(several.schema.parse([EVM])).toEqual([EVM]);
	const wrong = (value: unknown) => several.schema.safeParse(value).error?.issues[0]?.message;
	expect(wrong(`${EVM}, 0x5a9d…c0de`)).toMatch(/full address/);
	expect(wrong([])).toBe('must contain at least one value');
});
