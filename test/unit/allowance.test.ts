import {
	Allowance,
	MAX_OF_NETWORK,
	MAX_SIGNED,
	MAX_UNSIGNED,
	networkOf,
} from '../../nodes/RewardsEngagement/consentTrigger/allowance';

const state = { nonce: 'n', expiresAt: Infinity };
const enter = (allowance: Allowance, times: number, address: (n: number) => string, isSigned = false) =>
	Array.from({ length: times }, (_unused, n) =>
		allowance.enter({ address: address(n), ...(isSigned && { state }) }),
	).filter((leave) => leave !== undefined);

it('an address has its own places, and gets them back', () => {
	const allowance = new Allowance();
	const places = enter(allowance, 100, () => '192.0.2.1');
	expect(places).toHaveLength(MAX_OF_NETWORK);
	expect(enter(allowance, 1, () => '192.0.2.2')).toHaveLength(1);
	places[0]!();
	expect(enter(allowance, 2, () => '192.0.2.1')).toHaveLength(1);
});

it('all addresses together have a limit, which does not hold for signed states', () => {
	const allowance = new Allowance();
	const places = enter(allowance, 1_000, (n) => `192.0.2.${n}`);
	expect(places).toHaveLength(MAX_UNSIGNED);
	expect(enter(allowance, MAX_SIGNED + 1, () => '192.0.2.1', true)).toHaveLength(MAX_SIGNED);
	for (const leave of places) leave();
	expect(enter(allowance, 1_000, (n) => `192.0.2.${n}`)).toHaveLength(MAX_UNSIGNED);
});

it('who has a whole site of IPv6 leaves places to everybody else', () => {
	const allowance = new Allowance();
	const places = enter(allowance, 1_000, (n) => `2001:db8:1:${n.toString(16)}::1`);
	expect(places).toHaveLength(MAX_OF_NETWORK);
	expect(enter(allowance, 10, (n) => `2001:db8:${n + 2}::1`)).toHaveLength(10);
	expect(enter(allowance, 10, (n) => `192.0.2.${n}`)).toHaveLength(10);
	places[0]!();
	expect(enter(allowance, 2, () => '2001:db8:1:ffff::1')).toHaveLength(1);
});

it.each([
	['192.0.2.1', '192.0.2.1'],
	['::ffff:192.0.2.1', '192.0.2.1'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
	['2001:DB8:1:2::6', '2001:db8:1'],
	['2001:db8::6', '2001:db8:0'],
	['fe80::1%eth0', 'fe80:0:0'],
	['::1', '0:0:0'],
	['::', '0:0:0'],
	['', ''],
	// Some proxies write the port of each connection.
	['192.0.2.1:51234', '192.0.2.1'],
	['::ffff:192.0.2.1:51234', '192.0.2.1'],
	['[2001:db8:1:2::6]:51234', '2001:db8:1'],
	['[2001:db8:1:2::6]', '2001:db8:1'],
	['2001:0db8:0001::0002', '2001:db8:1'],
])('the network of %j is %j', (address, network) => {
	expect(networkOf(address)).toBe(network);
});
